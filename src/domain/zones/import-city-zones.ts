import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { addCity, type NewCity } from './add-city.ts'
import { type PlannedZone, type ZonePlan, zonesAfter } from './changing/zone-plan.ts'
import { type FrancCountry, francCountries } from './franc-countries.ts'
import { getCity } from './get-city.ts'
import {
  firstImport,
  importReport,
  putImport,
  type ZoneImport,
  type ZoneImportReport,
} from './import-zones.ts'
import type { ZoneDraft } from './zone-file.ts'
import { circleAround, faultOfNewCity } from './zone-place.ts'
import { findCities } from './zone-store.ts'

type CityZoneImport = Omit<ZoneImport, 'cityId'> & { city: string; country?: FrancCountry | undefined }

type CityZoneImportReport = {
  /** Null when a dry run would add the city. */
  cityId: string | null
  isNew: boolean
  report: ZoneImportReport
  /** All zones of the city, as they are now or would be. */
  zones: PlannedZone[]
}

const told = (cityId: string | null, isNew: boolean, plan: ZonePlan): CityZoneImportReport => ({
  cityId,
  isNew,
  report: importReport(plan),
  zones: zonesAfter(plan),
})

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
      return told(id, false, await putImport(inside, { ...zones, cityId: id }))
    }
    const begun = cityAround(zones.drafts, city, country)
    if (zones.isDryRun) return told(null, true, firstImport(zones.drafts))
    const cityId = await addCity(inside, begun)
    return told(cityId, true, await putImport(inside, { ...zones, cityId }))
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
