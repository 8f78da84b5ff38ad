import { html } from 'ghtml'
import { amountText, dayText, momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type {
  ShopStatement,
  StatementDelivery,
  StatementLine,
  StatementRefund,
} from '../../domain/money/statements/shop/shop-statement.ts'
import type { NamedSpan, PeriodFault } from '../../domain/money/statements/shop/statement-period.ts'
import { hiddenField, submitButton, textField } from '../../pages/form-parts.ts'
import { hrefWith, tabs } from '../../pages/list-parts.ts'
import { valueWording } from '../value-wording.ts'
import { speak, type WebText } from '../web-words.ts'
import { transferStateText, transferText } from './transfer-text.ts'

const spanNames: Record<NamedSpan, WebText> = {
  THIS_WEEK: 'This week',
  LAST_WEEK: 'Last week',
  THIS_MONTH: 'This month',
  LAST_MONTH: 'Last month',
}

const faultTexts: Record<PeriodFault, WebText> = {
  NO_DAY: 'Choose two days.',
  BACKWARDS: 'The last day comes before the first.',
  TOO_LONG: 'Choose at most 93 days.',
}

const kindNames: Record<StatementLine['kind'], WebText> = {
  DELIVERY: 'Delivery',
  WAIT: 'Courier’s waiting',
  PAYOUT: 'Payout',
  PAYOUT_REFUSED: 'Payout refused',
  PAYOUT_FEE: 'Provider’s fee of a payout',
  TRIP_PREPAID: 'Trip paid first',
  SHOP_PAYMENT: 'Paid by the shop',
  CREDIT_NOTE: 'Credit note#kinds',
  OTHER: 'Other movement',
}

/** What the page of a shop's statement shows. */
type StatementScreen = {
  language: Language
  timeZone: string
  now: Date
  /** The address of the shop's pages. */
  shopHref: string
  /** Where a delivery is looked at; undefined where it cannot be. */
  deliveryHref: (id: string) => string
  statement: ShopStatement
  spans: Record<NamedSpan, [string, string]>
  /** What was asked for, as it was typed. */
  typed: { from: string; to: string; fault: PeriodFault | undefined }
  /** How many lines come before those shown. */
  skipped: number
  pageLines: number
  currencies: readonly string[]
}

/** How many refunds a page lists. */
const shownRefunds = 20

/** The statement of a shop: what it comes to, then its lines. */
export function shopStatementMain(screen: StatementScreen): string {
  const { language, statement } = screen
  const t = speak(language)
  const { firstDay, lastDay } = statement.period
  const query = { from: firstDay, to: lastDay, currency: askedCurrency(screen) }
  const href = `${screen.shopHref}/statement`
  const lead = t(
    'Every delivery that ended, every payout, and what is still owed. With a −: what is taken from the shop, or has been paid to it.',
  )
  const ways = [
    wayOn(hrefWith(`${href}.csv`, query), t('CSV file')),
    wayOn(hrefWith(`${href}.pdf`, query), t('Print (PDF)')),
    wayOn(`${screen.shopHref}/invoices`, t('Invoices')),
  ]
  const none = html`<p class="empty">${t('Nothing moved on these days.')}</p>`
  const lines = statement.lines.length === 0 ? none : lineTable(screen)
  return html`<p>${lead}</p>!${spanTabs(screen)}!${periodForm(screen)}
<p><strong>${periodText(dayOf(firstDay, language), dayOf(lastDay, language), language)}</strong></p>
<section class="card"><dl>!${sumLines(screen)}</dl>!${settledLine(screen)}</section>
<p class="acts">!${ways}</p>
!${lines}!${paging(screen, query)}!${refundList(screen)}`
}

const wayOn = (href: string, label: string): string =>
  html`<a class="button plain" href="${href}">${label}</a>`

/** A day as a heading says it: `1er nov. 2026`. */
export const dayOf = (day: string, language: Language): string =>
  dayText(new Date(`${day}T00:00:00Z`), 'UTC', language)

/** The days of a statement: one, or the first and the last. */
export const periodText = (from: string, to: string, language: Language): string =>
  from === to ? speak(language)('On {from}', { from }) : speak(language)('From {from} to {to}', { from, to })

/** What is wrong with the days that were asked for. */
const periodFaultText = (fault: PeriodFault, language: Language): string => speak(language)(faultTexts[fault])

/** What moved money, in words. */
export const lineKindText = (kind: StatementLine['kind'], language: Language): string =>
  speak(language)(kindNames[kind])

/** What a statement comes to, in words and in the order in which it sums up; what is 0 is left out. */
export function statementSums(
  { openingFcfa, closingFcfa, sums }: ShopStatement,
  language: Language,
): [name: string, amount: string][] {
  const t = speak(language)
  const balance = (fcfa: number) =>
    fcfa === 0
      ? t('nothing is owed')
      : `${amountText(Math.abs(fcfa), language)} ${fcfa > 0 ? t('owed to the shop') : t('owed by the shop')}`
  const moved: [string, number][] = [
    [t('Sales collected'), sums.goodsFcfa],
    [t('Trips borne by the shop'), -sums.tripFcfa],
    [t('Collection fees'), -sums.codFeeFcfa],
    [t('Cancellation and return fees'), -sums.feesFcfa],
    [t('Discounts given by the shop'), -sums.ownDiscountFcfa],
    [t('Paid by the shop'), sums.paidByShopFcfa],
    [t('Other movements'), sums.otherFcfa],
    [t('Paid to the shop'), -sums.paidOutFcfa],
  ]
  return [
    [t('Balance at the beginning'), balance(openingFcfa)],
    ...moved
      .filter(([, fcfa]) => fcfa !== 0)
      .map(([name, fcfa]): [string, string] => [name, amountText(fcfa, language)]),
    [t('Balance at the end'), balance(closingFcfa)],
  ]
}

function spanTabs(screen: StatementScreen): string {
  const { language, statement, spans, shopHref } = screen
  const { firstDay, lastDay } = statement.period
  const t = speak(language)
  const links = (Object.keys(spanNames) as NamedSpan[]).map((name) => {
    const [from, to] = spans[name]
    const isCurrent = from === firstDay && to === lastDay
    const query = { from, to, currency: askedCurrency(screen) }
    return { href: hrefWith(`${shopHref}/statement`, query), label: t(spanNames[name]), isCurrent }
  })
  const others = screen.currencies
    .filter((currency) => currency !== statement.currency)
    .map((currency) => ({
      href: hrefWith(`${shopHref}/statement`, { from: firstDay, to: lastDay, currency }),
      label: currency,
    }))
  return tabs([...links, ...others])
}

function periodForm({ language, shopHref, typed, statement }: StatementScreen): string {
  const t = speak(language)
  const field = (name: 'from' | 'to') =>
    textField({
      name,
      label: name === 'from' ? t('From#from') : t('To#to'),
      value: typed[name],
      error: name === 'from' && typed.fault ? periodFaultText(typed.fault, language) : undefined,
      attributes: { type: 'date', required: true },
    })
  const row = [field('from'), field('to'), submitButton(t('Show'), 'plain')]
  const form = html`<form class="stack" action="${shopHref}/statement">!${[
    html`<div class="row">!${row}</div>`,
    hiddenField('currency', statement.currency),
  ]}</form>`
  const summary = html`<summary>${t('Other period')}</summary>`
  return html`<details!${typed.fault ? ' open' : ''}>!${summary}!${form}</details>`
}

const sumLines = ({ statement, language }: StatementScreen): string[] => {
  const sums = statementSums(statement, language)
  return sums.map(
    ([name, amount], at) =>
      html`<div!${at === sums.length - 1 ? ' class="total"' : ''}><dt>${name}</dt><dd>${amount}</dd></div>`,
  )
}

function settledLine({ statement: { sums }, language }: StatementScreen): string {
  if (sums.settledFeesFcfa === 0) return ''
  const t = speak(language)
  const amount = amountText(sums.settledFeesFcfa, language)
  return html`<p class="hint">${t('Payouts also settled {amount} of trips and fees.', { amount })}</p>`
}

function lineTable(screen: StatementScreen): string {
  const t = speak(screen.language)
  const text = (label: string) => html`<th scope="col">${label}</th>`
  const figure = (label: string) => html`<th scope="col" class="number">${label}</th>`
  const columns = [
    text(t('What')),
    figure(t('Goods')),
    figure(t('Delivery')),
    text(t('Borne by the shop')),
    figure(t('To the shop')),
    figure(t('Balance')),
  ]
  const rows = screen.statement.lines.map((line) => lineRow(screen, line))
  const table = html`<table><thead><tr>!${columns}</tr></thead><tbody>!${rows}</tbody></table>`
  const about = html`tabindex="0" role="region" aria-label="${t('Details')}"`
  return html`<h2>${t('Details')}</h2><div class="table stacked" !${about}>!${table}</div>`
}

function lineRow(screen: StatementScreen, line: StatementLine): string {
  const { language } = screen
  const t = speak(language)
  const { delivery } = line
  const amount = (fcfa: number | undefined) => (fcfa ? amountText(fcfa, language) : '')
  const cell = (label: string, text: string, kind = 'number') =>
    text === '' ? html`<td></td>` : html`<td class="${kind}" data-label="${label}">${text}</td>`
  const toShop = html`<strong>${amountText(line.toShopFcfa, language)}</strong>`
  return html`<tr>!${[
    html`<td>!${whatOf(screen, line)}</td>`,
    cell(t('Goods'), amount(delivery?.goodsFcfa)),
    cell(t('Delivery'), amount(delivery?.priceFcfa)),
    cell(t('Borne by the shop'), lineCharges(line, language), ''),
    html`<td class="number" data-label="${t('To the shop')}">!${toShop}</td>`,
    cell(t('Balance'), amountText(line.balanceFcfa, language)),
  ]}</tr>`
}

function whatOf(screen: StatementScreen, line: StatementLine): string {
  const { language, timeZone, now } = screen
  const t = speak(language)
  const moment = momentText(line.bookedAt, { timeZone, now }, language)
  const { delivery, subject, transfer } = line
  const link = ({ id, reference }: { id: string; reference: string }) =>
    html`<a href="${screen.deliveryHref(id)}">${reference}</a>`
  const withFacts = (name: string, facts: readonly (string | null | undefined)[]) =>
    html`!${name}<br><span class="soft">${facts.filter(Boolean).join(' · ')}</span>`
  if (subject)
    return withFacts(link(subject), [lineKindText(line.kind, language), subject.externalRef, moment])
  if (delivery) {
    const paid =
      line.toShopFcfa > 0 ? (line.paidWith ? transferText(screen, line.paidWith) : t('not paid out yet')) : ''
    const status = valueWording[language].delivery[delivery.status]
    return withFacts(link(delivery), [delivery.externalRef, status, moment, paid])
  }
  const settled = transfer?.nettedFcfa
    ? t('{amount} of fees settled with it', { amount: amountText(transfer.nettedFcfa, language) })
    : ''
  const about = [transfer ? transferText(screen, transfer) : '', settled, line.note]
  if (!about[0]?.endsWith(moment)) about.push(moment)
  return withFacts(html`${lineKindText(line.kind, language)}`, about)
}

/** What the shop bears of a line. */
export function lineCharges({ delivery, kind, toShopFcfa }: StatementLine, language: Language): string {
  if (kind === 'WAIT') return `${speak(language)('waiting#charges')} ${amountText(-toShopFcfa, language)}`
  return delivery ? chargesText(delivery, language) : ''
}

/** What the shop bears of a delivery: `course 600 FCFA, encaissement 100 FCFA`. */
function chargesText(delivery: StatementDelivery, language: Language): string {
  const t = speak(language)
  const charges: [string, number][] = [
    [t('trip'), delivery.tripFcfa],
    [t('collection'), delivery.codFeeFcfa],
    [t('cancellation'), delivery.cancellationFeeFcfa],
    [t('return'), delivery.returnFeeFcfa],
    [t('discount given'), delivery.ownDiscountFcfa],
  ]
  return charges
    .filter(([, fcfa]) => fcfa !== 0)
    .map(([name, fcfa]) => `${name} ${amountText(fcfa, language)}`)
    .join(', ')
}

function paging(
  { language, statement, skipped, pageLines, shopHref }: StatementScreen,
  query: Record<string, string | undefined>,
): string {
  const t = speak(language)
  const { lines, sums, hasMore } = statement
  if (skipped === 0 && !hasMore) return ''
  const link = (page: number, label: string) => {
    const href = hrefWith(`${shopHref}/statement`, { ...query, page: `${page}` })
    return html`<a class="button plain" href="${href}">${label}</a>`
  }
  const page = skipped / pageLines + 1
  const shown = t('Lines {first} to {last} of {all}', {
    first: skipped + 1,
    last: skipped + lines.length,
    all: sums.lines.toLocaleString(language),
  })
  return html`<p class="soft">${shown}</p><div class="acts">!${[
    page > 1 ? link(page - 1, t('Previous lines')) : '',
    hasMore ? link(page + 1, t('Next lines')) : '',
  ]}</div>`
}

function refundList(screen: StatementScreen): string {
  const { language, statement } = screen
  const t = speak(language)
  if (statement.refunds.length === 0) return ''
  const shown = statement.refunds.slice(0, shownRefunds)
  const bounded = t('Only the first {shown} are here; the CSV file has them all.', { shown: shown.length })
  return html`!${[
    html`<h2>${t('Refunds to your customers')}</h2>`,
    html`<p>${t('They do not change the balance: this money was the customers’.')}</p>`,
    html`<ul class="rows">!${shown.map((refund) => refundRow(screen, refund))}</ul>`,
    statement.refunds.length > shown.length ? html`<p class="hint">${bounded}</p>` : '',
  ]}`
}

function refundRow({ language, timeZone, now }: StatementScreen, refund: StatementRefund): string {
  const t = speak(language)
  const about = `${refundText(refund, language)} · ${momentText(refund.at, { timeZone, now }, language)}`
  const name = refund.deliveryReference ?? t('Refund to the customer')
  const what = html`<strong>${name}</strong><br><span class="soft">${about}</span>`
  const amount = amountText(refund.amountFcfa, language)
  return html`<li><div class="line"><span>!${what}</span><span>${amount}</span></div></li>`
}

/** How a customer got money back: `VIR-4F2A, payé`, or that it was refused. */
export function refundText({ reference, state, amountFcfa }: StatementRefund, language: Language): string {
  const t = speak(language)
  const how = reference
    ? `${reference}, ${state ? transferStateText(state, language) : ''}`
    : t('made by hand')
  return amountFcfa < 0 ? `${t('Refund refused')} · ${how}` : how
}

const askedCurrency = ({ statement, currencies }: StatementScreen): string | undefined =>
  currencies.length > 1 ? statement.currency : undefined
