import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImageSize, imageSizeOf } from './image-size.ts'

/** Beginnings of files, as their formats write them. */
const files: { what: string; hex: string; size: ImageSize | undefined }[] = [
  {
    what: 'a PNG',
    hex: '89504e470d0a1a0a 0000000d 49484452 00000140 000000f0 0806000000',
    size: { width: 320, height: 240 },
  },
  {
    what: 'a PNG without a header',
    hex: '89504e470d0a1a0a 0000000d 49444154 00000140 000000f0 0806000000',
    size: undefined,
  },
  {
    what: 'a PNG of no height',
    hex: '89504e470d0a1a0a 0000000d 49484452 00000140 00000000',
    size: undefined,
  },
  { what: 'a PNG that is cut off', hex: '89504e470d0a1a0a 0000000d 49484452 00000140', size: undefined },
  {
    what: 'a JPEG with a JFIF header',
    hex: 'ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 00f0 0140 03',
    size: { width: 320, height: 240 },
  },
  {
    what: 'a progressive JPEG with tables before its frame',
    hex: 'ffd8 ffdb 0004 0000 ffc4 0004 0000 ffff c2 0011 08 0010 0020 03',
    size: { width: 32, height: 16 },
  },
  { what: 'a JPEG without a frame', hex: 'ffd8 ffe0 0004 0000 ffd9 0000 0000 0000', size: undefined },
  {
    what: 'a JPEG whose segment goes beyond the file',
    hex: 'ffd8 ffe0 ffff 0000 0000 0000',
    size: undefined,
  },
  { what: 'a JPEG with no segments', hex: 'ffd8 ff00 0000 0000 0000 0000', size: undefined },
  {
    what: 'a WebP with loss',
    hex: '52494646 24000000 57454250 56503820 18000000 300100 9d012a 4001 f000 0000',
    size: { width: 320, height: 240 },
  },
  {
    what: 'a WebP without loss',
    hex: '52494646 24000000 57454250 5650384c 18000000 2f 3fc13b00 0000000000',
    size: { width: 320, height: 240 },
  },
  {
    what: 'an extended WebP',
    hex: '52494646 24000000 57454250 56503858 0a000000 10000000 3f0100 ef0000',
    size: { width: 320, height: 240 },
  },
  {
    what: 'a WebP with another chunk first',
    hex: '52494646 24000000 57454250 41424344 0a000000 10000000 3f0100 ef0000',
    size: undefined,
  },
  { what: 'a WebP that is cut off', hex: '52494646 24000000 57454250 56503858 0a000000', size: undefined },
  { what: 'a GIF', hex: '474946383961 4001 f000 0000000000000000000000000000000000', size: undefined },
  { what: 'an SVG', hex: Buffer.from('<svg width="320" height="240">').toString('hex'), size: undefined },
]

for (const { what, hex, size } of files)
  test(`${what} is ${size ? `${size.width} by ${size.height} pixels` : 'of no size'}`, () => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    assert.deepEqual(imageSizeOf(bytes), size)
  })

test('the size of a picture is read where it stands in other bytes', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000140000000f0', 'hex')
  const within = Buffer.concat([Buffer.alloc(3, 0xff), png]).subarray(3)
  assert.deepEqual(imageSizeOf(within), { width: 320, height: 240 })
})
