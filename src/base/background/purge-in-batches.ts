/** Removes at most `limit` rows of one kind; returns how many it removed. */
type PurgeBatch = (limit: number) => Promise<number>

/** How many rows of a kind are removed at once: few enough to be quick, however many there are. */
const batchSize = 2_000

/**
 * Removes a small batch of each kind, one kind after the other; returns whether more is left of any. A kind
 * that fails does not stop the others: its error is thrown after all of them were tried.
 */
export async function purgeInBatches(batches: readonly PurgeBatch[]): Promise<boolean> {
  const faults: unknown[] = []
  let isMore = false
  for (const removeBatch of batches) {
    try {
      if ((await removeBatch(batchSize)) === batchSize) isMore = true
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, 'Several kinds could not be purged.')
  if (faults.length === 1) throw faults[0]
  return isMore
}
