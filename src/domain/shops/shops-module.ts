import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Module } from '../../events/start-modules.ts'
import { applyDuePayoutChanges } from './payout/apply-due-payout-changes.ts'
import { payoutChangesDue } from './payout/payout-change-store.ts'
import type { PayoutDeps } from './payout/payout-deps.ts'
import { purgePayoutChanges } from './payout/purge-payout-changes.ts'
import { deleteExpiredOpenings } from './shop-opening-store.ts'

/**
 * Shops: changes of payout numbers take effect when their day is over; requests that came to nothing, and
 * what was said of shops that nobody opened in the end, are deleted.
 */
export const shopsModule = ({
  payouts,
  onError,
}: {
  payouts: Omit<PayoutDeps, 'actor'>
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'shops',
  start: () => [
    startLoop({
      name: 'apply due payout changes',
      everyMs: untilWoken,
      round: () => applyDuePayoutChanges(payouts),
      onError,
    }),
  ],
  due: { 'apply due payout changes': payoutChangesDue },
  purges: {
    'purge payout changes': () => purgePayoutChanges(payouts),
    'purge shop openings': () =>
      purgeInBatches([(limit) => deleteExpiredOpenings(payouts.db, payouts.clock.now(), limit)]),
  },
})
