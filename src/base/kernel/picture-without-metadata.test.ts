import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { cameraJpeg, noPhotos, placeInPicture, plainJpeg, segment } from '../../../test/support/door-notes.ts'
import { plainPng } from '../../../test/support/pictures.ts'
import { imageSizeOf } from './image-size.ts'
import { pictureOfSameSize, pictureWithoutMetadata } from './picture-without-metadata.ts'

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')

test('of a JPEG from a camera nothing is left but the picture and which way up it is', () => {
  const plain = pictureWithoutMetadata(cameraJpeg({ orientation: 6 }))
  assert.ok(!textOf(plain).includes('GPS'))
  const exif = 'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000'
  const [start, rest] = [plainJpeg.subarray(0, 2), plainJpeg.subarray(2)]
  assert.equal(textOf(plain), textOf(Buffer.concat([start, Buffer.from(exif, 'hex'), rest])))
})

test('an upright JPEG is left without any Exif', () => {
  for (const orientation of [0, 1, 9])
    assert.equal(textOf(pictureWithoutMetadata(cameraJpeg({ orientation }))), textOf(plainJpeg))
})

test('a JPEG that was cleaned stays as it is when it is cleaned again', () => {
  const once = pictureWithoutMetadata(cameraJpeg()) ?? Buffer.alloc(0)
  assert.equal(textOf(pictureWithoutMetadata(once)), textOf(once))
})

test('what follows the end of a picture is cut off', () => {
  const after = Buffer.from('PK\x03\x04 a film, an archive or a page')
  assert.equal(textOf(pictureWithoutMetadata(cameraJpeg({ orientation: 1, after }))), textOf(plainJpeg))
  assert.equal(textOf(pictureWithoutMetadata(Buffer.concat([plainPng(), after]))), textOf(plainPng()))
})

test('a JPEG keeps its colour profile and several scans, and ends at its own end', () => {
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01 colours', 'latin1'))
  const preview = segment(0xe2, Buffer.from(`MPF\0${placeInPicture}`, 'latin1'))
  const scan = Buffer.concat([
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from('aa\xff\0\xff\xd0b', 'latin1'),
  ])
  const end = plainJpeg.subarray(-2)
  const whole = Buffer.concat([
    plainJpeg.subarray(0, 2),
    profile,
    preview,
    plainJpeg.subarray(2, -2),
    scan,
    end,
  ])
  const wanted = Buffer.concat([plainJpeg.subarray(0, 2), profile, plainJpeg.subarray(2, -2), scan, end])
  assert.equal(textOf(pictureWithoutMetadata(whole)), textOf(wanted))
})

test('a PNG keeps only the chunks that the picture is made of', () => {
  const noisy = plainPng({ noise: 400 })
  assert.equal(textOf(pictureWithoutMetadata(noisy)), textOf(plainPng()))
})

test('a WebP loses its Exif and XMP, and no longer announces them', () => {
  const chunk = (name: string, content: string) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, Buffer.from(content + (content.length % 2 ? '\0' : ''), 'latin1')])
  }
  const riff = (...chunks: Buffer[]) => {
    const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
    const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content])
  }
  const canvas = (flags: string) => chunk('VP8X', `${flags}\0\0\0\x07\0\0\x07\0\0`)
  const picture = chunk('VP8L', '\x2f\x07\xc0\x01\0rest!')
  const given = riff(canvas('\x2c'), picture, chunk('EXIF', placeInPicture), chunk('XMP ', placeInPicture))
  const plain = pictureWithoutMetadata(Buffer.concat([given, Buffer.from('more')]))
  assert.equal(textOf(plain), textOf(riff(canvas('\x20'), picture)))
  assert.deepEqual(imageSizeOf(plain ?? Buffer.alloc(0)), { width: 8, height: 8 })
  assert.equal(pictureWithoutMetadata(riff(canvas('\x2c'))), undefined)
})

/** Exif as a camera writes it, which also says where; and all that is left of it. */
const exif = (orientation: number) => {
  const tiff = Buffer.from(`49492a00080000000100120103000100000000000000`, 'hex')
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([tiff, Buffer.from(placeInPicture)])
}
const orientationAlone = Buffer.from('4d4d002a00000008000101120003000000010008000000000000', 'hex')

test('a PNG that is shown another way up keeps that and nothing else of its Exif', () => {
  const [head, rest] = [plainPng().subarray(0, 33), plainPng().subarray(33)]
  const withExif = (content: Buffer) => {
    const named = Buffer.concat([Buffer.from('eXIf'), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([head, length, named, sum, rest])
  }
  assert.equal(textOf(pictureWithoutMetadata(withExif(exif(8)))), textOf(withExif(orientationAlone)))
  assert.equal(textOf(pictureWithoutMetadata(withExif(exif(1)))), textOf(plainPng()))
})

test('a WebP that is shown another way up keeps that and nothing else of its Exif', () => {
  const chunk = (name: string, content: Buffer) => {
    const [head, size] = [Buffer.from(name, 'latin1'), Buffer.alloc(4)]
    size.writeUInt32LE(content.length)
    return Buffer.concat([head, size, content, Buffer.alloc(content.length % 2)])
  }
  const webp = (...chunks: Buffer[]) => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
  const canvas = chunk('VP8X', Buffer.from('08000000070000070000', 'hex'))
  const picture = chunk('VP8L', Buffer.from('2f07c001', 'hex'))
  for (const name of ['', 'Exif\0\0'])
    assert.equal(
      textOf(
        pictureWithoutMetadata(
          webp(canvas, picture, chunk('EXIF', Buffer.concat([Buffer.from(name), exif(8)]))),
        ),
      ),
      textOf(webp(canvas, picture, chunk('EXIF', orientationAlone))),
    )
})

test('a JPEG loses the smaller copy of it that its first segment holds', () => {
  const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc', 'latin1')
  const given = Buffer.concat([plainJpeg.subarray(0, 2), segment(0xe0, jfif), plainJpeg.subarray(20)])
  assert.equal(textOf(pictureWithoutMetadata(given)), textOf(plainJpeg))
})

test('a picture whose size was announced keeps it, and one that cannot be read is left as it is', () => {
  const given = cameraJpeg({ orientation: 1 })
  const stored = pictureOfSameSize(given)
  const zeros = Buffer.alloc(given.length - plainJpeg.length)
  assert.equal(textOf(stored), textOf(Buffer.concat([plainJpeg, zeros])))
  assert.equal(textOf(pictureOfSameSize(stored)), textOf(stored))
  assert.deepEqual(pictureOfSameSize(given.subarray(0, 90)), given.subarray(0, 90))
})

for (const [name, bytes] of Object.entries(noPhotos).filter(([each]) => !each.includes('50 million')))
  test(`${name} is no picture`, () => {
    assert.equal(pictureWithoutMetadata(bytes), undefined)
  })

test('a picture that is cut off anywhere is refused, and never read beyond its end', () => {
  for (const whole of [cameraJpeg(), plainPng({ noise: 20 })])
    for (let length = 0; length < whole.length; length += 1)
      assert.equal(pictureWithoutMetadata(whole.subarray(0, length)), undefined, `${length} bytes`)
})
