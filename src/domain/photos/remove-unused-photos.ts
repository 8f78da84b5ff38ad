import { deletePhotos, type UnusedPhoto } from './photo-store.ts'
import type { PhotoDeps } from './verify-photo.ts'

/**
 * Removes photos that no order names any more, files first: the row of one whose file could not be removed
 * stays, and is purged later. Returns how many were removed.
 */
export async function removeUnusedPhotos(
  { db, photoStorage, onError }: PhotoDeps & { onError: (message: string, error: unknown) => void },
  photos: readonly UnusedPhoto[],
): Promise<number> {
  const removals = await Promise.allSettled(photos.map(({ photoKey }) => photoStorage.remove(photoKey)))
  const failed = removals.find((removal) => removal.status === 'rejected')
  if (failed) onError('The file of a photo could not be removed; it is tried again.', failed.reason)
  const removed = photos.filter((_, at) => removals[at]?.status === 'fulfilled')
  if (removed.length > 0) await deletePhotos(db, removed)
  return removed.length
}
