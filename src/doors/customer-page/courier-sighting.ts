import type { Database } from '../../base/database/open-database.ts'
import { distanceText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { findPosition } from '../../domain/couriers/position-store.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { CustomerView } from './customer-view.ts'
import { speak } from './customer-words.ts'

/** The courier's position as the customer sees it. */
export type Sighting = {
  position: Point
  /** As the crow flies to the customer's door; null while that is not known. */
  distanceMeters: number | null
  /** Whether that door is only known roughly. */
  isRough: boolean
  /** `HH:MM` in the city's time zone. */
  time: string
}

/** The last position of the courier who is on the way; null when there is none to show. */
export async function readSighting(
  { db }: { db: Database },
  { row, view }: { row: DeliveryRow; view: CustomerView },
): Promise<Sighting | null> {
  if (view.courier === null || row.courier_id === null) return null
  const position = await findPosition(db, row.courier_id)
  return position ? courierSighting(position, view) : null
}

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
export function sightingText(
  { distanceMeters: meters, isRough, time }: Sighting,
  language: SpokenLanguage,
): string {
  const t = speak(language)
  if (meters === null) return t('Seen at {time}.', { time })
  const seen = { time, distance: distanceText(meters, language) }
  return isRough
    ? t('Seen at {time}, {distance} from your area.', seen)
    : t('Seen at {time}, {distance} from you.', seen)
}
