import type { Database } from '../../base/database/open-database.ts'
import { countWaiting } from '../couriers/applications/application-store.ts'
import { countWaitingShops } from '../shops/shop-store.ts'

/** People who wait for an operator's answer: shops that may not order yet, and applications of couriers. */
export type WaitingWork = { shops: number; applications: number }

/** How much waits for an operator's answer, one statement after the other. */
export async function countWaitingWork(db: Database): Promise<WaitingWork> {
  const shops = await countWaitingShops(db)
  return { shops, applications: await countWaiting(db) }
}
