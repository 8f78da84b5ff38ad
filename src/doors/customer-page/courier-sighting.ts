import type { Database } from '../../base/database/open-database.ts'
import { distanceText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { findPosition } from '../../domain/couriers/position-store.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { readTurn } from '../../domain/tours/read-turn.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { CustomerView } from './customer-view.ts'
import { speak } from './customer-words.ts'

/** The courier's position as the customer sees it. */
type Sighting = {
  position: Point
  /** As the crow flies to the customer's door; null while that is not known. */
  distanceMeters: number | null
  /** Whether that door is only known roughly. */
  isRough: boolean
  /** `HH:MM` in the city's time zone. */
  time: string
}

/**
 * What a customer sees of the courier who is on the way: their last position, or at how many places they stop
 * before; null where there is neither.
 */
export type Seen = Sighting | { placesBefore: number } | null

/** What a customer sees of their courier. */
export async function readSighting(
  { db }: { db: Database },
  { row, view }: { row: DeliveryRow; view: CustomerView },
): Promise<Seen> {
  if (view.courier === null || row.courier_id === null) return null
  const position = await findPosition(db, row.courier_id)
  const { placesBefore, isSeen } = await readTurn(db, row, position)
  if (placesBefore > 0) return { placesBefore }
  return position && isSeen ? courierSighting(position, view) : null
}

/** Where the courier is; null where that is not to be seen. */
export const placeOf = (seen: Seen): Point | null => (seen && 'position' in seen ? seen.position : null)

/** How a position of a courier is seen from `dropoff`. */
function courierSighting(
  { lat, lng, reportedAt }: Point & { reportedAt: Date },
  { dropoff, city }: { dropoff: (Point & { isRough: boolean }) | null; city: City | undefined },
): Sighting {
  const position = { lat, lng }
  const face = {
    timeZone: city?.timeZone ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  return {
    position,
    distanceMeters: dropoff && distanceMeters(position, dropoff),
    isRough: dropoff?.isRough ?? false,
    time: new Intl.DateTimeFormat('en-GB', face).format(reportedAt),
  }
}

/** Where the courier is, as the page and its updates say it. */
export function sightingText(sighting: NonNullable<Seen>, language: SpokenLanguage): string {
  const t = speak(language)
  if ('placesBefore' in sighting) {
    const { placesBefore: count } = sighting
    return t('{count, plural, one {One more stop before you.} other {# more stops before you.}}', { count })
  }
  const { distanceMeters: meters, isRough, time } = sighting
  if (meters === null) return t('Seen at {time}.', { time })
  const seen = { time, distance: distanceText(meters, language) }
  return isRough
    ? t('Seen at {time}, {distance} from your area.', seen)
    : t('Seen at {time}, {distance} from you.', seen)
}
