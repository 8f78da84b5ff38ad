import { dayAfter, localDay, localDayText, localMoment } from '../../../base/kernel/local-time.ts'
import type { SecondTryRefusal } from '../../../contract/vocabulary.ts'
import { type PickupWindow, searchLeadMinutes } from '../../pricing/pickup-window.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { deliveryTransitions, mayReturn } from '../delivery-status.ts'
import { isErased } from '../erasing/erased-customer.ts'
import type { DeliveryOrder, Place } from '../order/delivery-order.ts'

/**
 * A parcel that could not be handed over is tried once more, today or tomorrow, by a delivery of its own
 * that is linked with the first one (decision 340): this folder decides whether and when, and makes that
 * order. The first one keeps its statuses: its courier takes the parcel out again, or brings it back to the
 * shop, where it is fetched as any other.
 */

/** Who asks for it, and so who pays for its trip: the customer, or the shop. */
export type SecondTryAsker = 'CUSTOMER' | 'SHOP'

/** How often one parcel is brought at most, the first time included. */
export const maxTries = 3

/** How many second tries of one delivery are asked for at most, of which all but the last had ended. */
export const maxAsked = 3

/**
 * Why a delivery as it stands has no second try, at the share of a trip that the operator asks for one: 0
 * where there are none. Null where nothing but time and the number of tries can refuse it.
 */
export function refusalByStanding(
  delivery: Pick<DeliveryRow, 'status' | 'ended_at' | 'failure_code'>,
  percent: number,
): SecondTryRefusal | null {
  if (percent === 0) return 'OFF'
  if (!isAtRest(delivery)) return 'NOT_FAILED'
  return delivery.failure_code === 'PARCEL_DAMAGED' ? 'PARCEL_DAMAGED' : null
}

/**
 * Why a parcel whose hand-over failed then, that was brought so often and asked for so often since, is not
 * brought once more; null where it is.
 */
export function refusalByTime({
  failedAt,
  tries,
  asked,
  now,
  timeZone,
}: {
  failedAt: Date
  tries: number
  asked: number
  now: Date
  timeZone: string
}): SecondTryRefusal | null {
  if (tries >= maxTries || asked >= maxAsked) return 'TRIES_USED_UP'
  const lastDay = dayAfter(localDayText(failedAt, timeZone), 1)
  return localDayText(now, timeZone) > lastDay ? 'TOO_LATE' : null
}

/** Whether the parcel of a failed delivery is with its courier on the way back, or back at its shop. */
const isAtRest = (delivery: Pick<DeliveryRow, 'status' | 'ended_at'>): boolean =>
  mayReturn(delivery) || delivery.status === deliveryTransitions.return.to

/**
 * A span of the day to choose, named by its day and hour so that a page that was left open still means it.
 */
export type SecondTrySlot = { key: string; window: PickupWindow }

const slotHours = [8, 10, 12, 14, 16, 18]
const slotLengthHours = 2
/** A span that is nearly over is not offered. */
const leastLeftMs = 60 * 60_000

/** The spans of today and tomorrow that can be chosen at `now`, on the clocks of the city. */
export function secondTrySlots(now: Date, timeZone: string): SecondTrySlot[] {
  const today = localDayText(now, timeZone)
  return [today, dayAfter(today, 1)].flatMap((day) =>
    slotHours.flatMap((hour) => {
      const [from, to] = [hour, hour + slotLengthHours].map((each) =>
        localMoment(`${day}T${String(each).padStart(2, '0')}:00`, timeZone),
      )
      if (!from || !to || to.getTime() - now.getTime() < leastLeftMs) return []
      return [{ key: `${day}T${hour}`, window: { from: from < now ? now : from, to } }]
    }),
  )
}

/** When the last window ends that can be asked for at `now`: with tomorrow. */
export const lastEnd = (now: Date, timeZone: string): Date =>
  localDay(localDay(now, timeZone).until, timeZone).until

