import { ApiError } from '../../contract/errors.ts'
import { type CityOpening, nextOpening } from '../zones/opening/city-opening.ts'
import type { City } from '../zones/service-map.ts'
import { delaysCountFrom, type PickupWindow, pricedAt } from './pickup-window.ts'

type Answer = { minute: number; opensAt: ReturnType<typeof nextOpening> }

/**
 * The last answer of each city: quotes ask within the same minute, and it costs more than the rest of a
 * price.
 */
const answers = new WeakMap<CityOpening, Answer>()

/**
 * When a city opens that is closed at `at` and refuses orders then, `UNKNOWN` when no opening is planned;
 * null where orders are taken at `at`.
 */
export function closedUntil({ opening, timeZone }: City, at: Date): ReturnType<typeof nextOpening> {
  if (!opening?.refusesWhenClosed) return null
  const minute = Math.floor(at.getTime() / 60_000)
  const known = answers.get(opening)
  const opensAt = known?.minute === minute ? known.opensAt : nextOpening(opening, at, timeZone)
  answers.set(opening, { minute, opensAt })
  return opensAt
}

/**
 * Refuses what is ordered for `at` in a city that is closed then and refuses such orders (decision 178).
 * Throws CLOSED.
 */
export function refuseClosed(city: City, at: Date): void {
  const opensAt = closedUntil(city, at)
  if (opensAt === null) return
  throw new ApiError('CLOSED', {
    city: city.name,
    opensAt: opensAt === 'UNKNOWN' ? null : opensAt.toISOString(),
    timeZone: city.timeZone,
  })
}

/**
 * From when the search for a courier may last its time, for a position that comes at `at`: from the end of
 * the window, and in a closed city from its opening, when the search begins (decision 195).
 */
export function searchCountsFrom(city: City | undefined, window: PickupWindow | null, at: Date): Date {
  const from = delaysCountFrom(window, at)
  const opensAt = city ? closedUntil(city, pricedAt(window, at)) : null
  return opensAt instanceof Date && opensAt > from ? opensAt : from
}

/**
 * Until when a search rests that would be under way at `at`, its deadline being `dueAt`: until the city
 * opens, unless that comes after the deadline, as for a search that was begun before the city closed. Null
 * for one that does not rest.
 */
export function searchRestsUntil(
  city: City | undefined,
  { at, window, dueAt }: { at: Date; window: PickupWindow | null; dueAt: Date | null },
): Date | null {
  const opensAt = city && dueAt ? closedUntil(city, pricedAt(window, at)) : null
  return opensAt instanceof Date && dueAt && opensAt < dueAt ? opensAt : null
}
