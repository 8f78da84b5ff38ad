import { html } from 'ghtml'
import { amountText, weekdayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, localDayText } from '../../../../base/kernel/local-time.ts'
import type { CourierRow } from '../../../../domain/couriers/courier-store.ts'
import type { CourierStatement } from '../../../../domain/couriers/statements/courier-statement.ts'
import type { CourierWeek } from '../../../../domain/statements/courier/read-courier-week.ts'
import { transferText } from '../../../../web/statements/transfer-text.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { dayOf } from '../courier-list-page.ts'
import { couriersPath } from '../courier-request.ts'
import { tripRows } from '../courier-trips-page.ts'

/** The statement of a week, with the ways to the weeks beside it and to the files. */
export function statementPage(
  courier: CourierRow,
  { statement, money }: CourierWeek,
  times: { language: Language; now: Date; timeZone: string },
): OperationsContent {
  const { language } = times
  const t = speak(language)
  const { monday } = statement.week
  const nextMonday = dayAfter(monday, 7)
  const path = `${couriersPath}/${courier.id}`
  const link = (day: string, label: string, kind = '') =>
    html`<a class="button plain" href="${path}/statement${kind}?week=${day}">${label}</a>`
  const name = `${courier.first_name} ${courier.last_name}`
  return {
    section: 'couriers',
    title: t('Statement of {name}', { name }),
    back: { href: path, label: name },
    main: html`<p><strong>${t('{from} to {to}', { from: dayOf(monday, language), to: dayOf(dayAfter(monday, 6), language) })}</strong></p>
<p class="acts">!${link(dayAfter(monday, -7), t('Week before'))}!${nextMonday <= localDayText(times.now, times.timeZone) ? link(nextMonday, t('Week after')) : ''}!${link(monday, t('PDF'), '.pdf')}!${link(monday, t('CSV'), '.csv')}</p>
!${dayTable(statement, language)}!${moneyCard(money, times)}!${tripRows(statement.trips, times)}`,
  }
}

/** What was paid in the week, and what is owed in all, as names beside amounts. */
export function moneyLines(
  { payouts, owed }: CourierWeek['money'],
  times: { language: Language; now: Date; timeZone: string },
): [name: string, amount: string][] {
  const { language } = times
  const t = speak(language)
  return [
    ...payouts.map((payout): [string, string] => [
      `${t('Payment')} · ${transferText(times, payout)}`,
      amountText(payout.amountFcfa, language),
    ]),
    ...owed.map(({ currency, fcfa }): [string, string] => [
      owed.length > 1 ? `${t('Still owed today')} · ${currency}` : t('Still owed today'),
      amountText(fcfa, language),
    ]),
  ]
}

function moneyCard(money: CourierWeek['money'], times: Parameters<typeof moneyLines>[1]): string {
  const lines = moneyLines(money, times)
  if (lines.length === 0) return ''
  return html`<section class="card"><dl>!${lines.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl></section>`
}

function dayTable({ days, sum }: CourierStatement, language: Language): string {
  const t = speak(language)
  const amount = (fcfa: number) => html`<td class="number">${amountText(fcfa, language)}</td>`
  const rows = days.map(
    (each) =>
      html`<tr><th scope="row">${weekdayText(each.day, language)}</th><td class="number">${each.trips}</td>!${amount(each.payFcfa)}!${amount(each.bonusFcfa)}</tr>`,
  )
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${t('Day')}"><table><thead><tr><th scope="col">${t('Day')}</th><th scope="col" class="number">${t('Trips')}</th><th scope="col" class="number">${t('Pay#statement')}</th><th scope="col" class="number">${t('Of it bonuses')}</th></tr></thead><tbody>!${rows}<tr class="total"><th scope="row">${t('Total')}</th><td class="number"><strong>${sum.trips}</strong></td><td class="number"><strong>${amountText(sum.payFcfa, language)}</strong></td><td class="number"><strong>${amountText(sum.bonusFcfa, language)}</strong></td></tr></tbody></table></div>`
}
