import { ApiError } from '../../base/contract/errors.ts'
import type { PhotoContentType } from '../../base/contract/vocabulary.ts'
import { newBase62 } from '../../base/kernel/short-code.ts'
import { type PhotoQuota, quotaWaitSeconds, quotaWindowMs } from './photo-quota.ts'
import type { UploadTicket } from './photo-storage.ts'
import { insertPhoto, lockAnnounced } from './photo-store.ts'
import type { PhotoDeps } from './verify-photo.ts'

/**
 * Issues the key of a photo and the address to upload it to, valid for 15 minutes. Throws
 * PHOTO_QUOTA_REACHED.
 */
export async function announcePhoto(
  { db, clock, photoStorage, photoQuota }: PhotoDeps & { photoQuota: PhotoQuota },
  shopId: string,
  photo: { contentType: PhotoContentType; sizeBytes: number },
): Promise<UploadTicket & { photoKey: string }> {
  const now = clock.now()
  const photoKey = `photo_${newBase62(32)}`
  const ticket = await photoStorage.prepareUpload({ photoKey, ...photo }, now)
  await db.transaction().execute(async (trx) => {
    const announced = await lockAnnounced(trx, shopId, new Date(now.getTime() - quotaWindowMs))
    const retryAfterSeconds = quotaWaitSeconds(photoQuota, announced, photo.sizeBytes, now)
    if (retryAfterSeconds !== undefined) throw new ApiError('PHOTO_QUOTA_REACHED', { retryAfterSeconds })
    await insertPhoto(trx, shopId, { photoKey, ...photo }, now)
  })
  return { photoKey, ...ticket }
}
