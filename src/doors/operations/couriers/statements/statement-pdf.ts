import type { Readable } from 'node:stream'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter } from '../../../../base/kernel/local-time.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { courierName } from '../../../../domain/couriers/courier-name.ts'
import type { CourierRow } from '../../../../domain/couriers/courier-store.ts'
import type { CourierStatement } from '../../../../domain/couriers/statements/courier-statement.ts'
import type { CourierWeek } from '../../../../domain/money/statements/courier/read-courier-week.ts'
import {
  drawLine,
  drawRule,
  drawSpace,
  drawTableLine,
  drawText,
  drawTitle,
  endSheet,
  openSheet,
  type Sheet,
  sheetMargin,
} from '../../../../web/sheets/pdf-sheet.ts'
import { transferText } from '../../../../web/statements/transfer-text.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { speak } from '../../operations-words.ts'
import { dayOf } from '../courier-list.ts'

type About = { language: Language; timeZone: string; now: Date }

/** The statement of a week to print and to sign: the days with their sum, then every trip. */
export async function statementPdf(
  courier: CourierRow,
  { statement, money }: CourierWeek,
  about: About,
): Promise<Readable> {
  const { language, timeZone, now } = about
  const t = speak(language)
  const title = t('Statement of {name}', { name: courierName(courier) })
  const moment = momentText(now, { timeZone, now }, language)
  const sheet = await openSheet({ title, language, madeAt: now })
  const { monday } = statement.week
  drawTitle(sheet, title)
  drawText(sheet, [
    t('{from} to {to}', { from: dayOf(monday, language), to: dayOf(dayAfter(monday, 6), language) }),
    `${spacedPhone(courier.phone)} · ${t('Made on {moment}', { moment })}`,
  ])
  drawSpace(sheet)
  drawDays(sheet, statement, language)
  for (const line of moneyLines(money, about)) drawLine(sheet, moneyColumns, line)
  drawSpace(sheet)
  drawTrips(sheet, statement, about)
  return endSheet(sheet, (page, pages) => t('Page {page} of {pages}', { page, pages }))
}

const dayColumns = [
  { x: sheetMargin, width: 150 },
  { x: 200, width: 70, isFigure: true },
  { x: 280, width: 130, isFigure: true },
  { x: 420, width: 130, isFigure: true },
]
const moneyColumns = [
  { x: sheetMargin, width: 370 },
  { x: 420, width: 130, isFigure: true },
]
const tripColumns = [
  { x: sheetMargin, width: 90 },
  { x: 136, width: 84 },
  { x: 224, width: 130 },
  { x: 358, width: 100 },
  { x: 460, width: 90, isFigure: true },
]

function drawDays(sheet: Sheet, { days, sum }: CourierStatement, language: Language): void {
  const t = speak(language)
  const line = (first: string, { trips, payFcfa, bonusFcfa }: typeof sum) => [
    first,
    String(trips),
    amountText(payFcfa, language),
    amountText(bonusFcfa, language),
  ]
  drawLine(sheet, dayColumns, [t('Day'), t('Trips'), t('Pay#statement'), t('Of it bonuses')], {
    weight: 'bold',
  })
  for (const day of days) drawLine(sheet, dayColumns, line(dayOf(day.day, language), day))
  drawRule(sheet)
  drawLine(sheet, dayColumns, line(t('Total'), sum), { weight: 'bold' })
  drawSpace(sheet)
}

function drawTrips(sheet: Sheet, { trips }: CourierStatement, { language, timeZone, now }: About): void {
  const t = speak(language)
  if (trips.length === 0) drawText(sheet, [t('No trip this week.')])
  if (trips.length === 0) return
  const head = [t('Ended on'), t('Reference'), t('Shop'), t('End'), t('Pay#statement')]
  drawLine(sheet, tripColumns, head, { weight: 'bold' })
  for (const trip of trips)
    drawTableLine(
      sheet,
      tripColumns,
      [
        momentText(trip.endedAt, { timeZone, now }, language),
        trip.reference,
        trip.shopName,
        trip.isWait ? speak(language)('Wait at the shop') : valueWording[language].delivery[trip.status],
        amountText(trip.payFcfa, language),
      ],
      { head },
    )
}

/** What was paid in the week, and what is owed in all, as names beside amounts. */
export function moneyLines(
  { payouts, owed }: CourierWeek['money'],
  times: About,
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
