import type { Trx } from '../../base/database/open-database.ts'
import { countDifference, countedOfRemoved } from './count-difference.ts'
import { changeSums, listCounted, saveCounted } from './counting-store.ts'

/**
 * Takes deliveries that are removed out of the sums, while the log is locked; what was booked for them stays,
 * as it does in the books.
 */
export async function removeFromReports(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  const counted = await listCounted(trx, shopId, ids)
  const recounts = counted.map(({ id, counted: before }) => ({
    ...{ shopId, id, before },
    after: countedOfRemoved(before),
  }))
  await changeSums(trx, countDifference(recounts))
  await saveCounted(
    trx,
    recounts.map(({ id, after }) => ({ shopId, id, counted: after })),
  )
}
