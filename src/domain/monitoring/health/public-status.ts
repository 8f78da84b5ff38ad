import { type AlertKind, type FoundAlert, minutesBetween } from '../alerts/alert-rules.ts'
import type { Judgement } from './health-judgement.ts'
import type { ServiceHealth } from './service-health.ts'

/** What anybody may know of how the service does: four parts, each in one word, and no figure of it. */
export const publicParts = ['API', 'WEBHOOKS', 'MESSAGES', 'PAYMENTS'] as const
export type PublicPart = (typeof publicParts)[number]

/** It works; it is late or fails now and then; it does not work; it is not set up here; or nobody can say. */
export type PublicState = 'WORKS' | 'SLOW' | 'DISRUPTED' | 'OFF' | 'UNKNOWN'

/** A time in which a part did not work; `until` is null while it lasts. */
export type Incident = { part: PublicPart; since: Date; until: Date | null }

export type PublicStatus = {
  takenAt: Date
  parts: Readonly<Record<PublicPart, PublicState>>
  /** The last ones, the latest first. */
  incidents: readonly Incident[]
}

/** The loops and the readers of events that each part depends on. */
const tasks: Record<PublicPart, readonly string[]> = {
  API: [],
  WEBHOOKS: ['webhooks', 'send webhooks'],
  MESSAGES: ['messages', 'send messages'],
  PAYMENTS: ['mobile-money', 'follow payment requests'],
}

/** Alerts that say of a part itself that it does not work. */
const alertsOfPart: Partial<Record<AlertKind, PublicPart>> = {
  MESSAGES_HELD: 'MESSAGES',
  PAYMENTS_FAILING: 'PAYMENTS',
}

/** Alerts about work that is late, whose subject names it. */
const alertsOfTasks: readonly AlertKind[] = ['LOOP_LATE', 'CONSUMER_BEHIND']

/**
 * The part that an alert is an interruption of; undefined for one that is no concern of the public's. That
 * the server of a shop does not answer interrupts nothing: WEBHOOKS_WAITING is no incident.
 */
function partOfAlert({ kind, subject }: Pick<FoundAlert, 'kind' | 'subject'>): PublicPart | undefined {
  if (!alertsOfTasks.includes(kind)) return alertsOfPart[kind]
  return publicParts.find((part) => tasks[part].includes(subject))
}

/** How each part does, from the figures and what they were judged as. */
export function publicStates(
  health: ServiceHealth,
  judged: Record<'database' | 'relay' | 'messages' | 'payments', Judgement>,
  alerts: readonly FoundAlert[],
): Record<PublicPart, PublicState> {
  const interrupted = new Set(alerts.map(partOfAlert))
  const stateOf = (part: PublicPart, ...judgements: Judgement[]): PublicState => {
    if (interrupted.has(part) || judgements.includes('ACT')) return 'DISRUPTED'
    return judgements.includes('LOOK') || isLate(health, tasks[part]) ? 'SLOW' : 'WORKS'
  }
  const { settings, messages } = health
  const lacks = (what: string) => settings.some((each) => each.lacks === what)
  return {
    API: stateOf('API', judged.database),
    WEBHOOKS: stateOf('WEBHOOKS', judged.relay),
    MESSAGES: lacks('CODES') ? 'OFF' : stateOf('MESSAGES', messages.held > 0 ? 'LOOK' : 'FINE', judged.relay),
    PAYMENTS: lacks('MONEY') ? 'OFF' : stateOf('PAYMENTS', judged.payments, judged.relay),
  }
}

/** Whether some of the work has waited for longer than it should, though operators are not alerted yet. */
function isLate({ loops, eventLog, takenAt }: ServiceHealth, names: readonly string[]): boolean {
  const waits = [
    ...loops.map(({ name, oldestDueAt }) => ({ name, since: oldestDueAt })),
    ...eventLog.consumers.map(({ name, oldestAt }) => ({ name, since: oldestAt })),
  ]
  return waits.some(({ name, since }) => names.includes(name) && minutesBetween(since, takenAt) >= 2)
}

/** What is known without the database: the API does not work, and of the rest nobody can say. */
export const statesWithoutDatabase: Record<PublicPart, PublicState> = {
  API: 'DISRUPTED',
  WEBHOOKS: 'UNKNOWN',
  MESSAGES: 'UNKNOWN',
  PAYMENTS: 'UNKNOWN',
}

/** The incidents among alerts: those of one part that overlap or follow at once are one. */
export function incidentsOf(
  alerts: readonly { kind: AlertKind; subject: string; openedAt: Date; closedAt: Date | null }[],
): Incident[] {
  const found = alerts
    .flatMap(({ openedAt: since, closedAt: until, ...alert }) => {
      const part = partOfAlert(alert)
      return part ? [{ part, since, until }] : []
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime())
  const incidents: Incident[] = []
  for (const { part, since, until } of found) {
    const last = incidents.findLast((each) => each.part === part)
    const isSame = last && (last.until === null || last.until >= since)
    if (!isSame) incidents.push({ part, since, until })
    else if (last.until !== null && (until === null || until > last.until)) last.until = until
  }
  return incidents.toReversed()
}
