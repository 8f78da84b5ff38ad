import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText, dayText, momentText, weekdayText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { dayAfter, isDay, localDayText } from '../../../base/kernel/local-time.ts'
import type { TransferState } from '../../../contract/vocabulary.ts'
import { courierStatement, type StatementDay } from '../../../domain/couriers/statements/courier-statement.ts'
import type { CourierPayout } from '../../../domain/money/statements/courier/courier-money-store.ts'
import {
  type CourierWeek,
  readCourierWeek,
} from '../../../domain/money/statements/courier/read-courier-week.ts'
import { findHeldCourierPayout } from '../../../domain/money/transfers/find-held-courier-payout.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { type OwnDeps, sendOwn } from './own-frame.ts'
import { earnedCell, heldCard, type MoneyTimes, owedCell } from './own-money-page.ts'

/** Where a courier reads what they earned and were paid in a week. */
export const weekPath = '/courier/week'

/** `/courier/week`: what a courier earned and was paid in a week. */
export async function ownWeek(app: FastifyInstance, deps: OwnDeps): Promise<void> {
  const { db, clock, timeZone } = deps

  app.get<{ Querystring: { week?: unknown } }>(weekPath, async (request, reply) => {
    const courier = courierOf(request)
    const now = clock.now()
    const today = localDayText(now, timeZone)
    const { week: asked } = request.query
    const day = typeof asked === 'string' && isDay(asked) && asked <= today ? asked : today
    const week = await readCourierWeek(db, { courierId: courier.id, day, timeZone })
    const held = await findHeldCourierPayout(db, courier, now)
    const main = weekMain({ ...week, held }, { language: spokenLanguageOf(request), timeZone, now })
    return sendOwn(deps, request, reply, { main, path: weekPath })
  })
}

/**
 * The page of a week: what it earned, what was paid out in it, what is still owed, and the days with a trip.
 */
function weekMain(
  { statement, money, held }: CourierWeek & { held: TransferRow | undefined },
  times: MoneyTimes,
): string {
  const { language, timeZone } = times
  const t = speak(language)
  const { monday } = statement.week
  // Trips that earn nothing are not counted, as on the page of earnings.
  const earned = statement.trips.filter(({ isEarned }) => isEarned)
  const { sum, days: eachDay } = courierStatement(statement.week, earned, timeZone)
  const wholeDay = (day: string) =>
    dayText(new Date(`${day}T00:00:00Z`), 'UTC', language).replaceAll(' ', '\u00a0')
  const days = { from: wholeDay(monday), to: wholeDay(dayAfter(monday, 6)) }
  const payouts = money.payouts.map((payout) => payoutLine(payout, times))
  return html`<h1>${t('My week')}</h1>
<p><strong>${t('From {from} to {to}#days', days)}</strong></p>
!${heldCard(held, times)}
<dl class="card earned">!${earnedCell(t('Earnings'), sum, language)}!${owedCell(money.owed, language)}</dl>
<h2>${t('Payouts')}</h2>
!${
    payouts.length === 0
      ? html`<p>${t('No payout this week.')}</p>`
      : html`<ul class="trips">!${payouts}</ul>`
  }
<h2>${t('Day by day')}</h2>
!${daysList(eachDay, language)}
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
  const line = ({ day, trips, payFcfa }: StatementDay) => {
    const count = t('{trips, plural, one {# trip} other {# trips}}', { trips })
    return html`<li class="line">!${[
      html`<span>${weekdayText(day, language)}</span>`,
      html`<span>${count}</span>`,
      html`<strong>${amountText(payFcfa, language)}</strong>`,
    ]}</li>`
  }
  return html`<ul class="trips">!${worked.map(line)}</ul>`
}

function weekLinks(monday: string, { language, now, timeZone }: MoneyTimes): string {
  const t = speak(language)
  const [previous, next] = [dayAfter(monday, -7), dayAfter(monday, 7)]
  const link = (day: string, label: string) =>
    html`<a class="button plain" href="${weekPath}?week=${day}">${label}</a>`
  const links = [
    link(previous, t('Week before')),
    next <= localDayText(now, timeZone) ? link(next, t('Week after')) : '',
  ]
  return html`<nav class="pair" aria-label="${t('My week')}">!${links}</nav>`
}
