import type { Database } from '../../../base/database/open-database.ts'
import { sumTrips, type TripSpan, type TripSums } from './trip-store.ts'

/**
 * What a courier earned by the trips that ended in a span, `from` included and `to` not: their number, and
 * the pay that was frozen when each was assigned. A trip under way counts when it ends.
 */
export const readEarnings = (db: Database, span: TripSpan): Promise<TripSums> => sumTrips(db, span)
