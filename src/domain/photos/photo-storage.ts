import { imageTypeOf } from '../../base/kernel/image-type.ts'
import type { PrivateFileType, SentFileType } from '../../base/kernel/private-file-type.ts'
import { newBase62 } from '../../base/kernel/short-code.ts'
import { limits } from '../../contract/limits.ts'
import type { PhotoContentType } from '../../contract/vocabulary.ts'

// Photos of parcels: where a shop may put one, and whether it did. The bytes go from the shop straight to
// the storage, a folder or a bucket, but for those of a form. Which shop a photoKey belongs to is not known
// here.

/** A photo as the shop announced it. `sizeBytes` is 1 to `limits.photoBytes`. */
export type PhotoUpload = { photoKey: string; contentType: PhotoContentType; sizeBytes: number }

/**
 * Permission to upload one announced photo: a PUT to `uploadUrl` with exactly `headers`, before `expiresAt`.
 * `Content-Length` is not among the headers, since HTTP clients set it themselves and browsers allow nothing
 * else; it must be the announced size.
 */
export type UploadTicket = { uploadUrl: string; headers: Record<string, string>; expiresAt: Date }

/** A place where photos are stored. Its own failures (disk, network) are thrown unchanged. */
export interface PhotoStorage {
  /** Permission to upload `upload`, once or repeatedly, for `limits.photoUploadMinutes` from `now`. */
  prepareUpload(upload: PhotoUpload, now: Date): Promise<UploadTicket>
  /** Stores a photo that this server holds itself, as an upload of the same bytes would. */
  store(upload: PhotoUpload, bytes: Uint8Array): Promise<void>
  /** Whether a file of exactly that size, whose first bytes are of that format, stands under the key. */
  isUploaded(upload: PhotoUpload): Promise<boolean>
  /**
   * Puts an uploaded photo where no upload address leads, so that a photo named by an order can no longer
   * change, and returns, as `isUploaded` does, whether it is the announced one. Repeating it changes nothing.
   */
  keepForGood(upload: PhotoUpload): Promise<boolean>
  /** The bytes of a photo that is kept for good; undefined when there is none. */
  readKept(photoKey: string): Promise<Uint8Array | undefined>
  /** Removes the file under the key; a missing one is no failure. */
  remove(photoKey: string): Promise<void>
  /** Papers of people and what is sent about a delivery, beside the photos and out of their reach. */
  privateFiles: PrivateFiles
}

/**
 * Files that no address leads to: only this server reads them, for somebody who may see them. Keys are those
 * of `newPrivateKey`.
 */
export type PrivateFiles = {
  save(fileKey: string, contentType: PrivateFileType | SentFileType, bytes: Uint8Array): Promise<void>
  /** The bytes under a key; undefined when there are none. */
  read(fileKey: string): Promise<Uint8Array | undefined>
  /** Removes the file under the key; a missing one is no failure. */
  remove(fileKey: string): Promise<void>
}

/** The key of a private file, which nobody guesses and which says nothing of the person. */
export const newPrivateKey = (): string => `file_${newBase62(32)}`

/** Whether `text` can be a photoKey: letters, digits, - and _, which are safe in paths and URLs. */
export function isPhotoKey(text: string): boolean {
  const { min, max } = limits.photoKey
  return text.length >= min && text.length <= max && /^[A-Za-z0-9_-]+$/.test(text)
}

/**
 * When an upload address issued at `now` expires: on a whole second, because signed addresses carry no
 * fraction.
 */
export function uploadExpiry(now: Date): Date {
  const startSeconds = Math.floor(now.getTime() / 1000)
  return new Date((startSeconds + limits.photoUploadMinutes * 60) * 1000)
}

/** How long after its announcement an order may be the first to name a photo, in ms. */
const usableMs = 24 * 60 * 60_000
/** How much longer it is kept, so that none is removed while an order checks it, in ms. */
const spareMs = 60 * 60_000

/** Whether a photo announced at `createdAt` can still be named for the first time (decision 11). */
export const isUsable = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= usableMs

/** Photos announced before this that no order has named can no longer be used. */
export const unusedPhotoCutoff = (now: Date): Date => new Date(now.getTime() - usableMs - spareMs)

/** Whether a file of `sizeBytes` that starts with `firstBytes` is the announced photo. */
export function isAnnouncedPhoto(upload: PhotoUpload, sizeBytes: number, firstBytes: Uint8Array): boolean {
  return sizeBytes === upload.sizeBytes && imageTypeOf(firstBytes) === upload.contentType
}
