import type { Language } from '../../../base/kernel/language.ts'
import { locales } from '../../../base/kernel/language.ts'
import type { ReportRange } from '../../../domain/reports/report-range.ts'

/** How figures, days and shares of reports are written. */

const formOf = (language: Language, form: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { ...form, timeZone: 'UTC' })

/** A day or a month as a table names it: `sam. 21 nov.`, `nov. 2026`. */
export function placeText(place: string, language: Language): string {
  const form: Intl.DateTimeFormatOptions =
    place.length > 7
      ? { weekday: 'short', day: 'numeric', month: 'short' }
      : { month: 'short', year: 'numeric' }
  return formOf(language, form).format(new Date(place.length > 7 ? place : `${place}-01`))
}

/** The same as an axis has room for: `21 nov.`, `nov. 26`. */
export function axisText(place: string, language: Language): string {
  const form: Intl.DateTimeFormatOptions =
    place.length > 7 ? { day: 'numeric', month: 'short' } : { month: 'short', year: '2-digit' }
  return formOf(language, form).format(new Date(place.length > 7 ? place : `${place}-01`))
}

/** A range in words: `1–26 novembre 2026`. */
export const rangeText = ({ firstDay, lastDay }: ReportRange, language: Language): string =>
  formOf(language, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    new Date(firstDay),
    new Date(lastDay),
  )

/** A share of the whole: `90,4 %`. */
export const shareText = (share: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** A whole number: `3 214`. */
export const countText = (count: number, language: Language): string =>
  new Intl.NumberFormat(locales[language]).format(count).replace('-', '−')

/** A value as an axis has room for: `20 k`. */
export const shortText = (value: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** A figure to a tenth: `5,3`. */
export const rateText = (rate: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(rate)
