import { computeAside } from '../../../base/background/compute-aside.ts'
import type { CityArea } from './city-features.ts'
import type { MapReading } from './read-map-file.ts'

/**
 * What reading a file may take: that of a country is read in a minute, and a city's nodes lie beside this
 * memory.
 */
const limits = { timeoutMs: 15 * 60_000, memoryMegabytes: 512 }

/** Reads the map of a city in a file, in a thread of its own. */
export async function computeMap(
  path: string,
  area: CityArea,
  timeoutMs = limits.timeoutMs,
): Promise<MapReading> {
  const module = new URL('./read-map-file.ts', import.meta.url)
  const computed = await computeAside<MapReading>(
    module,
    'readMapFile',
    [path, area],
    { ...limits, timeoutMs },
    'maps',
  )
  if ('result' in computed) return computed.result
  return { fault: computed.failure === 'TOO_LONG' ? 'TOO_LONG' : 'TOO_MANY' }
}
