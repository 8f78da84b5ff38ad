import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import type { City } from '../zones/service-map.ts'
import type { Tariff } from './tariff.ts'
import { findTariff } from './tariff-store.ts'

/** The tariff of a city that is in force. Throws TARIFF_NOT_FOUND. */
export async function getTariff(
  { db, clock }: { db: Database; clock: Clock },
  city: Pick<City, 'id' | 'name'>,
): Promise<Tariff> {
  const tariff = await findTariff(db, city.id, clock.now())
  if (!tariff) throw new ApiError('TARIFF_NOT_FOUND', { city: city.name })
  return tariff
}
