import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type {
  OwedRow,
  RevenueRow,
} from '../../../../domain/money/statements/service/service-figures-store.ts'
import type { PeriodFault } from '../../../../domain/money/statements/shop/statement-period.ts'
import { textField } from '../../../../pages/form-parts.ts'
import { dayOf, periodFaultText } from '../../../../web/statements/shop-statement-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { booksPart } from '../books-part-page.ts'

export const revenueColumns = {
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

export const owedColumns = {
  name: 'Name',
  currency: 'Currency',
  sales: 'Sales or earnings',
  fees: 'Trips and fees owed',
  owed: 'To pay',
} as const

const tabNames = {
  SHOPS: 'To shops',
  COURIERS: 'To couriers',
} as const

type RevenueScreen = {
  language: Language
  rows: readonly RevenueRow[]
  typed: { from: string; to: string; fault: PeriodFault | undefined }
}

/** What is left of a row once discounts are given and couriers are paid. */
export const leftOf = (row: Omit<RevenueRow, 'day' | 'cityName' | 'currency' | 'deliveries'>): number =>
  row.tripFcfa - row.discountFcfa + row.collectionFcfa + row.feesFcfa - row.courierPayFcfa

/** Revenue by day and city. */
export function revenuePage({ language, rows, typed }: RevenueScreen): OperationsContent {
  const t = speak(language)
  const columns = speakEach(language, revenueColumns)
  const href = `${serviceHref('books')}/revenue`
  const field = (name: 'from' | 'to') =>
    textField({
      name,
      label: name === 'from' ? t('From#from') : t('To#to'),
      value: typed[name],
      error: name === 'from' && typed.fault ? periodFaultText(typed.fault, language) : undefined,
      attributes: { type: 'date', required: true },
    })
  const cell = (label: string, fcfa: number) =>
    html`<td class="number" data-label="${label}">${amountText(fcfa, language)}</td>`
  const line = (row: RevenueRow) =>
    html`<tr><td>${dayOf(row.day, language).replaceAll(' ', '\u00a0')}<br><span class="soft">${[row.cityName, row.currency].filter(Boolean).join(' · ')}</span></td><td class="number" data-label="${columns.deliveries}">${row.deliveries.toLocaleString(language)}</td>!${cell(columns.trip, row.tripFcfa)}!${cell(columns.discount, row.discountFcfa)}!${cell(columns.collection, row.collectionFcfa)}!${cell(columns.fees, row.feesFcfa)}!${cell(columns.pay, row.courierPayFcfa)}!${cell(columns.net, leftOf(row))}</tr>`
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, each]) => {
    const left = each.reduce((sum, row) => sum + leftOf(row), 0)
    return html`<div class="total"><dt>${t('Total')} · ${currency}</dt><dd>${amountText(left, language)}</dd></div>`
  })
  const head = [
    columns.deliveries,
    columns.trip,
    columns.discount,
    columns.collection,
    columns.fees,
    columns.pay,
    columns.net,
  ]
  const table = html`<section class="card"><dl>!${sums}</dl></section><div class="table stacked" tabindex="0" role="region" aria-label="${t('Revenue')}"><table><thead><tr><th scope="col">${columns.day}</th>!${head.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>!${rows.map(line)}</tbody></table></div>`
  return booksPart(language, t('Revenue'), {
    main: html`<p>${t('What deliveries that ended earned, by day and city, without VAT: trips before discounts, collection, cancellation and return fees, less discounts and the pay of couriers.')}</p><form class="stack" action="${href}"><div class="row">!${field('from')}!${field('to')}<button class="plain">${t('Show#show')}</button></div></form>
<p class="acts"><a class="button plain" href="${href}.csv?from=${typed.from}&to=${typed.to}">${t('CSV file')}</a></p>!${rows.length === 0 ? html`<p class="empty">${t('Nothing was earned on these days.')}</p>` : table}`,
  })
}

type OwedScreen = {
  language: Language
  to: 'SHOPS' | 'COURIERS'
  rows: readonly OwedRow[]
  page: number
  hasMore: boolean
}

/** What is owed to each shop or each courier. */
export function owedPage({ language, to, rows, page, hasMore }: OwedScreen): OperationsContent {
  const t = speak(language)
  const columns = speakEach(language, owedColumns)
  const href = `${serviceHref('books')}/owed`
  const query = `?to=${to.toLowerCase()}`
  const tab = (each: 'SHOPS' | 'COURIERS') =>
    html`<a href="${href}?to=${each.toLowerCase()}"!${each === to ? ' aria-current="true"' : ''}>${t(tabNames[each])}</a>`
  const about = ({ salesFcfa, feesFcfa, currency }: OwedRow) =>
    [
      salesFcfa === 0 ? '' : `${columns.sales} ${amountText(salesFcfa, language)}`,
      feesFcfa === 0 ? '' : `${columns.fees} ${amountText(feesFcfa, language)}`,
      currency,
    ]
      .filter(Boolean)
      .join(' · ')
  const linkTo = ({ id, owedFcfa }: OwedRow) => {
    if (to === 'COURIERS') return `/operations/couriers/${id}`
    return owedFcfa < 0 ? `/operations/shops/${id}#owes` : `/operations/shops/${id}/statement`
  }
  const line = (row: OwedRow) =>
    html`<li><a href="${linkTo(row)}"><span><strong>${row.name || row.id}</strong><br><span class="soft">${about(row)}</span></span><span>${amountText(row.owedFcfa, language)}</span></a></li>`
  const paging = [
    page > 1
      ? html`<a class="button plain" href="${href}${query}&page=${page - 1}">${t('Previous page')}</a>`
      : '',
    hasMore
      ? html`<a class="button plain" href="${href}${query}&page=${page + 1}">${t('Next page')}</a>`
      : '',
  ]
  return booksPart(language, t('What is owed'), {
    main: html`<div class="tabs">!${tab('SHOPS')}!${tab('COURIERS')}</div><p class="acts"><a class="button plain" href="${href}.csv${query}">${t('CSV file')}</a></p>
!${rows.length === 0 ? html`<p class="empty">${t('Nothing is owed.')}</p>` : html`<ul class="rows">!${rows.map(line)}</ul>`}<div class="acts">!${paging}</div>`,
  })
}
