import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import { firstDueOf } from '../../base/database/first-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { deleteOldArrivals } from './arrival-store.ts'
import { type ArrivalDeps, estimateArrivals } from './estimate-arrivals.ts'
import { followArrivals } from './follow-arrivals.ts'
import { learnPaces } from './learn-paces.ts'

/** How long it is kept what was announced, in ms. */
const retentionMs = 90 * 24 * 60 * 60_000

/** Arrivals: estimated for every parcel on its way, measured once it has come, and learnt from. */
export const arrivalsModule = (
  deps: ArrivalDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'arrivals',
  consumer: followArrivals(deps),
  start: () => [
    startLoop({
      name: 'estimate arrivals',
      everyMs: untilWoken,
      round: async () => (await estimateArrivals(deps)) > 0,
      onError: deps.onError,
    }),
    startLoop({
      name: 'learn paces',
      everyMs: 60 * 60_000,
      round: async () => {
        await learnPaces(deps)
        return false
      },
      onError: deps.onError,
    }),
  ],
  due: { 'estimate arrivals': firstDueOf('arrivals') },
  purges: {
    'purge arrivals': () =>
      purgeInBatches([
        (limit) => deleteOldArrivals(deps.db, new Date(deps.clock.now().getTime() - retentionMs), limit),
      ]),
  },
})
