import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { OpenAlert } from '../../../../domain/monitoring/alerts/alert-course.ts'
import {
  type AlertKind,
  type AlertLimits,
  alertsIn,
} from '../../../../domain/monitoring/alerts/alert-rules.ts'
import { alertWords } from '../../../../domain/monitoring/alerts/alert-wording.ts'
import {
  type HealthFigure,
  healthFigures,
  type Judgement,
  judgedHealth,
  worstOf,
} from '../../../../domain/monitoring/health/health-judgement.ts'
import type { ServiceHealth } from '../../../../domain/monitoring/health/service-health.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { alertList, sentence } from '../alerts/alert-list-page.ts'
import { type ServicePage, serviceHref, servicePage } from '../service-page.ts'
import { type FigureLine, figureLines } from './health-figures.ts'

type HealthScreen = {
  language: Language
  timeZone: string
  health: ServiceHealth
  limits: AlertLimits
  alerts: readonly OpenAlert[]
}

const actTexts: Partial<Record<HealthFigure, OperationsText>> = {
  relay: 'Events do not move on: see whether a process “colis work” runs.',
  database:
    'The database hardly answers, or takes nothing any more: see its disk, its load and its connections.',
  settings: 'A setting that everything needs is missing: add it and restart.',
  migrations: 'Migrations are missing: run “colis migrate”, or restart.',
}

const lookTexts: Partial<Record<HealthFigure, OperationsText>> = {
  searches: 'Parcels have waited for long: see the board.',
  payments: 'Several payments failed: watch the next ones.',
  messages: 'See which messages wait or failed, and resend those that matter.',
  webhooks: 'Servers of shops do not answer: we try again by ourselves; tell the shops if it lasts.',
  relay: 'Events wait for their position: see the load of the machine.',
  consumers: 'A reader failed or falls behind; it tries again by itself.',
  loops: 'A task falls behind: see the load of the machine.',
  database: 'The database answers slowly, or its connections fill up: see its load.',
  clocks: 'The clock of a machine differs from the database’s: see whether NTP runs on both.',
  migrations: 'A newer version changed the database: upgrade this process too.',
  settings: 'Settings are missing: what depends on them is not offered.',
  disks: 'Room gets scarce, or cannot be measured: plan to enlarge it.',
  process: 'This process takes much memory: restart it at a calm hour.',
}

const titles: Record<HealthFigure, OperationsText> = {
  searches: 'Search for couriers',
  codes: 'Locked codes',
  payments: 'Payments',
  refunds: 'To give back',
  transfers: 'Payouts that do not get through',
  paidTwice: 'Received too much',
  disagreements: 'Money that disagrees',
  messages: 'Messages',
  webhooks: 'Webhooks',
  parked: 'Events set aside',
  relay: 'Order of events',
  consumers: 'Readers of events',
  loops: 'Background tasks',
  database: 'Database',
  clocks: 'Clocks',
  migrations: 'Migrations',
  settings: 'Settings',
  disks: 'Disks',
  process: 'This process',
}

const overallTexts = {
  FINE: 'All is well.',
  LOOK: 'Nothing urgent, but some points are to be looked at.',
  ACT: 'Somebody must act: see what is marked.',
} as const

const judgements = {
  FINE: 'Fine',
  LOOK: 'Look',
  ACT: 'Act',
} as const

/** How the service does: every figure with what it means and what to do. */
export function healthPage(screen: HealthScreen): OperationsContent {
  const { language, timeZone, health, limits, alerts } = screen
  const t = speak(language)
  const judged = judgedHealth(health, limits)
  const lines = figureLines(health, screen)
  const overall = worstOf(Object.values(judged))
  const open = alertList(alerts, { language, timeZone, now: health.takenAt })
  const taken = momentText(health.takenAt, { timeZone, now: health.takenAt, hasSeconds: true }, language)
  return servicePage(language, '', {
    acts: badge(overall, language),
    main: html`<p>${t(overallTexts[overall])} <span class="soft">${t('Figures of {when}, shared for five seconds.', { when: taken })}</span></p>
!${open && html`<h2>${t('Open alerts')}</h2>!${open}`}
<div class="cards flow">!${healthFigures.map((figure) => figureCard(screen, figure, judged[figure], lines[figure]))}</div>`,
  })
}

const badge = (judgement: Judgement, language: Language): string =>
  html`<span class="badge ${judgement === 'ACT' ? 'bad' : judgement === 'LOOK' ? 'waiting' : ''}">${speak(language)(judgements[judgement])}</span>`

/** The pages on which something can be done about a figure. */
const pagesOf: Partial<Record<HealthFigure, ServicePage>> = {
  messages: 'messages',
  parked: 'events',
  refunds: 'refunds',
  transfers: 'payouts',
  paidTwice: 'payouts',
  disagreements: 'disagreements',
}

function figureCard(
  screen: HealthScreen,
  figure: HealthFigure,
  judgement: Judgement,
  lines: readonly FigureLine[],
): string {
  const { language } = screen
  const t = speak(language)
  const page = pagesOf[figure]
  const advice = adviceOf(screen, figure, judgement)
  const empty =
    figure === 'searches'
      ? t('No parcel waits for a courier')
      : figure === 'codes'
        ? t('No code is locked')
        : t('Nothing')
  return html`<section class="card"><div class="heading-line"><h2>${t(titles[figure])}</h2>!${badge(judgement, language)}</div>
!${advice === '' ? '' : html`<p>${advice}</p>`}!${
    lines.length === 0
      ? html`<p class="soft">${empty}</p>`
      : html`<dl>!${lines.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
  }!${page ? html`<p><a href="${serviceHref(page)}">${t('See')}</a></p>` : ''}</section>`
}

const kindsOf: Partial<Record<HealthFigure, AlertKind>> = {
  searches: 'NO_COURIER',
  codes: 'CODE_LOCKED',
  payments: 'PAYMENTS_FAILING',
  refunds: 'REFUND_DUE',
  transfers: 'TRANSFERS_STUCK',
  paidTwice: 'PAID_TWICE',
  disagreements: 'MONEY_DISAGREES',
  messages: 'MESSAGES_HELD',
  webhooks: 'WEBHOOKS_WAITING',
  parked: 'EVENTS_PARKED',
  consumers: 'CONSUMER_BEHIND',
  loops: 'LOOP_LATE',
  disks: 'DISK_LOW',
}

/** What to do about a figure: what its alert says, or words of its own. */
function adviceOf({ language, health, limits }: HealthScreen, figure: HealthFigure, judgement: Judgement) {
  if (judgement === 'FINE') return ''
  const t = speak(language)
  if (judgement === 'LOOK') return lookTexts[figure] ? t(lookTexts[figure]) : ''
  const found = alertsIn(health, limits).find(({ kind }) => kind === kindsOf[figure])
  return found
    ? sentence(alertWords(found.kind, found.facts).advice[language])
    : actTexts[figure]
      ? t(actTexts[figure])
      : ''
}
