import { type Loop, startLoop, untilWoken } from '../../base/background/loop.ts'
import { firstDueOf } from '../../base/database/first-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { fetchDueMaps, type MapFetchDeps } from './fetching/fetch-due-maps.ts'
import { purgeExtracts } from './fetching/purge-extracts.ts'

/** Extracts of OpenStreetMap that the operator asked for are fetched, and again each month. */
export const mapsModule = (
  deps: MapFetchDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'maps',
  start: () => [startFetching(deps)],
  purges: { 'purge extracts': () => purgeExtracts(deps) },
  due: { 'fetch maps': firstDueOf('map_fetches') },
})

/** A download is broken off when the process is to stop: it goes on from there. */
function startFetching(deps: Parameters<typeof mapsModule>[0]): Loop {
  const stopping = new AbortController()
  const loop = startLoop({
    name: 'fetch maps',
    everyMs: untilWoken,
    round: () => fetchDueMaps(deps, stopping.signal),
    onError: deps.onError,
  })
  return {
    wake: loop.wake,
    stop: () => {
      stopping.abort()
      return loop.stop()
    },
  }
}
