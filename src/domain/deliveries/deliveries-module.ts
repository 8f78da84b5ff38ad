import { startLoop } from '../../base/background/loop.ts'
import type { Module } from '../../base/events/start-modules.ts'
import { deleteEndedBlocks } from './blocking/blocked-customer-store.ts'
import { findOldestDeadline } from './delivery-store.ts'
import { expireDueDeliveries } from './transitions/expire-delivery.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'

/** Deliveries: those past their deadline expire, and blocks of customers that have ended are removed. */
export const deliveriesModule = (
  deps: DeliveryDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'deliveries',
  purges: {
    'purge ended blocks': async () => {
      await deleteEndedBlocks(deps.db, deps.clock.now())
      return false
    },
  },
  start: () => [
    startLoop({
      name: 'expire due deliveries',
      everyMs: 5_000,
      round: async () => (await expireDueDeliveries(deps)) > 0,
      onError: deps.onError,
    }),
  ],
  oldestDue: { 'expire due deliveries': (now) => findOldestDeadline(deps.db, now) },
})
