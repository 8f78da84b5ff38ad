import type { Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Zone } from './service-map.ts'
import { listZones } from './zone-store.ts'

/**
 * The zones of a city by their names, ignoring case, locked until the transaction ends. Throws ZONE_NOT_FOUND
 * for the first that does not exist.
 */
export async function getZones(trx: Trx, cityId: string, names: readonly string[]): Promise<Zone[]> {
  const zones = await listZones(trx, cityId)
  return names.map((name) => {
    const zone = zones.find((each) => each.name.toLowerCase() === name.trim().toLowerCase())
    if (!zone) throw new ApiError('ZONE_NOT_FOUND', { zone: name, zones: zones.map((each) => each.name) })
    return zone
  })
}
