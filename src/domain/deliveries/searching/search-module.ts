import { startLoop } from '../../../base/background/loop.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Module } from '../../../events/start-modules.ts'
import { makeDeliveriesSearchable, makeOlderDeliveriesSearchable } from './make-deliveries-searchable.ts'

/**
 * The search: deliveries are indexed when their events come, and those from before there was a search in
 * batches.
 */
export const searchModule = (deps: {
  db: Database
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'search',
  consumer: makeDeliveriesSearchable,
  start: () => {
    let isLeft = true
    const round = async () => {
      if (isLeft) isLeft = await makeOlderDeliveriesSearchable(deps)
      return isLeft
    }
    const name = 'index deliveries from before there was a search'
    return [startLoop({ name, everyMs: 60_000, round, onError: deps.onError })]
  },
})
