import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Module } from '../../base/events/start-modules.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { deleteExpiredOpenings } from './shop-opening-store.ts'

/** Shops: what was said of shops that nobody opened in the end is deleted. */
export const shopsModule = ({ db, clock }: { db: Database; clock: Clock }): Module => ({
  name: 'shops',
  purges: {
    'purge shop openings': () => purgeInBatches([(limit) => deleteExpiredOpenings(db, clock.now(), limit)]),
  },
})
