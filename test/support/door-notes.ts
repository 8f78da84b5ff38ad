import { plainPng } from './pictures.ts'

/** The letters that a camera writes into a picture: where it was taken. They must reach nobody. */
export const placeInPicture = 'GPS 6.3654 2.4183'

/** A JPEG of one grey point with what cameras write into it; `orientation` is that of Exif, and bytes may follow its end. */
export function cameraJpeg({ orientation = 6, after = Buffer.alloc(0) } = {}): Buffer {
  const tiff = Buffer.alloc(26 + placeInPicture.length)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  tiff.write(placeInPicture, 26, 'latin1')
  const [start, jfif, ...rest] = plainJpegParts
  return Buffer.concat([
    start as Buffer,
    jfif as Buffer,
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${placeInPicture}`, 'latin1')),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${placeInPicture}`, 'latin1')),
    segment(0xfe, Buffer.from(placeInPicture, 'latin1')),
    ...rest,
    after,
  ])
}

/** One segment of a JPEG. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The least JPEG that browsers show: 8 grey points, baseline, with the one Huffman code that it needs. */
const plainJpegParts = [
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
  segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
  segment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
  segment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
  segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
  Buffer.from([0x3f]),
  Buffer.from([0xff, 0xd9]),
]

/** The same without anything that a camera writes. */
export const plainJpeg: Buffer = Buffer.concat(plainJpegParts)

/** A recording as a browser makes one: it does not say how long it is. */
export const webmNote = (bytes = 2_000): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(bytes, 7),
  ])

/** A recording of a phone, which says how long it is. */
export function mp4Note(seconds: number): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A isom', 'latin1')
  const header = Buffer.alloc(36)
  header.writeUInt32BE(36, 0)
  header.write('mvhd', 4, 'latin1')
  header.writeUInt32BE(1_000, 20)
  header.writeUInt32BE(seconds * 1_000, 24)
  return Buffer.concat([head, header, Buffer.alloc(500, 9)])
}

/** A voice message as messengers make one: pages of Ogg, the last of which counts the samples. */
export function oggNote(seconds: number): Buffer {
  const page = (samples: number, content: string) => {
    const head = Buffer.alloc(27)
    head.write('OggS', 0, 'latin1')
    head.writeBigUInt64LE(BigInt(samples), 6)
    return Buffer.concat([head, Buffer.from(content, 'latin1')])
  }
  return Buffer.concat([page(0, '\x13OpusHead'), page(0, 'OpusTags'), page(seconds * 48_000, 'sound')])
}

/** Files that are no photo, whatever their names say. */
export const noPhotos: Record<string, Buffer> = {
  'a text': Buffer.from('Portail bleu, en face de la pharmacie.'),
  'an SVG with a script': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ),
  'an HTML page that begins like a JPEG': Buffer.from(
    '\xff\xd8\xff<html><script>alert(1)</script>',
    'latin1',
  ),
  'a JPEG without an end': plainJpeg.subarray(0, -2),
  'a PNG without an end': plainPng().subarray(0, -12),
  'a PDF': Buffer.from('%PDF-1.4\n%%EOF'),
  'a GIF': Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  'a picture of 50 million points': plainPng({ width: 10_000, height: 1 }).fill(0xff, 20, 22),
  'a recording': webmNote(),
}

/** Files that are no recording. */
export const noSounds: Record<string, Buffer> = {
  'a text': Buffer.from('Allô ?'),
  'an HTML page': Buffer.from('<html><script>alert(1)</script></html>'),
  'a photo': plainJpeg,
  'a picture that begins like a film': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  'a Matroska that is no WebM': Buffer.from('1a45dfa3934286810142f78101428288', 'hex'),
}
