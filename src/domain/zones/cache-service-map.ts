import { type CachedValue, cacheValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import { type ServiceMap, serviceMap } from './service-map.ts'
import { readMap } from './zone-store.ts'

/** Cities and zones as they are served, for every request; whoever holds it reloads it when they change. */
export const cacheServiceMap = (db: Database): Promise<CachedValue<ServiceMap>> =>
  cacheValue(async () => {
    const { cities, zones } = await readMap(db)
    return serviceMap(cities, zones)
  })
