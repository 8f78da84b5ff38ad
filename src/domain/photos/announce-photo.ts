import type { PhotoContentType } from '../../base/contract/vocabulary.ts'
import { newBase62 } from '../../base/kernel/short-code.ts'
import type { UploadTicket } from './photo-storage.ts'
import { insertPhoto } from './photo-store.ts'
import type { PhotoParts } from './verify-photo.ts'

/** Issues the key of a photo to come and the address to send it to, good for 15 minutes. */
export async function announcePhoto(
  { db, clock, photoStorage }: PhotoParts,
  shopId: string,
  photo: { contentType: PhotoContentType; sizeBytes: number },
): Promise<UploadTicket & { photoKey: string }> {
  const now = clock.now()
  const photoKey = `photo_${newBase62(32)}`
  const ticket = await photoStorage.prepareUpload({ photoKey, ...photo }, now)
  await insertPhoto(db, shopId, { photoKey, ...photo }, now)
  return { photoKey, ...ticket }
}
