import type { AlertFacts, AlertKind, FoundAlert } from './alert-rules.ts'

/** An alert as it stands in the database while it is open. */
export type OpenAlert = {
  id: string
  kind: AlertKind
  subject: string
  facts: AlertFacts
  openedAt: Date
  seenAt: Date
  lastNotifiedAt: Date | null
}

/** For how long something must have been right for its alert to be closed: what flickers is one alert. */
const calmMs = 5 * 60_000

/** What comes back within this time after its alert was sent is not announced again before it has passed. */
export const quietMs = 60 * 60_000

/** What is to be done with the alerts after a look at the service. */
type AlertSteps = {
  opening: FoundAlert[]
  /** Open ones that were found again, with their figures of now. */
  seen: OpenAlert[]
  closing: OpenAlert[]
}

/** Compares what is wrong with the alerts that are open. */
export function alertSteps(open: readonly OpenAlert[], found: readonly FoundAlert[], now: Date): AlertSteps {
  const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`
  const foundByKey = new Map(found.map((each) => [keyOf(each), each]))
  const openKeys = new Set(open.map(keyOf))
  return {
    opening: [...foundByKey.values()].filter((each) => !openKeys.has(keyOf(each))),
    seen: open.flatMap((alert) => {
      const facts = foundByKey.get(keyOf(alert))?.facts
      return facts ? [{ ...alert, facts, seenAt: now }] : []
    }),
    closing: open.filter(
      (alert) => !foundByKey.has(keyOf(alert)) && now.getTime() - alert.seenAt.getTime() >= calmMs,
    ),
  }
}

/**
 * Whether operators are to hear of an open alert at `now`: once when it opens, and again every `repeatHours`
 * while it is open. One that was sent before it opened this time has come back, and stays quiet for an hour
 * after that.
 */
export function isNoticeDue(
  { openedAt, lastNotifiedAt }: Pick<OpenAlert, 'openedAt' | 'lastNotifiedAt'>,
  { now, repeatHours }: { now: Date; repeatHours: number },
): boolean {
  if (lastNotifiedAt === null) return true
  const pauseMs = lastNotifiedAt < openedAt ? quietMs : repeatHours * 60 * 60_000
  return now.getTime() - lastNotifiedAt.getTime() >= pauseMs
}

/** Whether operators hear that an alert is over: only of those of which they heard. */
export const isEndTold = ({ openedAt, lastNotifiedAt }: OpenAlert): boolean =>
  lastNotifiedAt !== null && lastNotifiedAt >= openedAt
