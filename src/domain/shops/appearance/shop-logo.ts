import { createHash } from 'node:crypto'
import { imageSizeOf } from '../../../base/kernel/image-size.ts'
import { type ImageType, imageTypeOf } from '../../../base/kernel/image-type.ts'
import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The picture that customers know a shop by. */
export type ShopLogo = { bytes: Uint8Array; contentType: ImageType; sha256: string }

/**
 * A logo from the bytes of a file, whose format is what the bytes say, never what a browser calls it; SVG,
 * which can hold scripts, is none of them. Throws LOGO_REFUSED.
 */
export function readLogo(bytes: Uint8Array): ShopLogo {
  const contentType = imageTypeOf(bytes)
  if (!contentType) throw new ApiError('LOGO_REFUSED', { reason: 'CONTENT' })
  if (bytes.length > limits.logoBytes) throw new ApiError('LOGO_REFUSED', { reason: 'SIZE' })
  const size = imageSizeOf(bytes)
  if (!size) throw new ApiError('LOGO_REFUSED', { reason: 'CONTENT' })
  if (Math.max(size.width, size.height) > limits.logoPixels)
    throw new ApiError('LOGO_REFUSED', { reason: 'DIMENSIONS' })
  const plain = pictureWithoutMetadata(bytes)
  if (!plain) throw new ApiError('LOGO_REFUSED', { reason: 'CONTENT' })
  return { bytes: plain, contentType, sha256: createHash('sha256').update(plain).digest('hex') }
}

/** How much of the hash an address holds: enough that another logo has another address. */
const hashLength = 16

/** Where a shop's logo is served; null without one. An address always shows the same picture. */
export const logoPath = ({ id, logo_sha256 }: { id: string; logo_sha256: string | null }): string | null =>
  logo_sha256 === null ? null : `/logos/${id}/${logo_sha256.slice(0, hashLength)}`

/** Whether an address with this hash is that of this logo. */
export const isLogoHash = (hash: string, sha256: string): boolean => hash === sha256.slice(0, hashLength)
