import { arrivedBefore, fileKinds, fileRules } from './delivery-file.ts'
import { forgetFiles, listFilesOfEnded, listRemovedFiles, type UnneededFile } from './delivery-file-store.ts'
import type { DeliveryFileDeps } from './store-delivery-file.ts'

/** How many files are removed at once: each is a request of its own to a bucket. */
const batchSize = 50

/**
 * Removes small batches of files that nobody gets any more and of those whose deliveries ended long enough
 * ago, files first: a row whose file could not be removed stays, to be tried again. Returns whether more is
 * left.
 */
export async function purgeDeliveryFiles(deps: DeliveryFileDeps): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const lists = [
    () => listRemovedFiles(db, arrivedBefore(now), batchSize),
    ...fileKinds.map(
      (kind) => () => listFilesOfEnded(db, kind, new Date(now.getTime() - fileRules[kind].keptMs), batchSize),
    ),
  ]
  let isMore = false
  const faults: unknown[] = []
  for (const list of lists) {
    const files = await list()
    faults.push(...(await removeFiles(deps, files)))
    isMore ||= files.length === batchSize
  }
  if (faults.length > 0) throw faults[0]
  return isMore
}

/** Returns what went wrong. */
async function removeFiles(
  { db, photoStorage }: DeliveryFileDeps,
  files: readonly UnneededFile[],
): Promise<unknown[]> {
  const removals = await Promise.allSettled(
    files.map(async ({ fileKey }) => fileKey !== null && (await photoStorage.privateFiles.remove(fileKey))),
  )
  await forgetFiles(
    db,
    files.filter((_, at) => removals[at]?.status === 'fulfilled'),
  )
  return removals.flatMap((removal) => (removal.status === 'rejected' ? [removal.reason] : []))
}
