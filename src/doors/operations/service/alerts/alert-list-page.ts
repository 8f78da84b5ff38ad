import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { ruleOfScope } from '../../../../domain/messages/strangers/stranger-scopes.ts'
import type { OpenAlert } from '../../../../domain/monitoring/alerts/alert-course.ts'
import type { AlertKind } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import { alertWords } from '../../../../domain/monitoring/alerts/alert-wording.ts'
import { speak } from '../../operations-words.ts'
import { ruleHref } from '../settings/rule-list.ts'

type AlertListReader = { language: Language; timeZone: string; now: Date }

/** `operations` links only what a dispatcher may open, too. */
const hrefs: Record<AlertKind, (alert: OpenAlert) => string> = {
  NO_COURIER: () => '/operations?view=no-courier',
  CODE_LOCKED: ({ facts }) => `/operations/deliveries/${facts.deliveryId}`,
  PROBLEM_REPORTED: () => '/operations/problems',
  SHOPS_WAITING: () => '/operations/shops?state=WAITING',
  APPLICATIONS_WAITING: () => '/operations/couriers/applications',
  REFUND_DUE: () => '/operations/service/refunds',
  TRANSFERS_STUCK: () => '/operations/service/payouts',
  PAID_TWICE: () => '/operations/service/payouts#overpaid',
  MONEY_DISAGREES: () => '/operations/service/disagreements',
  PAYMENTS_FAILING: () => '/operations/service',
  MESSAGES_HELD: () => '/operations/service/messages',
  MESSAGES_PASSED_ON: () => '/operations/service/messages#passed-on',
  STRANGER_MESSAGES: ({ facts }) =>
    facts.isUsedUp === 1 ? ruleHref(ruleOfScope(String(facts.scope))) : '/operations/service/messages',
  WEBHOOKS_WAITING: () => '/operations/shops',
  EVENTS_PARKED: () => '/operations/service/events',
  CONSUMER_BEHIND: () => '/operations/service',
  LOOP_LATE: () => '/operations/service',
  CLOCK_OFF: () => '/operations/service',
  DISK_LOW: () => '/operations/service',
  DATABASE_AWAY: () => '/operations/service',
}

/** Where something can be done about an alert. */
export const alertHref = (alert: OpenAlert): string => hrefs[alert.kind](alert)

/** The alerts that are open, each with what to do; nothing where there are none. */
export function alertList(alerts: readonly OpenAlert[], reader: AlertListReader): string {
  if (alerts.length === 0) return ''
  return html`<ul class="rows">!${alerts.map((alert) => alertLine(alert, reader))}</ul>`
}

function alertLine(alert: OpenAlert, { language, timeZone, now }: AlertListReader): string {
  const { what, advice } = alertWords(alert.kind, alert.facts)
  const when = momentText(alert.openedAt, { timeZone, now }, language)
  return html`<li><a href="${alertHref(alert)}"><span><strong>${sentence(what[language])}</strong><br>
${sentence(advice[language])}<br>
<span class="soft">${speak(language)('since {when}', { when })}</span></span></a></li>`
}

/** Words as a sentence of their own. */
export const sentence = (text: string): string => `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}.`
