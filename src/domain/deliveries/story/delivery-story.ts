import { actorText, cliActor } from '../../../base/kernel/actor.ts'
import type {
  ChangeableField,
  DeliveryStatus,
  FailureCode,
  PaymentStatus,
} from '../../../contract/vocabulary.ts'
import { wasDenied } from '../../money/payments/payment-status.ts'
import { isForPartners } from '../changing/delivery-intervention.ts'
import type { InterventionAct, ShareChannel } from '../deliveries-tables.ts'
import type { HistoryRow, PaymentHistoryRow } from '../delivery-row.ts'
import { deliveryTransitions } from '../delivery-status.ts'
import type { PickupReason } from '../pickup-problems/pickup-problem.ts'
import type { PickupProblem } from '../pickup-problems/pickup-problem-store.ts'
import type { LinkShareRow } from '../sharing/link-share-store.ts'

/**
 * The story of a delivery: everything that happened to it in one list, oldest first, with who did it. The
 * history that partners read (spec 2.15) is a part of it.
 */

/** One thing that happened; `actor` as `actorText` writes it, null where nobody is known. */
export type StoryLine = { at: Date; actor: string | null } & (
  | {
      kind: 'STATUS'
      status: DeliveryStatus
      note: string | null
      failureCode: FailureCode | null
      /** What somebody who runs the service did in place of a courier or the shop; the note says why. */
      intervention: InterventionAct | null
    }
  /** An act of somebody who runs the service that left the status as it is. */
  | { kind: 'INTERVENTION'; act: InterventionAct; note: string | null }
  | { kind: 'CHANGED'; fields: readonly ChangeableField[] }
  /** `isDenial`: what the customer declared has not arrived. */
  | { kind: 'PAYMENT'; status: PaymentStatus; isDenial: boolean; note: string | null }
  | { kind: 'COURIER_ARRIVED' }
  /** What kept a courier from taking the parcel; `waitsUntil` is null where they freed it for another. */
  | { kind: 'PICKUP_PROBLEM'; reason: PickupReason; words: string | null; waitsUntil: Date | null }
  /** Somebody of the shop sent the customer their link. */
  | { kind: 'SHARED'; channel: ShareChannel }
)

/** An event of the delivery, for whose sake it is read: who acted, and when. */
export type StoryEvent = { at: Date; actor: string | null; type: string }

/**
 * Puts the lines of history, of the payment, the courier's arrival and the shares of the link in their order.
 */
export function deliveryStory({
  history,
  payments,
  events,
  arrivedAt,
  shares = [],
  problems = [],
}: {
  history: readonly HistoryRow[]
  payments: readonly PaymentHistoryRow[]
  events: readonly StoryEvent[]
  arrivedAt: Date | null
  problems?: readonly PickupProblem[]
  shares?: readonly Pick<LinkShareRow, 'number' | 'channel' | 'shared_at' | 'actor'>[]
}): StoryLine[] {
  /** Who caused one of these events at that moment: several things may happen in one millisecond. */
  const actorOf = (at: Date, types: readonly string[]) =>
    events.find((event) => event.at.getTime() === at.getTime() && types.includes(event.type))?.actor ?? null
  const lines = history.map((row): Dated => ({ version: row.version, line: lineOf(row, actorOf) }))
  const statuses = payments.map(({ status }) => status)
  const ofPayment = payments
    .map((line, at) => ({ ...line, isDenial: wasDenied(statuses.slice(0, at + 1)) }))
    // The first line repeats what the payment began with, at the moment of the creation.
    .filter(({ occurred_at }) => occurred_at.getTime() !== history[0]?.occurred_at.getTime())
    .map(
      ({ version, occurred_at: at, actor, status, isDenial, note }): Dated => ({
        version: version + 0.1,
        line: { kind: 'PAYMENT', at, actor, status, isDenial, note },
      }),
    )
  const assigned = history.findLast(({ status }) => status === 'ASSIGNED')
  const isSaid = history.some(
    ({ intervention, occurred_at }) =>
      intervention === 'ARRIVE' && occurred_at.getTime() === arrivedAt?.getTime(),
  )
  const arrival: Dated[] =
    arrivedAt && !isSaid
      ? [
          {
            version: (assigned?.version ?? 0) + 0.5,
            line: {
              kind: 'COURIER_ARRIVED',
              at: arrivedAt,
              actor: actorOf(arrivedAt, ['delivery.courier_arrived']),
            },
          },
        ]
      : []
  const ofLink = shares.map(
    ({ number, channel, shared_at: at, actor }): Dated => ({
      version: afterEveryVersion + number,
      line: { kind: 'SHARED', at, actor, channel },
    }),
  )
  const ofPickup = problems.map(
    ({ reportedAt: at, courierId, reason, words, waitsUntil }): Dated => ({
      // It stands before the line of the parcel that is freed with it.
      version: 0,
      line: {
        kind: 'PICKUP_PROBLEM',
        at,
        actor: actorText({ kind: 'COURIER', id: courierId }),
        reason,
        words,
        waitsUntil,
      },
    }),
  )
  return [...lines, ...ofPickup, ...arrival, ...ofPayment, ...ofLink]
    .sort((one, other) => one.line.at.getTime() - other.line.at.getTime() || one.version - other.version)
    .map(({ line }) => line)
}

/** Sharing a link changes no delivery; within a millisecond it stands after what did. */
const afterEveryVersion = 1_000_000

/**
 * A line with the version of the delivery that it belongs to: what happened in one millisecond keeps its
 * order.
 */
type Dated = { version: number; line: StoryLine }

/** A line of history as the story tells it. */
function lineOf(row: HistoryRow, actorOf: (at: Date, types: readonly string[]) => string | null): StoryLine {
  const { occurred_at: at, changed_fields: fields, intervention, note } = row
  if (fields) return { kind: 'CHANGED', at, actor: actorOf(at, changeTypes), fields }
  if (intervention && !isForPartners({ intervention }))
    return {
      kind: 'INTERVENTION',
      at,
      actor: actorOf(at, amendmentTypes) ?? operator,
      act: intervention,
      note,
    }
  const { status, failure_code: failureCode } = row
  const actor = actorOf(at, typesOf(row)) ?? (intervention && operator)
  return { kind: 'STATUS', at, actor, status, note, failureCode, intervention }
}

/** Nobody else intervenes, so whoever it was is known to run the service once the event is gone. */
const operator = actorText(cliActor)

/** The events that come with a line of history. */
function typesOf({ status, version }: HistoryRow): string[] {
  const emitted = Object.values(deliveryTransitions).filter(({ to }) => to === status)
  return [
    ...(version === 1 ? ['delivery.created'] : []),
    ...emitted.map(({ emits }) => emits ?? 'delivery.freed'),
  ]
}

const amendmentTypes = ['delivery.amended', 'delivery.courier_arrived']
const changeTypes = ['delivery.changed', 'delivery.location_confirmed']
