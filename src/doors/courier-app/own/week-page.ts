import { html } from 'ghtml'
import { amountText, dayText, momentText, weekdayText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import type { TransferState } from '../../../contract/vocabulary.ts'
import { courierStatement, type StatementDay } from '../../../domain/couriers/statements/courier-statement.ts'
import type { CourierPayout } from '../../../domain/money/statements/courier/courier-money-store.ts'
import type { CourierWeek } from '../../../domain/money/statements/courier/read-courier-week.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { earnedCell, heldCard, type MoneyTimes, owedCell } from './money-page.ts'

/** Where a courier reads what they earned and were paid in a week. */
export const weekPath = '/courier/week'

/**
 * The page of a week: what it earned, what was paid out in it, what is still owed, and the days with a trip.
 */
export function weekMain(
  { statement, money, held }: CourierWeek & { held: TransferRow | undefined },
  times: MoneyTimes,
): string {
  const { language, timeZone } = times
  const t = speak(language)
  const { monday } = statement.week
  // Trips that earn nothing are not counted, as on the page of earnings.
  const earned = statement.trips.filter(({ isEarned }) => isEarned)
  const { sum, days } = courierStatement(statement.week, earned, timeZone)
  const wholeDay = (day: string) =>
    dayText(new Date(`${day}T00:00:00Z`), 'UTC', language).replaceAll(' ', '\u00a0')
  return html`<h1>${t('My week')}</h1>
<p><strong>${t('From {from} to {to}#days', { from: wholeDay(monday), to: wholeDay(dayAfter(monday, 6)) })}</strong></p>
!${heldCard(held, times)}
<dl class="card earned">!${earnedCell(t('Earnings'), sum, language)}!${owedCell(money.owed, language)}</dl>
<h2>${t('Payouts')}</h2>
!${money.payouts.length === 0 ? html`<p>${t('No payout this week.')}</p>` : html`<ul class="trips">!${money.payouts.map((payout) => payoutLine(payout, times))}</ul>`}
<h2>${t('Day by day')}</h2>
!${daysList(days, language)}
!${weekLinks(monday, times)}
<a class="button primary" href="/courier/trips">${t('My earnings')}</a>`
}

const payoutStates = {
  DUE: 'under way',
  SENT: 'under way',
  PAID: 'paid',
  REFUSED: 'refused',
} as const satisfies Record<TransferState, CourierText>

function payoutLine(payout: CourierPayout, times: MoneyTimes): string {
  const { language } = times
  const amount = amountText(payout.amountFcfa, language)
  const state = speak(language)(payoutStates[payout.state])
  const moment = momentText(payout.endedAt ?? payout.createdAt, times, language)
  const about = [`${payout.reference}, ${state} ${moment}`, payout.note].filter(Boolean).join(' · ')
  return html`<li><p><strong>${amount}</strong></p><p class="hint">${about}</p></li>`
}

function daysList(days: readonly StatementDay[], language: SpokenLanguage): string {
  const t = speak(language)
  const worked = days.filter((day) => day.trips > 0 || day.payFcfa > 0)
  if (worked.length === 0) return html`<p>${t('No trip this week.')}</p>`
  const line = ({ day, trips: count, payFcfa }: StatementDay) =>
    html`<li class="line"><span>${weekdayText(day, language)}</span><span>${t('{trips, plural, one {# trip} other {# trips}}', { trips: count })}</span><strong>${amountText(payFcfa, language)}</strong></li>`
  return html`<ul class="trips">!${worked.map(line)}</ul>`
}

function weekLinks(monday: string, { language, now, timeZone }: MoneyTimes): string {
  const t = speak(language)
  const next = dayAfter(monday, 7)
  const link = (day: string, label: string) =>
    html`<a class="button plain" href="${weekPath}?week=${day}">${label}</a>`
  const after = next <= localDayText(now, timeZone) ? link(next, t('Week after')) : ''
  return html`<nav class="weeks" aria-label="${t('My week')}">!${link(dayAfter(monday, -7), t('Week before'))}!${after}</nav>`
}
