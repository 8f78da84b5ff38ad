import { readOpeningHours } from '../shops/opening/opening-hours.ts'
import { type OpeningState, openingState } from '../shops/opening/opening-state.ts'

/** The opening hours of the place where a parcel is fetched, as the database returns them in JSON. */
export type PickupOpeningRow = { hours: unknown; timeZone: string }

/** Whether that place is open at `now`; null where nobody has said when it is. */
export function pickupOpening(row: PickupOpeningRow | null, now: Date): OpeningState | null {
  const hours = row && readOpeningHours(row.hours)
  return hours ? openingState(hours, now, row.timeZone) : null
}
