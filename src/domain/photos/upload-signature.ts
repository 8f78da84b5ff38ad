import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../base/kernel/secret-keys.ts'
import { photoContentTypes } from '../../contract/vocabulary.ts'
import { isPhotoKey, type PhotoUpload } from './photo-storage.ts'

/** A photo that may be uploaded until `expiresAt`, a whole second. */
export type SignedUpload = PhotoUpload & { expiresAt: Date }

/** The query of an upload address as it arrives: names are known, values are not. */
export type UploadQuery = Partial<Record<'type' | 'size' | 'expires' | 'signature', unknown>>

/**
 * The query of the upload address of `upload`: `type`, `size` in bytes, `expires` in Unix seconds, and
 * `signature`, the HMAC-SHA256 in hexadecimal of these and of the photoKey.
 */
export function signedQuery(upload: SignedUpload, secrets: SecretKeys): string {
  const type = upload.contentType
  const size = String(upload.sizeBytes)
  const expires = String(upload.expiresAt.getTime() / 1000)
  const signature = signatureOf([upload.photoKey, type, size, expires], secrets[0])
  return new URLSearchParams({ type, size, expires, signature }).toString()
}

/**
 * What the address of `photoKey` with `query` allows; undefined when we did not sign exactly this. An
 * expired address is still read: the caller knows the time.
 */
export function readSignedQuery(
  photoKey: string,
  query: UploadQuery,
  secrets: SecretKeys,
): SignedUpload | undefined {
  const { type, size, expires, signature } = query
  const contentType = photoContentTypes.find((known) => known === type)
  if (!isPhotoKey(photoKey) || !contentType) return undefined
  if (typeof signature !== 'string') return undefined
  const sign = (secret: Buffer) => signatureOf([photoKey, type, size, expires], secret)
  if (!isMadeByOne(secrets, signature, sign)) return undefined
  return { photoKey, contentType, sizeBytes: Number(size), expiresAt: new Date(Number(expires) * 1000) }
}

/**
 * The first line keeps this signature from being used for any other purpose of the same secret. No field that
 * we sign contains a line feed, so no other division into fields gives the same text.
 */
function signatureOf(fields: unknown[], secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(['photo-upload', ...fields].join('\n'))
    .digest('hex')
}
