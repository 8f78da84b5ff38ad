/** The formats of recordings that phones make and other phones play. */
export type AudioType = 'audio/webm' | 'audio/ogg' | 'audio/mp4' | 'audio/mpeg'

/**
 * The format that a recording declares by its first bytes, whatever its name or announced type; undefined for
 * any other file. A film has the same beginning: it is served as sound alone.
 */
export function audioTypeOf(bytes: Uint8Array): AudioType | undefined {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (text(0, 4) === '\x1aE\xdf\xa3' && text(4, 64).includes('webm')) return 'audio/webm'
  if (text(0, 4) === 'OggS') return 'audio/ogg'
  if (text(4, 8) === 'ftyp' && mp4Brands.test(text(8, 12))) return 'audio/mp4'
  const isMpegFrame = bytes[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2].includes(bytes[1] ?? 0)
  return text(0, 3) === 'ID3' || isMpegFrame ? 'audio/mpeg' : undefined
}

/** Sound and films; pictures (`heic`, `avif`) have the same beginning. */
const mp4Brands = /^(M4A |M4B |mp4[12]|iso[2-9m]|3gp[4-9]|dash)$/
