import type { Actor } from '../../base/kernel/actor.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { EventType } from '../../contract/vocabulary.ts'
import { freezeEvent, type NewEvent } from '../../events/event-body.ts'
import { traceOfEvent } from '../../events/event-trace.ts'
import { type BodyContext, deliveryBody } from './delivery-body.ts'
import type { DeliveryRow } from './delivery-row.ts'

/**
 * Events about deliveries that are not sent to partners. `delivery.amended` is written for a change that has
 * no event of its own (decision 147), so that whoever follows the log sees every change of a delivery.
 */
const internalEventTypes = [
  'payment.requested',
  'payment.declared',
  'payment.denied',
  'payment.received',
  'payment.trip_due',
  'payment.trip_paid',
  'delivery.offered',
  'delivery.courier_nearby',
  'delivery.door_next',
  'delivery.changed',
  'delivery.amended',
  'delivery.freed',
  'delivery.courier_named',
  'delivery.courier_waiting',
  'delivery.waited',
  'delivery.set_out_again',
  'delivery.second_try_asked',
] as const
export type InternalEventType = (typeof internalEventTypes)[number]

/**
 * Events of the search for a courier and of their way: they change nothing of the delivery that its shop
 * sees.
 */
export const searchEventTypes: readonly InternalEventType[] = [
  'delivery.offered',
  'delivery.courier_nearby',
  'delivery.door_next',
  'delivery.courier_named',
]

/** Whether an event is internal to this service. */
export const isInternal = (type: string): type is InternalEventType =>
  internalEventTypes.some((each) => each === type)

/** The event that publishes a delivery as it is now (spec 6.2). */
export function partnerEvent(
  row: DeliveryRow,
  type: EventType,
  context: Omit<BodyContext, 'shopId'> & { actor: Actor },
): NewEvent {
  const shopId = row.shop_id
  return freezeEvent(
    { ...aboutDelivery({ shopId, id: row.id }, type, context), audience: 'PARTNER' as const },
    deliveryBody(row, { ...context, shopId }),
  )
}

/** An internal event about a delivery; `data` is small and holds no personal data. */
export function internalEvent(
  key: { shopId: string; id: string },
  type: InternalEventType,
  { now, actor, data }: { now: Date; actor: Actor; data: object },
): NewEvent {
  return { ...aboutDelivery(key, type, { now, actor }), audience: 'INTERNAL', body: JSON.stringify(data) }
}

/** A payment is identified by the delivery that it pays. */
function aboutDelivery(
  { shopId, id }: { shopId: string; id: string },
  type: EventType | InternalEventType,
  { now, actor }: { now: Date; actor: Actor },
) {
  return {
    id: newId(now),
    shopId,
    type,
    subject: { type: type.startsWith('payment.') ? ('PAYMENT' as const) : ('DELIVERY' as const), id },
    deliveryId: id,
    actor,
    createdAt: now,
    trace: traceOfEvent(shopId),
  }
}
