import type { Language } from '../../base/kernel/language.ts'
import { type OpeningHours, type Weekday, weekdays } from '../../domain/shops/opening/opening-hours.ts'
import { speak, speakEach, type WebText } from '../web-words.ts'

const dayNames: Record<Weekday, WebText> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}

/** Opening hours in a line: `lun.–ven. 08:00–18:00 · sam. 09:00–13:00 · dim. fermé`. */
export function hoursText(hours: OpeningHours, language: Language): string {
  const names = speakEach(language, dayNames)
  const closed = speak(language)('closed#hours')
  const text = (day: Weekday) => hours[day].map(([from, to]) => `${from}–${to}`).join(', ') || closed
  const runs: { from: Weekday; to: Weekday; spans: string }[] = []
  for (const day of weekdays) {
    const last = runs.at(-1)
    if (last?.spans === text(day)) last.to = day
    else runs.push({ from: day, to: day, spans: text(day) })
  }
  return runs
    .map(
      ({ from, to, spans }) => `${from === to ? names[from] : `${names[from]}–${names[to]}`}\u00a0${spans}`,
    )
    .join(' · ')
}
