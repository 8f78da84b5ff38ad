import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { firstDueOf } from '../../base/database/first-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { deleteEndedBlocks } from './blocking/blocked-customer-store.ts'
import { purgeDeliveryFiles } from './files/purge-delivery-files.ts'
import type { DeliveryFileDeps } from './files/store-delivery-file.ts'
import { purgeHandoverPlaces } from './handover-proof/purge-handover-places.ts'
import { expireDueDeliveries } from './transitions/expire-delivery.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'
import { cancelUnpaidTrips } from './trip-first/cancel-unpaid-trip.ts'
import { unpaidTripsDue } from './trip-first/trip-first-store.ts'

/**
 * Deliveries: those past their deadline expire, those whose shop did not pay the trip first are cancelled,
 * blocks of customers that have ended are removed, and so are files and places of hand-overs that nobody
 * needs any more.
 */
export const deliveriesModule = (
  deps: DeliveryDeps & DeliveryFileDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'deliveries',
  purges: {
    'purge ended blocks': async () => {
      await deleteEndedBlocks(deps.db, deps.clock.now())
      return false
    },
    'purge delivery files': () => purgeDeliveryFiles(deps),
    'purge hand-over places': () => purgeHandoverPlaces(deps),
  },
  start: () => [
    startLoop({
      name: 'expire due deliveries',
      everyMs: untilWoken,
      round: async () => (await expireDueDeliveries(deps)) > 0,
      onError: deps.onError,
    }),
    startLoop({
      name: 'cancel unpaid trips',
      everyMs: untilWoken,
      round: async () => (await cancelUnpaidTrips(deps)) > 0,
      onError: deps.onError,
    }),
  ],
  due: {
    'expire due deliveries': firstDueOf('deliveries'),
    'cancel unpaid trips': unpaidTripsDue,
  },
})
