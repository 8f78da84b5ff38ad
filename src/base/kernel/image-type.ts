/** The formats of pictures that people may give us. None of them can hold a script, as SVG can. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

/** How many first bytes of a file are enough for `imageTypeOf`. */
export const imageTypeBytes = 16

/**
 * The format a file declares by its first bytes, whatever its name or announced type; undefined for any
 * other file, or when too few bytes are given. Says nothing of the rest of the file.
 */
export function imageTypeOf(firstBytes: Uint8Array): ImageType | undefined {
  if (hasAt(firstBytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (hasAt(firstBytes, 0, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (hasAt(firstBytes, 0, ascii('RIFF')) && hasAt(firstBytes, 8, ascii('WEBP'))) return 'image/webp'
  return undefined
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'ascii')]

const hasAt = (bytes: Uint8Array, offset: number, expected: number[]): boolean =>
  expected.every((byte, index) => bytes[offset + index] === byte)
