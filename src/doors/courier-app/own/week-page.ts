import { html } from 'ghtml'
import { amountText, weekdayText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import { courierStatement, type StatementDay } from '../../../domain/couriers/statements/courier-statement.ts'
import type { CourierPayout } from '../../../domain/statements/courier/courier-money-store.ts'
import type { CourierWeek } from '../../../domain/statements/courier/read-courier-week.ts'
import type { TransferRow } from '../../../domain/transfers/transfer-row.ts'
import { dayOf, periodText } from '../../../web/statements/shop-statement-page.ts'
import { transferText } from '../../../web/statements/transfer-text.ts'
import { earnedCell, heldCard, type MoneyTimes, owedCell } from './money-page.ts'
import { ownWording } from './own-wording.ts'

/** Where a courier reads what they earned and were paid in a week. */
export const weekPath = '/courier/week'

/** The page of a week: what it earned, what was paid out in it, what is still owed, and the days with a trip. */
export function weekMain(
  { statement, money, held }: CourierWeek & { held: TransferRow | undefined },
  times: MoneyTimes,
): string {
  const { language, timeZone } = times
  const { week: words, trips } = ownWording[language]
  const { monday } = statement.week
  // Trips that earn nothing are not counted, as on the page of earnings.
  const earned = statement.trips.filter(({ isEarned }) => isEarned)
  const { sum, days } = courierStatement(statement.week, earned, timeZone)
  const wholeDay = (day: string) => dayOf(day, language).replaceAll(' ', '\u00a0')
  const span = periodText(wholeDay(monday), wholeDay(dayAfter(monday, 6)), language)
  return html`<h1>${words.heading}</h1>
<p><strong>${span}</strong></p>
!${heldCard(held, times)}
<dl class="card earned">!${earnedCell(words.earned, sum, language)}!${owedCell(money.owed, language)}</dl>
<h2>${words.payouts}</h2>
!${money.payouts.length === 0 ? html`<p>${words.noPayouts}</p>` : html`<ul class="trips">!${money.payouts.map((payout) => payoutLine(payout, times))}</ul>`}
<h2>${words.days}</h2>
!${daysList(days, language)}
!${weekLinks(monday, times)}
<a class="button primary" href="/courier/trips">${trips.heading}</a>`
}

function payoutLine(payout: CourierPayout, times: MoneyTimes): string {
  const amount = amountText(payout.amountFcfa, times.language)
  const about = [transferText(times, payout), payout.note].filter(Boolean).join(' · ')
  return html`<li><p><strong>${amount}</strong></p><p class="hint">${about}</p></li>`
}

function daysList(days: readonly StatementDay[], language: Language): string {
  const { week: words, trips } = ownWording[language]
  const worked = days.filter((day) => day.trips > 0 || day.payFcfa > 0)
  if (worked.length === 0) return html`<p>${words.noTrips}</p>`
  const line = ({ day, trips: count, payFcfa }: StatementDay) =>
    html`<li class="line"><span>${weekdayText(day, language)}</span><span>${trips.count(count)}</span><strong>${amountText(payFcfa, language)}</strong></li>`
  return html`<ul class="trips">!${worked.map(line)}</ul>`
}

function weekLinks(monday: string, { language, now, timeZone }: MoneyTimes): string {
  const { week: words } = ownWording[language]
  const next = dayAfter(monday, 7)
  const link = (day: string, label: string) =>
    html`<a class="button plain" href="${weekPath}?week=${day}">${label}</a>`
  const after = next <= localDayText(now, timeZone) ? link(next, words.after) : ''
  return html`<nav class="weeks" aria-label="${words.heading}">!${link(dayAfter(monday, -7), words.before)}!${after}</nav>`
}
