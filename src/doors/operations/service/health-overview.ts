import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import {
  type AlertKind,
  type AlertLimits,
  alertLimitsOf,
  alertsIn,
} from '../../../domain/monitoring/alerts/alert-rules.ts'
import { listOpenAlerts } from '../../../domain/monitoring/alerts/alert-store.ts'
import { alertWords } from '../../../domain/monitoring/alerts/alert-wording.ts'
import {
  type HealthFigure,
  healthFigures,
  type Judgement,
  judgedHealth,
  worstOf,
} from '../../../domain/monitoring/health/health-judgement.ts'
import type { ServiceHealth } from '../../../domain/monitoring/health/service-health.ts'
import { shareHealth } from '../../../domain/monitoring/health/share-health.ts'
import type { MonitoringDeps } from '../../../domain/monitoring/monitoring-deps.ts'
import { languageOf } from '../../../http/response-language.ts'
import { factList } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { alertList, sentence } from './alerts/alert-list-page.ts'
import { type FigureLine, figureLines } from './health-figures.ts'
import { type ServicePage, serviceHref, servicePage } from './service-page.ts'

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

const emptyTexts: Partial<Record<HealthFigure, OperationsText>> = {
  searches: 'No parcel waits for a courier',
  codes: 'No code is locked',
}

/** The pages on which something can be done about a figure. */
const pagesOf: Partial<Record<HealthFigure, ServicePage>> = {
  messages: 'messages',
  parked: 'events',
  refunds: 'refunds',
  transfers: 'payouts',
  paidTwice: 'payouts',
  disagreements: 'disagreements',
}

/** The alert of a figure. */
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

/** `/operations/service`: how the service does, every figure with what it means and what to do. */
export async function healthOverviewPage(
  app: FastifyInstance,
  deps: OperationsDeps & Pick<MonitoringDeps, 'watched'>,
): Promise<void> {
  const { db, timeZone } = deps
  const read = shareHealth(deps)

  app.get(serviceHref(), { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const health = await read()
    const limits = alertLimitsOf(deps.rules.current())
    const alerts = await listOpenAlerts(db)

    const language = languageOf(request)
    const t = speak(language)
    const times = { language, timeZone, now: health.takenAt }
    const judged = judgedHealth(health, limits)
    const lines = figureLines(health, times)
    const overall = worstOf(Object.values(judged))
    const open = alertList(alerts, times)
    const when = momentText(health.takenAt, { ...times, hasSeconds: true }, language)
    const taken = t('Figures of {when}, shared for five seconds.', { when })
    const cards = healthFigures.map((figure) => {
      const advice = adviceOf({ language, health, limits }, figure, judged[figure])
      return figureCard(figure, judged[figure], { advice, lines: lines[figure] }, language)
    })
    const page = servicePage(language, '', {
      acts: badge(overall, language),
      main: html`<p>${t(overallTexts[overall])} <span class="soft">${taken}</span></p>
!${open && html`<h2>${t('Open alerts')}</h2>!${open}`}
<div class="cards flow">!${cards}</div>`,
    })
    return deps.sendPage(request, reply, 200, page)
  })
}

/** A figure of more lines than these is unfolded only where somebody has to look at it. */
const maxLines = 10

function badge(judgement: Judgement, language: Language): string {
  const look = { FINE: '', LOOK: 'waiting', ACT: 'bad' }[judgement]
  return html`<span class="badge ${look}">${speak(language)(judgements[judgement])}</span>`
}

function figureCard(
  figure: HealthFigure,
  judgement: Judgement,
  { advice, lines }: { advice: string; lines: readonly FigureLine[] },
  language: Language,
): string {
  const t = speak(language)
  const page = pagesOf[figure]
  const none = emptyTexts[figure] ?? 'Nothing'
  const list = factList(lines.map(({ label, value }) => [label, value]))
  const isFolded = judgement === 'FINE' && lines.length > maxLines
  const all = html`<summary>${t('See all ({count})', { count: lines.length })}</summary>`
  const facts = isFolded ? html`<details>!${all}!${list}</details>` : list
  return html`<section class="card">
<div class="heading-line"><h2>${t(titles[figure])}</h2>!${badge(judgement, language)}</div>
!${advice === '' ? '' : html`<p>${advice}</p>`}
!${lines.length === 0 ? html`<p class="soft">${t(none)}</p>` : facts}
!${page ? html`<p><a href="${serviceHref(page)}">${t('See')}</a></p>` : ''}</section>`
}

/** What to do about a figure: what its alert says, or words of its own. */
function adviceOf(
  { language, health, limits }: { language: Language; health: ServiceHealth; limits: AlertLimits },
  figure: HealthFigure,
  judgement: Judgement,
): string {
  if (judgement === 'FINE') return ''
  const t = speak(language)
  if (judgement === 'LOOK') return lookTexts[figure] ? t(lookTexts[figure]) : ''
  const found = alertsIn(health, limits).find(({ kind }) => kind === kindsOf[figure])
  if (found) return sentence(alertWords(found.kind, found.facts).advice[language])
  return actTexts[figure] ? t(actTexts[figure]) : ''
}
