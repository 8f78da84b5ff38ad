import type {
  ChangeableField,
  DeliveryStatus,
  FailureCode,
  PaymentStatus,
} from '../../../base/contract/vocabulary.ts'
import type { ShareChannel } from '../../../base/database/tables.ts'
import type { HistoryRow, PaymentHistoryRow } from '../delivery-row.ts'
import { deliveryTransitions } from '../delivery-status.ts'
import type { LinkShareRow } from '../sharing/link-share-store.ts'

/**
 * The story of a delivery: everything that happened to it in one list, oldest first, with who did it. The history that
 * partners read (spec 2.15) is a part of it.
 */

/** One thing that happened; `actor` as `actorText` writes it, null where nobody is known. */
export type StoryLine = { at: Date; actor: string | null } & (
  | { kind: 'STATUS'; status: DeliveryStatus; note: string | null; failureCode: FailureCode | null }
  | { kind: 'CHANGED'; fields: readonly ChangeableField[] }
  | { kind: 'PAYMENT'; status: PaymentStatus; note: string | null }
  | { kind: 'COURIER_ARRIVED' }
  /** Somebody of the shop sent the customer their link. */
  | { kind: 'SHARED'; channel: ShareChannel }
)

/** An event of the delivery, for whose sake it is read: who acted, and when. */
export type StoryEvent = { at: Date; actor: string | null; type: string }

/** Puts the lines of history, of the payment, the courier's arrival and the shares of the link in their order. */
export function deliveryStory({
  history,
  payments,
  events,
  arrivedAt,
  shares = [],
}: {
  history: readonly HistoryRow[]
  payments: readonly PaymentHistoryRow[]
  events: readonly StoryEvent[]
  arrivedAt: Date | null
  shares?: readonly Pick<LinkShareRow, 'number' | 'channel' | 'shared_at' | 'actor'>[]
}): StoryLine[] {
  /** Who caused one of these events at that moment: several things may happen in one millisecond. */
  const actorOf = (at: Date, types: readonly string[]) =>
    events.find((event) => event.at.getTime() === at.getTime() && types.includes(event.type))?.actor ?? null
  const lines: Dated[] = history.map((row) => ({
    version: row.version,
    line: row.changed_fields
      ? {
          kind: 'CHANGED',
          at: row.occurred_at,
          actor: actorOf(row.occurred_at, changeTypes),
          fields: row.changed_fields,
        }
      : {
          kind: 'STATUS',
          at: row.occurred_at,
          actor: actorOf(row.occurred_at, typesOf(row)),
          status: row.status,
          note: row.note,
          failureCode: row.failure_code,
        },
  }))
  const ofPayment = payments
    // The first line repeats what the payment began with, at the moment of the creation.
    .filter(({ occurred_at }) => occurred_at.getTime() !== history[0]?.occurred_at.getTime())
    .map(
      ({ version, occurred_at: at, actor, status, note }): Dated => ({
        version: version + 0.1,
        line: { kind: 'PAYMENT', at, actor, status, note },
      }),
    )
  const assigned = history.findLast(({ status }) => status === 'ASSIGNED')
  const arrival: Dated[] = arrivedAt
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
  return [...lines, ...arrival, ...ofPayment, ...ofLink]
    .sort((one, other) => one.line.at.getTime() - other.line.at.getTime() || one.version - other.version)
    .map(({ line }) => line)
}

/** Sharing a link changes no delivery; within a millisecond it stands after what did. */
const afterEveryVersion = 1_000_000

/** A line with the version of the delivery that it belongs to: what happened in one millisecond keeps its order. */
type Dated = { version: number; line: StoryLine }

/** The events that come with a line of history. */
function typesOf({ status, version }: HistoryRow): string[] {
  const emitted = Object.values(deliveryTransitions).filter(({ to }) => to === status)
  return [...(version === 1 ? ['delivery.created'] : []), ...emitted.map(({ emits }) => emits)]
}

const changeTypes = ['delivery.changed', 'delivery.location_confirmed']
