import { startLoop } from '../../base/background/loop.ts'
import type { Module } from '../../base/events/start-modules.ts'
import { applyDuePayoutChanges } from './payout/apply-due-payout-changes.ts'
import type { PayoutDeps } from './payout/payout-deps.ts'
import { purgePayoutChanges } from './payout/purge-payout-changes.ts'

/** Shops: changes of payout numbers take effect when their day is over, and requests that came to nothing are removed. */
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
      everyMs: 30_000,
      round: () => applyDuePayoutChanges(payouts),
      onError,
    }),
  ],
  purges: { 'purge payout changes': () => purgePayoutChanges(payouts) },
})
