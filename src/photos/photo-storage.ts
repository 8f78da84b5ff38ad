import { limits } from '../contract/limits.ts'
import type { PhotoContentType } from '../contract/vocabulary.ts'
import { imageTypeOf } from './image-type.ts'

// Photos of parcels: where a shop may put one, and whether it did. The bytes go from the shop straight to
// the storage, a folder or a bucket. Which shop a photoKey belongs to is not known here.

/** A photo as the shop announced it. `sizeBytes` is 1 to `limits.photoBytes`. */
export type PhotoUpload = { photoKey: string; contentType: PhotoContentType; sizeBytes: number }

/**
 * Leave to upload one announced photo: a PUT to `uploadUrl` with exactly `headers`, before `expiresAt`.
 * `Content-Length` is not among the headers, since HTTP clients set it themselves and browsers allow
 * nothing else; it must be the announced size.
 */
export type UploadTicket = { uploadUrl: string; headers: Record<string, string>; expiresAt: Date }

/** A place photos are kept in. Its own failures (disk, network) are thrown as they come. */
export interface PhotoStorage {
  /** Leave to upload `upload`, once or again, for `limits.photoUploadMinutes` from `now`. */
  prepareUpload(upload: PhotoUpload, now: Date): Promise<UploadTicket>
  /** Whether a file of exactly that size, whose first bytes are of that format, stands under the key. */
  isUploaded(upload: PhotoUpload): Promise<boolean>
}

/** Whether `text` can be a photoKey: letters, digits, - and _, which neither a path nor a URL can misread. */
export function isPhotoKey(text: string): boolean {
  const { min, max } = limits.photoKey
  return text.length >= min && text.length <= max && /^[A-Za-z0-9_-]+$/.test(text)
}

/** When leave given at `now` ends: on a whole second, because signed addresses carry no fraction. */
export function uploadExpiry(now: Date): Date {
  const startSeconds = Math.floor(now.getTime() / 1000)
  return new Date((startSeconds + limits.photoUploadMinutes * 60) * 1000)
}

/** Whether a file of `sizeBytes` that starts with `firstBytes` is the announced photo. */
export function isAnnouncedPhoto(upload: PhotoUpload, sizeBytes: number, firstBytes: Uint8Array): boolean {
  return sizeBytes === upload.sizeBytes && imageTypeOf(firstBytes) === upload.contentType
}
