import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageTypeBytes, imageTypeOf } from './image-type.ts'

const files: { what: string; hex: string; type: ReturnType<typeof imageTypeOf> }[] = [
  { what: 'a JPEG with a JFIF header', hex: 'ffd8ffe000104a46494600010100000100', type: 'image/jpeg' },
  { what: 'a JPEG with an Exif header', hex: 'ffd8ffe1', type: 'image/jpeg' },
  { what: 'a PNG', hex: '89504e470d0a1a0a0000000d49484452', type: 'image/png' },
  { what: 'a WebP', hex: '524946462400000057454250565038204', type: 'image/webp' },
  { what: 'a GIF', hex: '474946383961', type: undefined },
  { what: 'a WAV sound, which is RIFF too', hex: '524946462400000057415645666d7420', type: undefined },
  { what: 'WEBP without RIFF', hex: '000000002400000057454250', type: undefined },
  { what: 'a PNG whose line ends were rewritten', hex: '89504e470a1a0a', type: undefined },
  { what: 'a JPEG signature that does not come first', hex: '00ffd8ff', type: undefined },
  { what: 'a web page', hex: '3c21646f63747970652068746d6c3e', type: undefined },
  { what: 'two bytes of a JPEG', hex: 'ffd8', type: undefined },
  { what: 'seven bytes of a PNG', hex: '89504e470d0a1a', type: undefined },
  { what: 'eleven bytes of a WebP', hex: '5249464624000000574542', type: undefined },
  { what: 'an empty file', hex: '', type: undefined },
]

for (const { what, hex, type } of files) {
  test(`${what} is recognised as ${type ?? 'no photo'}`, () => {
    const file = Buffer.from(hex, 'hex')
    assert.equal(imageTypeOf(file), type)
    assert.equal(imageTypeOf(file.subarray(0, imageTypeBytes)), type)
  })
}
