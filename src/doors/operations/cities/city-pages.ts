import type { FastifyInstance } from 'fastify'
import type { OperationsDeps } from '../operations-deps.ts'
import { cityHoursPage } from './city-hours.ts'
import { cityListPage } from './city-list.ts'
import { cityMapPage } from './city-map.ts'
import { cityToursPage } from './city-tours.ts'
import { knownCityListPage } from './known-city-list.ts'
import { mapFetchesPage } from './map-fetches.ts'
import { newCityPage } from './new-city.ts'
import { oneCityPage } from './one-city.ts'
import { oneKnownCityPage } from './one-known-city.ts'
import { newZonePage } from './zones/new-zone.ts'
import { oneZonePage } from './zones/one-zone.ts'
import { splitZonePage } from './zones/zone-cut.ts'
import { zoneImportPage } from './zones/zone-import.ts'
import { zoneListPage } from './zones/zone-list.ts'
import { zoneProposalPage } from './zones/zone-proposal.ts'

/** Where the service delivers: cities, their hours, their maps and their zones. */
export async function cityPages(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const ofCities = [
    cityListPage,
    knownCityListPage,
    oneKnownCityPage,
    newCityPage,
    oneCityPage,
    cityHoursPage,
    cityToursPage,
    cityMapPage,
    mapFetchesPage,
  ]
  const ofZones = [zoneListPage, newZonePage, oneZonePage, splitZonePage, zoneImportPage, zoneProposalPage]
  for (const page of [...ofCities, ...ofZones]) await app.register(page, deps)
}
