import type { Fcfa } from './fcfa.ts'
import { locales, type SpokenLanguage, spokenLanguages } from './language.ts'
import { dayAfter, localDayText, wallClock } from './local-time.ts'

/** Figures as pages and messages write them; no line breaks between a figure and its unit. */

/** An amount as people read it: `15 600 FCFA`, `−600 FCFA`. */
export const amountText = (amount: Fcfa, language: SpokenLanguage): string =>
  `${countText(amount, language)}\u00a0FCFA`

/** A whole number as people read it: `15 600`, `−600`. */
export const countText = (count: number, language: SpokenLanguage): string =>
  wholeNumbers[language].format(count).replace('-', '−')

/** A figure after what it is: `En attente : 4`, `Waiting: 4`. */
export const namedFigure = (name: string, figure: string, language: SpokenLanguage): string =>
  `${name}${language === 'fr' ? ' :' : ':'} ${figure}`

/** Made once: a page writes dozens of figures, and making a format costs more than the rest of its line. */
const wholeNumbers = Object.fromEntries(
  spokenLanguages.map((language) => [
    language,
    new Intl.NumberFormat(locales[language], { useGrouping: 'always' }),
  ]),
) as Record<SpokenLanguage, Intl.NumberFormat>
/** What stands between a day and a time of day. */
const atTime = { fr: 'à', en: 'at', pt: 'às', es: 'a las' } as const
const momentForms = new Map<string, Intl.DateTimeFormat>()

/** A span of time as people of its time zone say it: `samedi 21 novembre, 14:00 – 16:00`. */
export function spanText(
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
  language: SpokenLanguage,
): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
  return spokenDay(
    new Intl.DateTimeFormat(locales[language], { ...form, timeZone }).formatRange(from, to),
    language,
  )
}

/** When something begins, in days to come, as people of its time zone say it: `lundi 23 novembre à 08:00`. */
export function beginningText(at: Date, timeZone: string, language: SpokenLanguage): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const time = { hour: '2-digit', minute: '2-digit', timeZone } as const
  const locale = locales[language]
  const named = spokenDay(at.toLocaleDateString(locale, day), language)
  return `${named} ${atTime[language]} ${at.toLocaleTimeString(locale, time)}`
}

/**
 * When something begins as people of its time zone say it at `now`, the day by its name where it is near:
 * `aujourd’hui à 12 h 30`, `demain à 8 h`, `lundi 23 novembre à 8 h`.
 */
export function openingText(
  at: Date,
  { timeZone, now }: { timeZone: string; now: Date },
  language: SpokenLanguage,
): string {
  const time = `${atTime[language]} ${timeText(at, timeZone, language)}`
  return `${nearDayText(at, { timeZone, now }, language)} ${time}`
}

function nearDayText(
  at: Date,
  { timeZone, now }: { timeZone: string; now: Date },
  language: SpokenLanguage,
): string {
  const [day, today] = [localDayText(at, timeZone), localDayText(now, timeZone)]
  if (day === today) return nearDays[language].today
  if (day === dayAfter(today, 1)) return nearDays[language].tomorrow
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const named = spokenDay(at.toLocaleDateString(locales[language], form), language)
  return `${nearDays[language].on}${named}`
}

/** A span of hours as people of its time zone say it at `now`: `aujourd’hui, 16 h – 18 h`. */
export const nearSpanText = (
  { from, to }: { from: Date; to: Date },
  times: { timeZone: string; now: Date },
  language: SpokenLanguage,
): string => {
  const [start, end] = [from, to].map((at) => timeText(at, times.timeZone, language))
  return `${nearDayText(from, times, language)}, ${start} – ${end}`
}

/** How a day is named that is today or tomorrow, and what stands before the name of another. */
const nearDays = {
  fr: { today: 'aujourd’hui', tomorrow: 'demain', on: '' },
  en: { today: 'today', tomorrow: 'tomorrow', on: 'on ' },
  pt: { today: 'hoje', tomorrow: 'amanhã', on: '' },
  es: { today: 'hoy', tomorrow: 'mañana', on: 'el ' },
} as const

/** A time of day as people of its time zone say it: `12 h 30`, `12:30`, in Portuguese `12h30`. */
export function timeText(at: Date, timeZone: string, language: SpokenLanguage): string {
  const clock = wallClock(at, timeZone)
  if (language === 'fr') return frenchTime(clock)
  if (language === 'pt') return frenchTime(clock).replaceAll('\u00a0', '')
  return clock.toISOString().slice(11, 16)
}

/** A time of day as one says it: `8 h`, `12 h 30`; of a date whose UTC fields are those of the clock. */
function frenchTime(clock: Date): string {
  const minutes = clock.getUTCMinutes()
  const rest = minutes === 0 ? '' : `\u00a0${String(minutes).padStart(2, '0')}`
  return `${clock.getUTCHours()}\u00a0h${rest}`
}

/** A distance as people say it: `80 m`, `1,2 km`, `22 km`. */
export function distanceText(meters: number, language: SpokenLanguage): string {
  if (meters < 950) return `${Math.max(10, Math.round(meters / 10) * 10)}\u00a0m`
  const digits = { maximumFractionDigits: meters < 9_950 ? 1 : 0 }
  return `${new Intl.NumberFormat(locales[language], digits).format(meters / 1000)}\u00a0km`
}

/** A day as people of its time zone read it: `21 nov. 2026`. */
export function dayText(at: Date, timeZone: string, language: SpokenLanguage): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const text = new Intl.DateTimeFormat(locales[language], { ...form, timeZone }).format(at)
  return spokenDay(text, language)
}

/** A day of the week by its name, Monday being 0: `lundi`. */
export function dayOfWeekText(day: number, language: SpokenLanguage): string {
  // The first of June 2026 is a Monday.
  const date = new Date(Date.UTC(2026, 5, 1 + day))
  return new Intl.DateTimeFormat(locales[language], { weekday: 'long', timeZone: 'UTC' }).format(date)
}

/** A day like `2026-11-23` by the day of its week, as short as a phone needs it: `lun. 23`. */
export function weekdayText(day: string, language: SpokenLanguage): string {
  const form = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locales[language], form).replace(' ', '\u00a0')
}

/** The first of a month as it is said in French, `1er novembre`, in a text with one day. */
const spokenDay = (text: string, language: SpokenLanguage): string =>
  language === 'fr' ? text.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : text

/**
 * A moment as people of its time zone read it: `21 nov., 14:05`, with the year where it is not that of `now`,
 * and with seconds where that is asked for.
 */
export function momentText(
  at: Date,
  { timeZone, now, hasSeconds = false }: { timeZone: string; now: Date; hasSeconds?: boolean },
  language: SpokenLanguage,
): string {
  const yearOf = (moment: Date) => localDayText(moment, timeZone).slice(0, 4)
  const hasYear = yearOf(at) !== yearOf(now)
  return spokenDay(momentForm(language, timeZone, { hasYear, hasSeconds }).format(at), language)
}

function momentForm(
  language: SpokenLanguage,
  timeZone: string,
  { hasYear, hasSeconds }: { hasYear: boolean; hasSeconds: boolean },
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${hasYear} ${hasSeconds}`
  const known = momentForms.get(key)
  if (known) return known
  const form: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(hasYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
  }
  const made = new Intl.DateTimeFormat(locales[language], { ...form, timeZone })
  momentForms.set(key, made)
  return made
}
