import { violatedConstraint } from '../../base/database/database-error.ts'
import { deletePhotos } from './photo-store.ts'
import type { PhotoDeps } from './verify-photo.ts'

/**
 * Removes photos of a shop and then their files, all at once, since a file may be a request to a bucket; a
 * photo that an order names again meanwhile stays. A file that cannot be removed is reported and stays
 * behind.
 */
export async function removePhotos(
  { db, photoStorage, onError }: PhotoDeps & { onError: (message: string, error: unknown) => void },
  shopId: string,
  photoKeys: readonly string[],
): Promise<void> {
  await Promise.all(photoKeys.map(removePhoto))

  async function removePhoto(photoKey: string): Promise<void> {
    try {
      await deletePhotos(db, [{ shopId, photoKey }])
    } catch (error) {
      if (violatedConstraint(error) !== 'photo_is_of_the_shop') throw error
      return
    }
    await photoStorage
      .remove(photoKey)
      .catch((error: unknown) => onError('The file of a removed photo could not be removed.', error))
  }
}
