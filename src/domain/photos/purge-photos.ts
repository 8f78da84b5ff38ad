import { unusedPhotoCutoff } from './photo-storage.ts'
import { deletePhotos, listUnusedPhotos } from './photo-store.ts'
import type { PhotoDeps } from './verify-photo.ts'

/** How many photos are removed at once: each is a request of its own to a bucket. */
const batchSize = 50

/**
 * Removes a small batch of photos that were announced more than a day ago and that no order has named, files
 * first: a row whose file could not be removed stays, to be tried again. Returns whether more is left.
 */
export async function purgePhotos({ db, clock, photoStorage }: PhotoDeps): Promise<boolean> {
  const photos = await listUnusedPhotos(db, unusedPhotoCutoff(clock.now()), batchSize)
  const removals = await Promise.allSettled(photos.map(({ photoKey }) => photoStorage.remove(photoKey)))
  const removed = photos.filter((_, at) => removals[at]?.status === 'fulfilled')
  if (removed.length > 0) await deletePhotos(db, removed)
  const failed = removals.find((removal) => removal.status === 'rejected')
  if (failed) throw failed.reason
  return photos.length === batchSize
}
