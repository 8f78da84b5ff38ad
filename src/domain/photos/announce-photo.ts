import { newBase62 } from '../../base/kernel/short-code.ts'
import { ApiError } from '../../contract/errors.ts'
import type { PhotoContentType } from '../../contract/vocabulary.ts'
import { type ShopCache, withShop } from '../shops/cache-shops.ts'
import { requireApproved } from '../shops/require-approved.ts'
import { type PhotoQuota, quotaRefusal, quotaWindowMs } from './photo-quota.ts'
import type { PhotoUpload, UploadTicket } from './photo-storage.ts'
import { insertPhoto, lockAnnounced } from './photo-store.ts'
import type { PhotoDeps } from './verify-photo.ts'

/** What photos are announced with. */
export type AnnounceDeps = PhotoDeps & { photoQuota: PhotoQuota; shops: ShopCache }

/**
 * Issues the key of a photo and the address to upload it to, valid for 15 minutes. Throws SHOP_NOT_APPROVED,
 * SHOP_SUSPENDED and PHOTO_QUOTA_REACHED.
 */
export async function announcePhoto(
  deps: AnnounceDeps,
  shopId: string,
  photo: { contentType: PhotoContentType; sizeBytes: number },
): Promise<UploadTicket & { photoKey: string }> {
  const now = deps.clock.now()
  const upload = { photoKey: newPhotoKey(), ...photo }
  const ticket = await deps.photoStorage.prepareUpload(upload, now)
  await recordPhoto(deps, shopId, upload, now)
  return { photoKey: upload.photoKey, ...ticket }
}

/** A key that nobody guesses. */
export const newPhotoKey = (): string => `photo_${newBase62(32)}`

/**
 * Records an announced photo, which from then on counts towards the quota of its shop. Throws
 * SHOP_NOT_APPROVED, SHOP_SUSPENDED and PHOTO_QUOTA_REACHED.
 */
export async function recordPhoto(
  { db, photoQuota, shops }: Pick<AnnounceDeps, 'db' | 'photoQuota' | 'shops'>,
  shopId: string,
  upload: PhotoUpload,
  now: Date,
): Promise<void> {
  await withShop(shops, shopId, async ({ shop }) => requireApproved(shop))
  await db.transaction().execute(async (trx) => {
    const announced = await lockAnnounced(trx, shopId, new Date(now.getTime() - quotaWindowMs))
    const refusal = quotaRefusal(photoQuota, announced, upload.sizeBytes, now)
    if (refusal) throw new ApiError('PHOTO_QUOTA_REACHED', refusal)
    await insertPhoto(trx, shopId, upload, now)
  })
}
