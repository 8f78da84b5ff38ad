import type { AudioType } from './audio-type.ts'
import { imageSizeOf } from './image-size.ts'
import { type ImageType, imageTypeOf } from './image-type.ts'

/** The formats of papers that people show us: a picture, or a PDF. */
export type PrivateFileType = ImageType | 'application/pdf'

/** The formats of what people send from a phone: a picture, or a recording. */
export type SentFileType = ImageType | AudioType

/** A picture of few bytes can still take all the memory of whoever looks at it. */
const maxPixels = 40_000_000

/**
 * The format that a file has by its content, whatever its name or announced type; undefined for any other
 * file, for a picture without a size or of too many pixels, and for a PDF without an end. What else is hidden
 * in a file is not searched for: it is shown as what it is here, and never as anything else.
 */
export function privateFileTypeOf(bytes: Uint8Array): PrivateFileType | undefined {
  const image = imageTypeOf(bytes)
  if (image) {
    const size = imageSizeOf(bytes)
    return size && size.width * size.height <= maxPixels ? image : undefined
  }
  const text = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  const isPdf = text(0, 5) === '%PDF-' && text(Math.max(0, bytes.length - 1_024)).includes('%%EOF')
  return isPdf ? 'application/pdf' : undefined
}
