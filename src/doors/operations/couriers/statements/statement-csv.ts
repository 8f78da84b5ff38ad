import { stringify } from 'csv-stringify/sync'
import type { Language } from '../../../../base/kernel/language.ts'
import { wallClock } from '../../../../base/kernel/local-time.ts'
import type { CourierWeek } from '../../../../domain/money/statements/courier/read-courier-week.ts'
import { transferStateText } from '../../../../web/statements/transfer-text.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { speak } from '../../operations-words.ts'

/**
 * The trips of a statement and their sum, what was paid and what is owed, as spreadsheets with French
 * settings open it: UTF-8 with its mark, semicolons. No cell can become a formula.
 */
export function statementCsv(
  { statement: { trips, sum }, money }: CourierWeek,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const t = speak(language)
  const rows = trips.map((trip) => [
    wallClock(trip.endedAt, timeZone).toISOString().slice(0, 16).replace('T', ' '),
    trip.reference,
    plainText(trip.shopName),
    trip.isWait ? speak(language)('Wait at the shop') : valueWording[language].delivery[trip.status],
    trip.payFcfa,
    trip.bonusFcfa,
  ])
  const header = [
    t('Ended on'),
    t('Reference'),
    t('Shop'),
    t('End'),
    `${t('Pay#statement')} (FCFA)`,
    `${t('Of it bonuses')} (FCFA)`,
  ]
  const payouts = money.payouts.map((payout) => [
    wallClock(payout.endedAt ?? payout.createdAt, timeZone)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' '),
    payout.reference,
    t('Payment'),
    transferStateText(payout.state, language),
    payout.amountFcfa,
    '',
  ])
  const owed = money.owed.map(({ currency, fcfa }) => [t('Still owed today'), '', '', currency, fcfa, ''])
  const total = [t('Total'), '', '', sum.trips, sum.payFcfa, sum.bonusFcfa]
  return stringify([header, ...rows, total, ...payouts, ...owed], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

/** A text in which no formula begins after blanks, nor where spreadsheets divide it at a comma. */
const plainText = (text: string): string => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'")
