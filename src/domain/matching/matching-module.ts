import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { firstDueOf } from '../../base/database/first-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { enqueueSearches, makeDueRounds, type SearchDeps } from './make-search-rounds.ts'
import { purgeOffers } from './purge-offers.ts'

/** Matching: a search for each delivery that waits for a courier, made in rounds of offers. */
export const matchingModule = (deps: SearchDeps): Module => ({
  name: 'matching',
  consumer: enqueueSearches(deps),
  start: () => [
    startLoop({
      name: 'search couriers',
      everyMs: untilWoken,
      round: async () => (await makeDueRounds(deps)) > 0,
      onError: deps.onError,
    }),
  ],
  due: { 'search couriers': firstDueOf('courier_searches') },
  purges: { 'purge offers': () => purgeOffers(deps) },
})
