import { crc32, deflateSync } from 'node:zlib'

/** A picture in PNG, of one colour; `noise` bytes besides make it heavier. */
export const plainPng = ({ width = 8, height = 8, noise = 0 } = {}): Buffer =>
  pngOf({ width, height, noise, compressed: deflateSync(Buffer.alloc(height * (width + 1))) })

/** A picture in PNG of 256 greys; each line of `compressed` begins with the number of its filter. */
export function pngOf({
  width,
  height,
  noise = 0,
  compressed,
}: {
  width: number
  height: number
  noise?: number
  compressed: Buffer
}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    // Bytes of a private chunk, which browsers leave alone.
    ...(noise > 0 ? [chunk('coLi', noiseOf(noise))] : []),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The same every time. */
function noiseOf(length: number): Buffer {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return (state >> 16) & 0xff
    }),
  )
}
