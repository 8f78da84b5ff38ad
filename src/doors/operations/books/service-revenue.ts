import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import {
  type RevenueRow,
  readRevenue,
} from '../../../domain/money/statements/service/service-figures-store.ts'
import {
  namedSpans,
  type PeriodFault,
  statementPeriod,
} from '../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { textField } from '../../../pages/form-parts.ts'
import { csvFile, csvHeaders } from '../../../web/exports/csv-file.ts'
import { sentText } from '../../../web/exports/delivery-filter.ts'
import { workCost } from '../../../web/limit-work.ts'
import { dayOf, periodFaultText } from '../../../web/statements/shop-statement-page.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak, speakEach } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { booksPart } from './books-part-page.ts'

const path = `${serviceHref('books')}/revenue`

const columnNames = {
  day: 'Day',
  city: 'City',
  currency: 'Currency',
  deliveries: 'Delivered',
  trip: 'Trips',
  discount: 'Discounts',
  collection: 'Collection',
  fees: 'Other fees',
  pay: 'Couriers',
  net: 'Left',
} as const

/** The days that were asked for, as they were typed where they are no period. */
type Asked = { from: string; to: string; fault: PeriodFault | undefined }

/**
 * `/operations/service/books/revenue`: what the service earned by day and city, as a page and as a CSV file.
 */
export async function serviceRevenuePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { database, clock, timeZone } = deps
  const operates = 'MANAGE'

  app.get(path, { config: { operates, cost: workCost.form } }, async (request, reply) => {
    const { rows, asked } = await readAsked(request)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'What deliveries that ended earned, by day and city, without VAT: trips before discounts, collection, cancellation and return fees, less discounts and the pay of couriers.',
    )
    const none = html`<p class="empty">${t('Nothing was earned on these days.')}</p>`
    const main = html`<p>${lead}</p>!${periodForm(asked, language)}
<p class="acts">
<a class="button plain" href="${path}.csv?from=${asked.from}&to=${asked.to}">${t('CSV file')}</a></p>
!${rows.length === 0 ? none : html`!${totalsCard(rows, language)}!${revenueTable(rows, language)}`}`
    const page = booksPart(language, t('Revenue'), { main })
    return deps.sendPage(request, reply, asked.fault ? 422 : 200, page)
  })

  app.get(`${path}.csv`, { config: { operates, cost: workCost.file } }, async (request, reply) => {
    const { rows, asked } = await readAsked(request)
    const header = Object.values(speakEach(languageOf(request), columnNames))
    return reply
      .headers(csvHeaders(`revenu-${asked.from}-${asked.to}`))
      .send(csvFile(header, rows.map(rowCells)))
  })

  /** The revenue of the days that are asked for; of this month where none are, or no period. */
  async function readAsked(request: FastifyRequest) {
    const [first, last] = namedSpans(clock.now(), timeZone).THIS_MONTH
    const [from, to] = [sentText(request.query, 'from', 20), sentText(request.query, 'to', 20)]
    const typed = from === '' && to === '' ? undefined : statementPeriod(from, to, timeZone)
    const period = typeof typed === 'object' ? typed : statementPeriod(first, last, timeZone)
    if (typeof period === 'string') throw new Error('A month is a period.')
    const rows = await outsideDeadline(request, () => readRevenue(database, { ...period, timeZone }))
    const asked: Asked =
      typeof typed === 'string'
        ? { from, to, fault: typed }
        : { from: period.firstDay, to: period.lastDay, fault: undefined }
    return { rows, asked }
  }
}

/** What is left of a row once discounts are given and couriers are paid. */
const leftOf = (row: RevenueRow): number =>
  row.tripFcfa - row.discountFcfa + row.collectionFcfa + row.feesFcfa - row.courierPayFcfa

/** The amounts of a row, in the order of their columns. */
const amountsOf = (row: RevenueRow): number[] => [
  row.tripFcfa,
  row.discountFcfa,
  row.collectionFcfa,
  row.feesFcfa,
  row.courierPayFcfa,
  leftOf(row),
]

const rowCells = (row: RevenueRow) => [
  ...[row.day, row.cityName, row.currency, row.deliveries],
  ...amountsOf(row),
]

function periodForm({ from, to, fault }: Asked, language: Language): string {
  const t = speak(language)
  const attributes = { type: 'date', required: true }
  const error = fault && periodFaultText(fault, language)
  const first = textField({ name: 'from', label: t('From#from'), value: from, error, attributes })
  const last = textField({ name: 'to', label: t('To#to'), value: to, attributes })
  return html`<form class="stack" action="${path}"><div class="row">
!${first}!${last}<button class="plain">${t('Show#show')}</button></div></form>`
}

function totalsCard(rows: readonly RevenueRow[], language: Language): string {
  const total = speak(language)('Total')
  const lines = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, each]) => {
    const left = each.reduce((sum, row) => sum + leftOf(row), 0)
    const amount = amountText(left, language)
    return html`<div class="total"><dt>${total} · ${currency}</dt><dd>${amount}</dd></div>`
  })
  return html`<section class="card"><dl>!${lines}</dl></section>`
}

function revenueTable(rows: readonly RevenueRow[], language: Language): string {
  const t = speak(language)
  const { day, city: _, currency: __, ...columns } = speakEach(language, columnNames)
  const lines = rows.map((row) => {
    const about = [row.cityName, row.currency].filter(Boolean).join(' · ')
    const amounts = amountsOf(row).map((fcfa) => amountText(fcfa, language))
    const figures = [row.deliveries.toLocaleString(language), ...amounts]
    const cells = Object.values(columns).map(
      (name, at) => html`<td class="number" data-label="${name}">${figures[at]}</td>`,
    )
    return html`<tr><td>${dayOf(row.day, language).replaceAll(' ', '\u00a0')}<br>
<span class="soft">${about}</span></td>!${cells}</tr>`
  })
  const heads = Object.values(columns).map((name) => html`<th scope="col" class="number">${name}</th>`)
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t('Revenue')}"><table>
<thead><tr><th scope="col">${day}</th>!${heads}</tr></thead><tbody>!${lines}</tbody></table></div>`
}