/** From when the courier who has the parcel may take it out again: as early as others would be asked. */
export const setOutFrom = ({ from }: PickupWindow): Date =>
  new Date(from.getTime() - searchLeadMinutes * 60_000)

/**
 * A failed delivery with what was changed of its second try before that ended: who receives it and where, and
 * what the courier is to know.
 */
export function asLastOrdered(first: DeliveryRow, ended: DeliveryRow | undefined): DeliveryRow {
  if (!ended || isErased(ended)) return first
  const { customer_last_name, customer_first_name, customer_phone, instructions } = ended
  const { dropoff_lat, dropoff_lng, dropoff_label, dropoff_landmark } = ended
  const { dropoff_source, dropoff_accuracy_meters, recipient_name, recipient_kind } = ended
  return {
    ...first,
    ...{ customer_last_name, customer_first_name, customer_phone, instructions },
    ...{ dropoff_lat, dropoff_lng, dropoff_label, dropoff_landmark },
    ...{ dropoff_source, dropoff_accuracy_meters, recipient_name, recipient_kind },
  }
}

/**
 * The order that brings the parcel of a failed delivery once more, from its shop's place to the same
 * customer. What they were to pay for the goods is collected now, and by the first delivery no more: its
 * payment was withdrawn as it failed, and what was paid through the service goes back. Goods that the shop
 * was paid for on its own number are paid. Whoever asks pays the trip: a customer at the hand-over, as any
 * customer does.
 */
export function secondTryOrder(
  first: DeliveryRow,
  { asker, window }: { asker: SecondTryAsker; window: PickupWindow },
): DeliveryOrder {
  const isCollected = first.payment_mode === 'CASH_ON_DELIVERY'
  const hasShopItsMoney = first.collection === 'DIRECT' && first.payment_status === 'PAID'
  const dropoff = placeOf(first)
  return {
    pickup: {
      ...{ lat: first.pickup_lat, lng: first.pickup_lng },
      ...words(first.pickup_label, first.pickup_landmark),
    },
    ...(dropoff && { dropoff }),
    customer: {
      lastName: first.customer_last_name,
      firstName: first.customer_first_name,
      phone: first.customer_phone,
    },
    parcel: {
      category: first.parcel_category,
      size: first.parcel_size,
      fragile: first.parcel_fragile,
    },
    payment: {
      mode: asker === 'CUSTOMER' ? 'CASH_ON_DELIVERY' : first.payment_mode,
      goodsAmount: isCollected && !hasShopItsMoney ? first.goods_amount_fcfa : 0,
      feePayer: asker === 'CUSTOMER' ? 'CUSTOMER' : 'MERCHANT',
      ...(isCollected && { collection: first.collection }),
    },
    ...(first.instructions !== null && { instructions: first.instructions }),
    ...(first.metadata !== null && { metadata: first.metadata }),
    pickupWindow: { from: window.from.toISOString(), to: window.to.toISOString() },
  }
}

function placeOf(first: DeliveryRow): Place | undefined {
  const { dropoff_lat: lat, dropoff_lng: lng, dropoff_source: source, dropoff_accuracy_meters } = first
  if (lat === null || lng === null) return undefined
  const isOfCustomer = source !== null && source !== 'SHOP'
  return {
    ...{ lat, lng },
    ...words(first.dropoff_label, first.dropoff_landmark),
    ...(isOfCustomer && { precision: { source, accuracyMeters: dropoff_accuracy_meters } }),
  }
}

const words = (label: string | null, landmark: string | null): Pick<Place, 'label' | 'landmark'> => ({
  ...(label !== null && { label }),
  ...(landmark !== null && { landmark }),
})

/** What a second try takes over from the first one besides what is ordered. */
export const secondTryColumns = (first: DeliveryRow): Partial<DeliveryRow> => ({
  second_try_of: first.id,
  pickup_address_id: first.pickup_address_id,
  photo_key: first.photo_key,
  recipient_name: first.recipient_name,
  recipient_kind: first.recipient_kind,
})
