import type { Outcome } from './trial.ts'
import type { Books } from './trial-books.ts'
import type { Acknowledged, Seen } from './trial-clients.ts'

/** What everybody wrote down: clients, the receiver of webhooks, the feed and the database. */
export type SceneRecord = {
  tried: number
  acknowledged: readonly Acknowledged[]
  refused: readonly string[]
  seen: readonly Seen[]
  books: Books
  /** The database once more, after all others were read: what happened meanwhile is no invention. */
  later: Books
  feed: readonly string[]
  sightings: readonly { eventId: string; sha256: string; isSigned: boolean }[]
  /** Whether no request may fail. */
  isSeamless?: boolean
  /** What was done when (`performance.now()`). */
  steps?: readonly { at: number; name: string }[]
}

/** Compares the witnesses with each other. */
export function judgeScene(record: SceneRecord): Outcome {
  const { tried, acknowledged, seen, books, later, feed, sightings, refused, isSeamless, steps = [] } = record
  const known = new Map(later.events.map((event) => [event.id, event]))
  const signed = new Set(sightings.filter(({ isSigned }) => isSigned).map(({ eventId }) => eventId))
  const inFeed = new Set(feed)
  const failed = seen.filter(({ outcome }) => !/^2\d\d$/.test(outcome))
  return {
    tried,
    acknowledged: acknowledged.length,
    lost: [
      ...acknowledged.filter(missingIn(books)).map(nameOf),
      ...books.events.filter(({ id }) => !signed.has(id)).map((event) => `webhook of ${eventName(event)}`),
      ...books.events.filter(({ id }) => !inFeed.has(id)).map((event) => `in the feed ${eventName(event)}`),
    ],
    doubled: [
      ...twice(books.deliveries.map(({ idempotencyKey }) => `order ${idempotencyKey}`)),
      ...twice(books.events.map(({ type, deliveryId }) => `${type} of delivery ${deliveryId}`)),
      ...twice(feed.map((id) => `in the feed event ${id}`)),
    ],
    broken: [
      ...refused,
      ...sightings.filter(({ isSigned }) => !isSigned).map(({ eventId }) => `signature of event ${eventId}`),
      ...sightings
        .filter(({ eventId, sha256 }) => known.get(eventId)?.sha256 !== sha256)
        .map(({ eventId }) => `event ${eventId} that arrived is not the one in the database`),
      ...feed.filter((id) => !known.has(id)).map((id) => `event ${id} of the feed is not in the database`),
      ...failed
        .filter(({ outcome }) => isSeamless || /^5(?!03$)/.test(outcome))
        .map((each) => failureOf(each, steps)),
    ],
    failedRequests: failed.length,
    seen: [
      `${books.events.length} events by webhook and feed, ${sightings.length - new Set(sightings.map(({ eventId }) => eventId)).size} sent again`,
      ...countsOf(failed.map(({ outcome }) => outcome)),
      `the slowest after ${secondsText(Math.max(0, ...seen.map(({ tookMs }) => tookMs)))}`,
    ],
  }
}

/** A request that failed, and after which step. */
function failureOf(
  { outcome, idempotencyKey, at }: Seen,
  steps: readonly { at: number; name: string }[],
): string {
  const step = steps.findLast((each) => each.at <= at)
  const when = step ? `, asked ${secondsText(at - step.at)} after ${step.name}` : ''
  return `${outcome} to ${idempotencyKey}${when}`
}

/** How long after `healedAt` the last request failed, as something that was seen; nothing where none failed. */
export function healing(seen: readonly Seen[], healedAt: number): string[] {
  const last = seen.findLast(({ outcome }) => !/^2\d\d$/.test(outcome))
  if (!last) return []
  return [`the last failed ${secondsText(Math.max(0, last.at + last.tookMs - healedAt))} after the end`]
}

/** Whether the database does not have what was acknowledged, or its event. */
export function missingIn({ deliveries, events }: Books): (each: Acknowledged) => boolean {
  const statuses = new Map(deliveries.map(({ id, status }) => [id, status]))
  const noted = new Set(events.map(({ type, deliveryId }) => `${type} ${deliveryId}`))
  return ({ kind, deliveryId }) =>
    kind === 'order'
      ? !statuses.has(deliveryId) || !noted.has(`delivery.created ${deliveryId}`)
      : statuses.get(deliveryId) !== 'CANCELLED' || !noted.has(`delivery.cancelled ${deliveryId}`)
}

/** Something acknowledged, with its ids. */
export const nameOf = ({ kind, idempotencyKey, deliveryId, answeredAt }: Acknowledged): string =>
  `${kind} ${idempotencyKey}, delivery ${deliveryId}, acknowledged ${answeredAt.toISOString()}`

const eventName = ({ id, type, deliveryId }: Books['events'][number]) =>
  `event ${id}, ${type} of delivery ${deliveryId}`

const twice = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) =>
    all.length > 1 ? [`${name}, ${all.length} times`] : [],
  )

const countsOf = (outcomes: readonly string[]): string[] =>
  [...Map.groupBy(outcomes, (outcome) => outcome)]
    .map(([outcome, all]) => `${all.length} × ${outcome}`)
    .sort()

export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
