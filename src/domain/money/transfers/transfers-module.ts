import { randomUUID } from 'node:crypto'
import { startLoop } from '../../../base/background/loop.ts'
import { findOldestDue } from '../../../base/database/find-oldest-due.ts'
import type { Module } from '../../../events/start-modules.ts'
import { sharesOf } from '../mobile-money/mobile-money-provider.ts'
import { beginDueTransfers } from './begin-due-transfers.ts'
import { processDueTransfers } from './process-transfers.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** Money that leaves the service: what is due is begun, and each transfer is followed to its end. */
export const transfersModule = (deps: TransferDeps): Module => ({
  name: 'transfers',
  start: () => {
    const owner = randomUUID()
    const { onError } = deps
    const following = sharesOf(deps.mobileMoney.providers).map((share) =>
      startLoop({
        name: 'follow transfers',
        everyMs: 2_000,
        round: () => processDueTransfers(deps, owner, share),
        onError,
      }),
    )
    const beginning = startLoop({
      name: 'begin transfers',
      everyMs: 5_000,
      round: () => beginDueTransfers(deps),
      onError,
    })
    return [...following, beginning]
  },
  oldestDue: { 'follow transfers': (now) => findOldestDue(deps.db, 'money_transfers', now) },
})
