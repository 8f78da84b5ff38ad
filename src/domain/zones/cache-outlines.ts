import { type CityOutline, cityOutline } from './city-outline.ts'
import type { ServiceMap } from './service-map.ts'

/** The outline of each city as it is sent to pages (JSON), drawn once for each version of the map. */
export function cacheOutlines(): (map: ServiceMap, cityId: string) => string | undefined {
  const drawn = new WeakMap<ServiceMap, Map<string, string>>()
  return (map, cityId) => {
    const ofMap = drawn.get(map) ?? new Map<string, string>()
    drawn.set(map, ofMap)
    const city = map.city(cityId)
    if (!city) return undefined
    const outline = ofMap.get(cityId) ?? JSON.stringify(cityOutline(map, city) satisfies CityOutline)
    ofMap.set(cityId, outline)
    return outline
  }
}
