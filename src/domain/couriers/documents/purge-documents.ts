import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { PhotoStorage } from '../../photos/photo-storage.ts'
import { deleteDecidedApplications } from '../applications/application-store.ts'
import { documentRetention } from './document-rules.ts'
import { deleteDocuments, listOldDocuments } from './document-store.ts'

/** How many files are removed at once: each is a request of its own to a bucket. */
const batchSize = 50
const dayMs = 86_400_000

/**
 * Removes a small batch of documents of people who were refused thirty days ago or retired a year ago, files
 * first, and then applications that were decided as long ago (decision 168). Returns whether more is left.
 */
export async function purgeDocuments({
  db,
  clock,
  photoStorage,
}: {
  db: Database
  clock: Clock
  photoStorage: Pick<PhotoStorage, 'privateFiles'>
}): Promise<boolean> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const refusedBefore = daysAgo(documentRetention.refusedDays)
  const retiredBefore = daysAgo(documentRetention.retiredDays)
  const old = await listOldDocuments(db, { refusedBefore, retiredBefore, limit: batchSize })
  const { privateFiles } = photoStorage
  const removals = await Promise.allSettled(
    old.map(async ({ fileKey }) => (fileKey === null ? undefined : privateFiles.remove(fileKey))),
  )
  const removed = old.filter((_, at) => removals[at]?.status === 'fulfilled')
  if (removed.length > 0)
    await deleteDocuments(
      db,
      removed.map(({ id }) => id),
    )
  const failed = removals.find((removal) => removal.status === 'rejected')
  if (failed) throw failed.reason
  const applications = await deleteDecidedApplications(db, refusedBefore, batchSize)
  return old.length === batchSize || applications === batchSize
}
