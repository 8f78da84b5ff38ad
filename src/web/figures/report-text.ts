import { type Language, locales } from '../../base/kernel/language.ts'
import type { ReportRange } from '../../domain/reports/report-range.ts'

/** How figures, days and shares of reports are written: each form made once, since making one costs most. */
type Forms = {
  day: Intl.DateTimeFormat
  month: Intl.DateTimeFormat
  axisDay: Intl.DateTimeFormat
  axisMonth: Intl.DateTimeFormat
  range: Intl.DateTimeFormat
  share: Intl.NumberFormat
  rate: Intl.NumberFormat
  short: Intl.NumberFormat
}

const formsIn = (language: Language): Forms => {
  const dates = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { ...form, timeZone: 'UTC' })
  const numbers = (form: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales[language], form)
  return {
    day: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
    month: dates({ month: 'short', year: 'numeric' }),
    axisDay: dates({ day: 'numeric', month: 'short' }),
    axisMonth: dates({ month: 'short', year: '2-digit' }),
    range: dates({ day: 'numeric', month: 'long', year: 'numeric' }),
    share: numbers({ style: 'percent', maximumFractionDigits: 1 }),
    rate: numbers({ maximumFractionDigits: 1 }),
    short: numbers({ notation: 'compact', maximumFractionDigits: 1 }),
  }
}

const forms: Record<Language, Forms> = { fr: formsIn('fr'), en: formsIn('en') }

/** A day like `2026-11-21`, not a month like `2026-11`. */
const isOfDay = (place: string): boolean => place.length > 7

const dateOf = (place: string): Date => new Date(isOfDay(place) ? place : `${place}-01`)

/** A day or a month as a table names it: `sam. 21 nov.`, `nov. 2026`. */
export const placeText = (place: string, language: Language): string =>
  forms[language][isOfDay(place) ? 'day' : 'month'].format(dateOf(place))

/** The same as an axis has room for: `21 nov.`, `nov. 26`. */
export const axisText = (place: string, language: Language): string =>
  forms[language][isOfDay(place) ? 'axisDay' : 'axisMonth'].format(dateOf(place))

/** A range in words: `1–26 novembre 2026`. */
export const rangeText = ({ firstDay, lastDay }: ReportRange, language: Language): string =>
  forms[language].range.formatRange(new Date(firstDay), new Date(lastDay))

/** A share of the whole: `90,4 %`. */
export const shareText = (share: number, language: Language): string => forms[language].share.format(share)

/** A value as an axis has room for: `20 k`. */
export const shortText = (value: number, language: Language): string => forms[language].short.format(value)

/** A figure to a tenth: `5,3`. */
export const rateText = (rate: number, language: Language): string => forms[language].rate.format(rate)
