import { html } from 'ghtml'
import { amountText, dayText, momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { textField } from '../../base/pages/form-parts.ts'
import type {
  ShopStatement,
  StatementDelivery,
  StatementLine,
  StatementRefund,
} from '../../domain/statements/shop/shop-statement.ts'
import type { NamedSpan, PeriodFault } from '../../domain/statements/shop/statement-period.ts'
import { valueWording } from '../value-wording.ts'
import { shopStatementWording } from './shop-statement-wording.ts'
import { transferText } from './transfer-text.ts'

/** What the page of a shop's statement shows. */
export type StatementScreen = {
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
export const shownRefunds = 20

/** The statement of a shop: what it comes to, then its lines. */
export function shopStatementMain(screen: StatementScreen): string {
  const { language, statement } = screen
  const words = shopStatementWording[language]
  const { firstDay, lastDay } = statement.period
  const query = `?from=${firstDay}&to=${lastDay}${currencyQuery(screen)}`
  const href = `${screen.shopHref}/statement`
  return html`<p>${words.lead}</p>!${spanTabs(screen)}!${periodForm(screen)}
<p><strong>${words.span(dayOf(firstDay, language), dayOf(lastDay, language))}</strong></p>
<section class="card"><dl>!${sumLines(screen)}</dl>!${settledLine(screen)}</section>
<p class="acts"><a class="button plain" href="${href}.csv${query}">${words.csv}</a><a class="button plain" href="${href}.pdf${query}">${words.pdf}</a><a class="button plain" href="${screen.shopHref}/invoices">${words.invoices}</a></p>
!${statement.lines.length === 0 ? html`<p class="empty">${words.none}</p>` : lineTable(screen)}!${paging(screen, query)}!${refundList(screen)}`
}

/** A day as a heading says it: `1er nov. 2026`. */
export const dayOf = (day: string, language: Language): string =>
  dayText(new Date(`${day}T00:00:00Z`), 'UTC', language)

/** What a statement comes to, in words and in the order in which it sums up; what is 0 is left out. */
export function statementSums(
  { openingFcfa, closingFcfa, sums }: ShopStatement,
  language: Language,
): [name: string, amount: string][] {
  const words = shopStatementWording[language]
  const { favour } = words
  const balance = (fcfa: number) =>
    fcfa === 0
      ? favour.nobody
      : `${amountText(Math.abs(fcfa), language)} ${fcfa > 0 ? favour.shop : favour.service}`
  const moved: [string, number][] = [
    [words.sums.goods, sums.goodsFcfa],
    [words.sums.trip, -sums.tripFcfa],
    [words.sums.codFee, -sums.codFeeFcfa],
    [words.sums.fees, -sums.feesFcfa],
    [words.sums.ownDiscount, -sums.ownDiscountFcfa],
    [words.sums.paidByShop, sums.paidByShopFcfa],
    [words.sums.other, sums.otherFcfa],
    [words.sums.paidOut, -sums.paidOutFcfa],
  ]
  return [
    [words.sums.opening, balance(openingFcfa)],
    ...moved
      .filter(([, fcfa]) => fcfa !== 0)
      .map(([name, fcfa]): [string, string] => [name, amountText(fcfa, language)]),
    [words.sums.closing, balance(closingFcfa)],
  ]
}

function spanTabs(screen: StatementScreen): string {
  const { language, statement, spans, shopHref } = screen
  const words = shopStatementWording[language]
  const links = (Object.keys(words.spans) as NamedSpan[]).map((name) => {
    const [from, to] = spans[name]
    const isCurrent = from === statement.period.firstDay && to === statement.period.lastDay
    return html`<a href="${shopHref}/statement?from=${from}&to=${to}!${currencyQuery(screen)}"!${isCurrent ? ' aria-current="true"' : ''}>${words.spans[name]}</a>`
  })
  const others = screen.currencies
    .filter((currency) => currency !== statement.currency)
    .map(
      (currency) =>
        html`<a href="${shopHref}/statement?from=${statement.period.firstDay}&to=${statement.period.lastDay}&currency=${currency}">${currency}</a>`,
    )
  return html`<div class="tabs">!${links}!${others}</div>`
}

function periodForm({ language, shopHref, typed, statement }: StatementScreen): string {
  const words = shopStatementWording[language]
  const field = (name: 'from' | 'to') =>
    textField({
      name,
      label: words[name],
      value: typed[name],
      error: name === 'from' && typed.fault ? words.faults[typed.fault] : undefined,
      attributes: { type: 'date', required: true },
    })
  return html`<details!${typed.fault ? ' open' : ''}><summary>${words.other}</summary><form class="stack" action="${shopHref}/statement"><div class="row">!${field('from')}!${field('to')}<button class="plain">${words.show}</button></div><input type="hidden" name="currency" value="${statement.currency}"></form></details>`
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
  const words = shopStatementWording[language].sums
  return html`<p class="hint">${words.settledFees(amountText(sums.settledFeesFcfa, language))}</p>`
}

function lineTable(screen: StatementScreen): string {
  const words = shopStatementWording[screen.language].lines
  const figure = (label: string) => html`<th scope="col" class="number">${label}</th>`
  return html`<h2>${words.heading}</h2><div class="table stacked" tabindex="0" role="region" aria-label="${words.heading}"><table><thead><tr><th scope="col">${words.what}</th>!${figure(words.goods)}!${figure(words.price)}<th scope="col">${words.charges}</th>!${figure(words.toShop)}!${figure(words.balance)}</tr></thead><tbody>!${screen.statement.lines.map((line) => lineRow(screen, line))}</tbody></table></div>`
}

function lineRow(screen: StatementScreen, line: StatementLine): string {
  const { language } = screen
  const words = shopStatementWording[language].lines
  const { delivery } = line
  const amount = (fcfa: number | undefined) => (fcfa ? amountText(fcfa, language) : '')
  const cell = (label: string, text: string, kind = 'number') =>
    text === '' ? html`<td></td>` : html`<td class="${kind}" data-label="${label}">${text}</td>`
  return html`<tr><td>!${whatOf(screen, line)}</td>!${cell(words.goods, amount(delivery?.goodsFcfa))}!${cell(words.price, amount(delivery?.priceFcfa))}!${cell(words.charges, lineCharges(line, language), '')}<td class="number" data-label="${words.toShop}"><strong>${amountText(line.toShopFcfa, language)}</strong></td>!${cell(words.balance, amountText(line.balanceFcfa, language))}</tr>`
}

function whatOf(screen: StatementScreen, line: StatementLine): string {
  const { language, timeZone, now } = screen
  const words = shopStatementWording[language]
  const moment = momentText(line.bookedAt, { timeZone, now }, language)
  const { delivery, subject, transfer } = line
  if (subject) {
    const about = [words.kinds[line.kind], subject.externalRef, moment].filter(Boolean).join(' · ')
    return html`<a href="${screen.deliveryHref(subject.id)}">${subject.reference}</a><br><span class="soft">${about}</span>`
  }
  if (delivery) {
    const paid =
      line.toShopFcfa > 0 ? (line.paidWith ? transferText(screen, line.paidWith) : words.notPaidYet) : ''
    const about = [delivery.externalRef, valueWording[language].delivery[delivery.status], moment, paid]
    return html`<a href="${screen.deliveryHref(delivery.id)}">${delivery.reference}</a><br><span class="soft">${about.filter(Boolean).join(' · ')}</span>`
  }
  const settled = transfer?.nettedFcfa ? words.settled(amountText(transfer.nettedFcfa, language)) : ''
  const about = [transfer ? transferText(screen, transfer) : '', settled, line.note]
  if (!about[0]?.endsWith(moment)) about.push(moment)
  return html`${words.kinds[line.kind]}<br><span class="soft">${about.filter(Boolean).join(' · ')}</span>`
}

/** What the shop bears of a line. */
export function lineCharges({ delivery, kind, toShopFcfa }: StatementLine, language: Language): string {
  if (kind === 'WAIT')
    return `${shopStatementWording[language].charges.waitingFee} ${amountText(-toShopFcfa, language)}`
  return delivery ? chargesText(delivery, language) : ''
}

/** What the shop bears of a delivery: `course 600 FCFA, encaissement 100 FCFA`. */
function chargesText(delivery: StatementDelivery, language: Language): string {
  const words = shopStatementWording[language].charges
  const charges: [string, number][] = [
    [words.trip, delivery.tripFcfa],
    [words.codFee, delivery.codFeeFcfa],
    [words.cancellationFee, delivery.cancellationFeeFcfa],
    [words.returnFee, delivery.returnFeeFcfa],
    [words.ownDiscount, delivery.ownDiscountFcfa],
  ]
  return charges
    .filter(([, fcfa]) => fcfa !== 0)
    .map(([name, fcfa]) => `${name} ${amountText(fcfa, language)}`)
    .join(', ')
}

function paging(
  { language, statement, skipped, pageLines, shopHref }: StatementScreen,
  query: string,
): string {
  const words = shopStatementWording[language]
  const { lines, sums, hasMore } = statement
  if (skipped === 0 && !hasMore) return ''
  const link = (page: number, label: string) =>
    html`<a class="button plain" href="${shopHref}/statement!${query.replaceAll('&', '&amp;')}&amp;page=${page}">${label}</a>`
  const page = skipped / pageLines + 1
  return html`<p class="soft">${words.range(skipped + 1, skipped + lines.length, sums.lines.toLocaleString(language))}</p><div class="acts">!${page > 1 ? link(page - 1, words.earlier) : ''}!${hasMore ? link(page + 1, words.later) : ''}</div>`
}

function refundList(screen: StatementScreen): string {
  const { language, statement } = screen
  const words = shopStatementWording[language].refunds
  if (statement.refunds.length === 0) return ''
  const shown = statement.refunds.slice(0, shownRefunds)
  const more =
    statement.refunds.length > shown.length ? html`<p class="hint">${words.more(shown.length)}</p>` : ''
  return html`<h2>${words.heading}</h2><p>${words.lead}</p><ul class="rows">!${shown.map((refund) => refundRow(screen, refund))}</ul>!${more}`
}

function refundRow({ language, timeZone, now }: StatementScreen, refund: StatementRefund): string {
  const words = shopStatementWording[language]
  const about = `${refundText(refund, language)} · ${momentText(refund.at, { timeZone, now }, language)}`
  return html`<li><div class="line"><span><strong>${refund.deliveryReference ?? words.refunds.row}</strong><br><span class="soft">${about}</span></span><span>${amountText(refund.amountFcfa, language)}</span></div></li>`
}

/** How a customer got money back: `VIR-4F2A, payé`, or that it was refused. */
export function refundText({ reference, state, amountFcfa }: StatementRefund, language: Language): string {
  const words = shopStatementWording[language]
  const how = reference ? `${reference}, ${state ? words.states[state] : ''}` : words.refunds.byHand
  return amountFcfa < 0 ? `${words.refunds.refusedRow} · ${how}` : how
}

const currencyQuery = ({ statement, currencies }: StatementScreen): string =>
  currencies.length > 1 ? `&currency=${statement.currency}` : ''
