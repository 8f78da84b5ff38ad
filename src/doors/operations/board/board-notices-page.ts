import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { WaitingWork } from '../../../domain/board/count-waiting-work.ts'
import type { OpenAlert } from '../../../domain/monitoring/alerts/alert-course.ts'
import { type AlertKind, waitingAlertKinds } from '../../../domain/monitoring/alerts/alert-rules.ts'
import { alertWords } from '../../../domain/monitoring/alerts/alert-wording.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { papersToRenewHref } from '../couriers/courier-request.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { demandLines } from '../prices/rain-and-demand.ts'
import { alertHref, sentence } from '../service/alerts/alert-list-page.ts'
import { waitingLines } from '../waiting-work.ts'
import { boardShape } from './board-table-page.ts'

/** What one does about each alert, at the place it leads to. */
const alertActs: Record<AlertKind, OperationsText> = {
  NO_COURIER: 'Choose couriers',
  CODE_LOCKED: 'Unlock',
  PROBLEM_REPORTED: 'See to it',
  SHOPS_WAITING: 'Decide',
  APPLICATIONS_WAITING: 'Decide',
  REFUND_DUE: 'Give back',
  TRANSFERS_STUCK: 'See the payouts',
  PAID_TWICE: 'See the payouts',
  MONEY_DISAGREES: 'Compare',
  PAYMENTS_FAILING: 'See why',
  MESSAGES_HELD: 'See the messages',
  MESSAGES_PASSED_ON: 'See the messages',
  STRANGER_MESSAGES: 'See the messages',
  WEBHOOKS_WAITING: 'See the shops',
  EVENTS_PARKED: 'Retry',
  CONSUMER_BEHIND: 'See why',
  LOOP_LATE: 'See why',
  CLOCK_OFF: 'See why',
  DISK_LOW: 'See why',
  DATABASE_AWAY: 'See why',
}

type Noticed = {
  alerts: readonly OpenAlert[]
  /** Null for who decides none of it. */
  waiting: WaitingWork | null
  /** How many couriers have a paper that ends soon or has ended. */
  papers: number
  cities: readonly City[]
  language: Language
  now: Date
}

/** What concerns the service or a city rather than one delivery: a line each, with the act that mends it. */
export function boardNotices({ alerts, waiting, papers, cities, language, now }: Noticed): string {
  const t = speak(language)
  const line = (kind: 'bad' | 'wait', text: string, way?: { href: string; act: string }) =>
    html`<li class="${kind}">!${boardShape('stop')}<span><strong title="${text}">${text}</strong>!${
      way ? html` <a href="${way.href}">${way.act}</a>` : ''
    }</span></li>`
  // What waits is counted here; its alert, a minute later, says nothing more.
  const lines = alerts
    .filter(({ kind }) => !waitingAlertKinds.includes(kind))
    .map((alert) =>
      line('bad', sentence(alertWords(alert.kind, alert.facts).what[language]), {
        href: alertHref(alert),
        act: t(alertActs[alert.kind]),
      }),
    )
  const works = waiting ? waitingLines(waiting, language) : []
  const demands = demandLines(cities, { language, now }).map(({ text, href }) =>
    line('wait', `${text}.`, waiting ? { href, act: t('Change it') } : undefined),
  )
  const ending = t(
    '{count, plural, one {1 courier has a paper to renew} other {# couriers have a paper to renew}}',
    { count: papers },
  )
  const endings =
    papers > 0 ? [line('wait', `${ending}.`, { href: papersToRenewHref, act: t('See the papers') })] : []
  const all = [
    ...lines,
    ...works.map(({ text, href }) => line('wait', `${text}.`, { href, act: t('Decide') })),
    ...endings,
    ...demands,
  ]
  return all.length === 0 ? '' : html`<ul class="alarm">!${all}</ul>`
}
