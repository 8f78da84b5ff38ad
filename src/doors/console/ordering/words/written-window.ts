import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { dayAfter, isDay, localDayText, localMoment } from '../../../../base/kernel/local-time.ts'

/** The clock by which times are read: now, and where. */
export type LocalClock = { now: Date; timeZone: string }

/** A time of a day as it was written; `day` is missing where none was named. */
type WrittenTime = { day?: string | undefined; hour: number; minute: number }

/** What a window is written of, each read where the one before ended. */
const pieces = {
  opening: /(?:(?:de|from|entre|between) )?/y,
  day: /(?:aujourd'?hui|today|demain|tomorrow|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})/y,
  afterDay: /(?: ?t| ?,)? ?(?:(?:a|at|de|from|entre|between) )?/y,
  time: /\d{1,2}(?: ?h ?(?:\d{2})?|:\d{2}(?::00)?)? ?(?:am|pm)?/y,
  joint: / ?(?:-|–|—|\/|and|to|et|a) ?/y,
}

/**
 * A window as shops write it: `14h-16h`, `demain 9h-12h`, `2026-11-21 14:00 - 16:00`, in the cell of one
 * column or in those of two. Days are `day/month/year`, and today where none is named. Undefined for what
 * may mean several things.
 */
export function writtenWindow(
  { window, from, to }: { window: string; from: string; to: string },
  clock: LocalClock,
): { from: Date; to: Date } | undefined {
  if (window !== '' && (from !== '' || to !== '')) return undefined
  const cells = (window === '' ? [from, to] : [window]).map(spoken)
  const exact = (window === '' ? [from, to] : window.split('/')).map(exactMoment)
  if (exact.length === 2 && exact[0] && exact[1]) return { from: exact[0], to: exact[1] }
  const found = window === '' ? cells.flatMap((cell) => readTimes(cell, 1)) : readTimes(cells[0] ?? '', 2)
  if (found.length !== 4) return undefined
  return settled(found, clock)
}

/** The day, where one is named, and the time of each of `count` times that are all that a text says; else none. */
function readTimes(text: string, count: 1 | 2): (string | undefined)[] {
  let at = 0
  const take = (piece: keyof typeof pieces): string | undefined => {
    const form = pieces[piece]
    form.lastIndex = at
    const [taken] = form.exec(text) ?? []
    at += taken?.length ?? 0
    return taken
  }
  const takeTime = () => {
    const day = take('day')
    if (day !== undefined) take('afterDay')
    return [day, take('time')]
  }
  if (count === 2) take('opening')
  const first = takeTime()
  const second = count === 2 && take('joint') !== undefined ? takeTime() : []
  const found = [...first, ...second]
  const isAll = at === text.length && found.length === 2 * count
  return isAll && found.every((part, place) => place % 2 === 0 || part !== undefined) ? found : []
}

/** Both times as moments; undefined where one is no time of the day, or a day is named for the end alone. */
function settled(
  [firstDay, firstTime = '', lastDay, lastTime = '']: (string | undefined)[],
  clock: LocalClock,
): { from: Date; to: Date } | undefined {
  if (lastDay !== undefined && firstDay === undefined) return undefined
  const unit = /am|pm|h|:/
  // `14-16` may be days or pieces; `14-16h` says hours.
  if (!unit.test(firstTime) && !unit.test(lastTime)) return undefined
  const half = /am|pm/
  const isHalf = half.exec(lastTime)?.[0]
  if (!isHalf && half.test(firstTime)) return undefined
  const start = timeOf(half.test(firstTime) || !isHalf ? firstTime : `${firstTime}${isHalf}`)
  const end = timeOf(lastTime)
  if (!start || !end) return undefined
  const from = momentOf({ ...start, day: firstDay }, clock)
  const to = momentOf({ ...end, day: lastDay ?? firstDay }, clock)
  return from && to && from < to ? { from, to } : undefined
}

function timeOf(text: string): WrittenTime | undefined {
  const [, hours, minutes = '0', half] = /^(\d{1,2})\D*?(\d{2})?(?::00)? ?h? ?(am|pm)?$/.exec(text) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hours === undefined || minute > 59) return undefined
  if (!half) return hour <= 23 ? { hour, minute } : undefined
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute }
}

function momentOf({ day, hour, minute }: WrittenTime, { now, timeZone }: LocalClock): Date | undefined {
  const date = dayOf(day, localDayText(now, timeZone))
  if (!isDay(date)) return undefined
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  return localMoment(`${date}T${clock}`, timeZone)
}

function dayOf(written: string | undefined, today: string): string {
  if (written === undefined || /^(?:aujourd|today)/.test(written)) return today
  if (/^(?:demain|tomorrow)/.test(written)) return dayAfter(today, 1)
  if (!written.includes('/')) return written
  const [day = '', month = '', year = ''] = written.split('/')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A moment with its offset: `2026-11-21T14:00:00Z`. */
const exactMoment = (text: string): Date | undefined => {
  const isExact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  const at = new Date(text)
  return isExact && isDay(text.slice(0, 10)) && !Number.isNaN(at.getTime()) ? at : undefined
}

const spoken = (text: string): string => foldedText(text.slice(0, 80)).replace(/\s+/g, ' ').trim()
