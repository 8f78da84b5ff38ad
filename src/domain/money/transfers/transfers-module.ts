import { randomUUID } from 'node:crypto'
import { startLoop, untilWoken } from '../../../base/background/loop.ts'
import { firstDueOf } from '../../../base/database/first-due.ts'
import type { Subscribe } from '../../../events/start-event-log.ts'
import type { Module } from '../../../events/start-modules.ts'
import { sharesOf } from '../mobile-money/mobile-money-provider.ts'
import { beginDueTransfers } from './begin-due-transfers.ts'
import { processDueTransfers } from './process-transfers.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** How often it is looked for days and weeks that have come, in ms. */
const beginEveryMs = 120_000
/** How soon after something happened it is looked for what that made due, in ms: what follows is collected. */
const collectMs = 5_000

/** Money that leaves the service: what is due is begun, and each transfer is followed to its end. */
export const transfersModule = (deps: TransferDeps & { subscribe: Subscribe }): Module => ({
  name: 'transfers',
  start: () => {
    const owner = randomUUID()
    const { onError } = deps
    const following = sharesOf(deps.mobileMoney.providers).map((share) =>
      startLoop({
        name: 'follow transfers',
        everyMs: untilWoken,
        round: () => processDueTransfers(deps, owner, share),
        onError,
      }),
    )
    const beginning = startLoop({
      name: 'begin transfers',
      everyMs: beginEveryMs,
      minIntervalMs: () => collectMs,
      round: () => beginDueTransfers(deps),
      onError,
    })
    const unsubscribe = deps.subscribe((topic) => {
      if (topic === 'sequenced' || topic === 'due' || topic === 'all') beginning.wakeIn(collectMs)
    })
    const stop = () => {
      unsubscribe()
      return beginning.stop()
    }
    return [...following, { ...beginning, stop }]
  },
  due: { 'follow transfers': firstDueOf('money_transfers') },
})
