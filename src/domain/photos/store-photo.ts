import type { Actor } from '../../base/kernel/actor.ts'
import { imageTypeOf } from '../../base/kernel/image-type.ts'
import { pictureWithoutMetadata } from '../../base/kernel/picture-without-metadata.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { requireRight } from '../accounts/check-right.ts'
import { type AnnounceDeps, newPhotoKey, recordPhoto } from './announce-photo.ts'

/**
 * Stores a photo whose bytes this server received itself, from a form, and returns its key for the next order
 * (decision 137). It counts towards the shop's quota as an announced one does, and is removed like one that
 * no order names. Throws PHOTO_UNUSABLE, PHOTO_QUOTA_REACHED, SHOP_NOT_APPROVED, SHOP_SUSPENDED,
 * SHOP_NOT_FOUND.
 */
export async function storePhoto(
  deps: AnnounceDeps & { actor: Actor },
  { shopId, bytes: sent }: { shopId: string; bytes: Uint8Array },
): Promise<string> {
  await requireRight(deps, shopId, 'SELL')
  const bytes = pictureWithoutMetadata(sent) ?? sent
  const upload = { photoKey: newPhotoKey(), contentType: formatOf(sent), sizeBytes: bytes.length }
  await recordPhoto(deps, shopId, upload, deps.clock.now())
  await deps.photoStorage.store(upload, bytes)
  return upload.photoKey
}

function formatOf(bytes: Uint8Array) {
  if (bytes.length > limits.photoBytes) throw new ApiError('PHOTO_UNUSABLE', { reason: 'TOO_LARGE' })
  const contentType = imageTypeOf(bytes)
  if (!contentType) throw new ApiError('PHOTO_UNUSABLE', { reason: 'NO_PHOTO' })
  return contentType
}
