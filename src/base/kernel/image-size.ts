import { imageTypeOf } from './image-type.ts'

/** The width and height of a picture, in pixels. */
export type ImageSize = { width: number; height: number }

/**
 * The size that a PNG, JPEG or WebP declares, which is what a browser makes room for; undefined when it
 * declares none. Nothing is decoded.
 */
export function imageSizeOf(bytes: Uint8Array): ImageSize | undefined {
  const type = imageTypeOf(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = type && readers[type](view)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

type ReadSize = (view: DataView) => ImageSize | undefined

const readers = {
  'image/png': sizeOfPng,
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
} satisfies Record<string, ReadSize>

/** The header chunk IHDR stands first. */
function sizeOfPng(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(12) !== chunkName('IHDR')) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Segments up to the one that begins a frame (SOF, ITU T.81). */
function sizeOfJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** C4, C8 and CC name tables and extensions among the frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The first chunk: of one picture with or without loss, or the canvas of an extended file. */
function sizeOfWebp(view: DataView): ImageSize | undefined {
  if (view.byteLength < 30) return undefined
  const first = view.getUint32(12)
  if (first === chunkName('VP8X'))
    return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  if (first === chunkName('VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (first !== chunkName('VP8L') || view.getUint8(20) !== 0x2f) return undefined
  const packed = view.getUint32(21, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

const chunkName = (name: string): number => Buffer.from(name, 'ascii').readUInt32BE()
