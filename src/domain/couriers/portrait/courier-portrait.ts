import { createHash } from 'node:crypto'
import { imageSizeOf } from '../../../base/kernel/image-size.ts'
import { type ImageType, imageTypeOf } from '../../../base/kernel/image-type.ts'
import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The picture that customers recognise a courier by. */
export type CourierPortrait = { bytes: Uint8Array; contentType: ImageType; sha256: string }

/**
 * A portrait from the bytes of a file, whose format is what the bytes say. Their page makes it small before
 * it is sent; what is sent otherwise is held to the same. Throws PORTRAIT_REFUSED.
 */
export function readPortrait(bytes: Uint8Array): CourierPortrait {
  const contentType = imageTypeOf(bytes)
  if (!contentType) throw new ApiError('PORTRAIT_REFUSED', { reason: 'CONTENT' })
  if (bytes.length > limits.portraitBytes) throw new ApiError('PORTRAIT_REFUSED', { reason: 'SIZE' })
  const size = imageSizeOf(bytes)
  if (!size) throw new ApiError('PORTRAIT_REFUSED', { reason: 'CONTENT' })
  if (Math.max(size.width, size.height) > limits.portraitPixels)
    throw new ApiError('PORTRAIT_REFUSED', { reason: 'DIMENSIONS' })
  const plain = pictureWithoutMetadata(bytes)
  if (!plain) throw new ApiError('PORTRAIT_REFUSED', { reason: 'CONTENT' })
  return { bytes: plain, contentType, sha256: createHash('sha256').update(plain).digest('hex') }
}

/** How much of the hash an address holds: enough that another picture has another address. */
const versionLength = 12

/** What tells one picture of a courier from the next in an address. */
export const portraitVersion = (sha256: string): string => sha256.slice(0, versionLength)
