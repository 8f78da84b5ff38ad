import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { isUsable, type PhotoStorage } from './photo-storage.ts'
import { findPhoto, markPhotoVerified } from './photo-store.ts'

export type PhotoDeps = { db: Database; clock: Clock; photoStorage: PhotoStorage }

/**
 * Throws PHOTO_KEY_UNKNOWN unless the key was issued to the shop, the announced photo was uploaded, and an
 * order has named it within a day.
 */
export type VerifyPhoto = (shopId: string, photoKey: string) => Promise<void>

/**
 * Looks a photo up in the storage the first time it is used, puts it where it can no longer be replaced, and
 * records that it was complete (decision 11).
 */
export function verifyPhotoWith({ db, clock, photoStorage }: PhotoDeps): VerifyPhoto {
  return async (shopId, photoKey) => {
    const photo = await findPhoto(db, shopId, photoKey)
    if (photo?.isVerified) return
    const now = clock.now()
    if (!photo || !isUsable(photo.createdAt, now) || !(await photoStorage.keepForGood(photo)))
      throw new ApiError('PHOTO_KEY_UNKNOWN')
    await markPhotoVerified(db, shopId, photoKey, now)
  }
}
