import { type ImageType, imageTypeOf } from '../../base/kernel/image-type.ts'
import { pictureWithoutMetadata } from '../../base/kernel/picture-without-metadata.ts'
import { privateFileTypeOf } from '../../base/kernel/private-file-type.ts'
import { limits } from '../../contract/limits.ts'
import type { PhotoStorage } from './photo-storage.ts'

/**
 * The photo of a parcel as its shop gave it, for its customer and its courier: without what the shop's camera
 * wrote into it. Undefined where the storage has none, or what it has is no picture that can be shown.
 */
export async function readParcelPhoto(
  { photoStorage }: { photoStorage: Pick<PhotoStorage, 'readKept'> },
  photoKey: string,
): Promise<{ contentType: ImageType; bytes: Uint8Array } | undefined> {
  const bytes = await photoStorage.readKept(photoKey)
  if (!bytes || bytes.length > limits.photoBytes || !privateFileTypeOf(bytes)) return undefined
  const plain = pictureWithoutMetadata(bytes)
  const contentType = plain && imageTypeOf(plain)
  return plain && contentType ? { contentType, bytes: plain } : undefined
}
