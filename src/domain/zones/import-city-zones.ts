import { ApiError } from '../../base/contract/errors.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { addCity, type NewCity } from './add-city.ts'
import { type FrancCountry, francCountries } from './franc-countries.ts'
import { getCity } from './get-city.ts'
import { firstImportReport, importZones, type ZoneImport, type ZoneImportReport } from './import-zones.ts'
import type { ZoneDraft } from './zone-file.ts'
import { circleAround, faultOfNewCity } from './zone-place.ts'
import { findCities } from './zone-store.ts'

type CityZoneImport = Omit<ZoneImport, 'cityId'> & { city: string; country?: FrancCountry | undefined }

/** `cityId` is null when a dry run would add the city. */
type CityZoneImportReport = { cityId: string | null; isNew: boolean; report: ZoneImportReport }

/**
 * Imports zones into the city with this name, and adds the city around them if there is none yet, in one
 * transaction. Throws CITY_AMBIGUOUS, CITY_COUNTRY_REQUIRED, ZONES_MISPLACED.
 */
export function importCityZones(
  deps: AuditedDeps,
  { city, country, ...zones }: CityZoneImport,
): Promise<CityZoneImportReport> {
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx }
    if ((await findCities(trx, city, country)).length > 0) {
      const { id } = await getCity(trx, city, country)
      return { cityId: id, isNew: false, report: await importZones(inside, { ...zones, cityId: id }) }
    }
    const begun = cityAround(zones.drafts, city, country)
    if (zones.isDryRun) return { cityId: null, isNew: true, report: firstImportReport(zones.drafts) }
    const cityId = await addCity(inside, begun)
    return { cityId, isNew: true, report: await importZones(inside, { ...zones, cityId }) }
  })
}

function cityAround(drafts: readonly ZoneDraft[], name: string, country: FrancCountry | undefined): NewCity {
  if (!country) throw new ApiError('CITY_COUNTRY_REQUIRED', { city: name })
  const circle = circleAround(drafts)
  const fault = faultOfNewCity(drafts, circle, country)
  if (fault) throw new ApiError('ZONES_MISPLACED', { faults: [fault] })
  const { currency, timeZone } = francCountries[country]
  return { name, country, currency, timeZone, ...circle }
}
