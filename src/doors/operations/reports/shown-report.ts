import type { Database } from '../../../base/database/open-database.ts'
import type { Language } from '../../../base/kernel/language.ts'
import {
  isShownByMonth,
  listDays,
  listMonths,
  type ReportRange,
} from '../../../domain/reports/report-range.ts'
import type { ReportAsked } from '../../../domain/reports/report-sum-store.ts'
import type { FigureKey, NumberTable } from '../../../web/figures/figure-card.ts'
import { type OperationsText, speak } from '../operations-words.ts'

/** A report over one range: its drawing, trusted SVG, and the numbers behind it, which are its file. */
export type ShownReport = { figure?: string | undefined; keys?: readonly FigureKey[]; table: NumberTable }

/** What reports work with; `today` on the company's clocks. */
export type ReportPageDeps = { db: Database; cityName: (id: string) => string; today: () => string }

/** A report: what it counts, and how it is read. */
export type Report = {
  lead: OperationsText
  read: (deps: ReportPageDeps, asked: ReportAsked, language: Language) => Promise<ShownReport>
}

/** The days of a range, or its months where it has too many days for a figure. */
export const placesOf = (range: ReportRange): string[] =>
  isShownByMonth(range) ? listMonths(range) : listDays(range)

/** By what sums are told apart so that they stand on these places. */
export const placeKey = (range: ReportRange): 'day' | 'month' => (isShownByMonth(range) ? 'month' : 'day')

/** Whether a day or a month is not over yet. */
export const isUnderWay = (place: string, today: string): boolean => today.startsWith(place)

/** What heads the places of a range. */
export const placeHead = (range: ReportRange, language: Language): string =>
  speak(language)(isShownByMonth(range) ? 'Month' : 'Day')
