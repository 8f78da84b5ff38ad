import { crc32 } from 'node:zlib'
import { imageTypeOf } from './image-type.ts'

/**
 * A JPEG, PNG or WebP without what cameras and programs write beside the picture: where and when it was
 * taken, with what, by whom, smaller copies of it, and anything that follows its end. Which way up it is
 * shown stays. Undefined for a file that is none of them or is not built as its format says. Nothing is
 * decoded.
 */
export function pictureWithoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const type = imageTypeOf(bytes)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = type && readers[type](file)
  return parts && Buffer.concat(parts)
}

/**
 * The same in a file of the same size, filled up with zeros behind its end, where the size was announced: a
 * file that is not built as its format says comes back as it is, and is shown to nobody.
 */
export function pictureOfSameSize(bytes: Uint8Array): Uint8Array {
  const plain = pictureWithoutMetadata(bytes)
  // What is longer says nothing but the orientation, as the file itself did.
  if (!plain || plain.length > bytes.length) return bytes
  return Buffer.concat([plain, Buffer.alloc(bytes.length - plain.length)])
}

/** The parts of a file that are kept, in their order. */
type ReadParts = (file: Buffer) => Buffer[] | undefined

const readers = {
  'image/jpeg': partsOfJpeg,
  'image/png': partsOfPng,
  'image/webp': partsOfWebp,
} satisfies Record<string, ReadParts>

/*
 * JPEG (ITU T.81): segments, each with a marker and its length; after SOS the coded picture, up to the next
 * marker.
 */

function partsOfJpeg(file: Buffer): Buffer[] | undefined {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let orientation = 1
  for (let at = 2; at + 2 <= file.length; ) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === jpegEnd) {
      const upright = orientation === 1 ? [] : [orientationSegment(orientation)]
      return [...kept.slice(0, 1), ...upright, ...kept.slice(1), file.subarray(at, at + 2)]
    }
    if (at + 4 > file.length) return undefined
    const ends = at + 2 + file.readUInt16BE(at + 2)
    const segment = file.subarray(at, ends)
    if (ends > file.length || segment.length < 4) return undefined
    if (marker === 0xe1) orientation = orientationIn(segment.subarray(4)) ?? orientation
    if (isKeptSegment(marker, segment)) kept.push(marker === 0xe0 ? withoutThumbnail(segment) : segment)
    at = ends
    if (marker !== jpegScan) continue
    const next = endOfScan(file, at)
    if (next === undefined) return undefined
    kept.push(file.subarray(at, next))
    at = next
  }
  return undefined
}

const jpegEnd = 0xd9
const jpegScan = 0xda

/** Of what applications write (APP0 to APP15, COM), colours depend on JFIF, Adobe and a colour profile. */
function isKeptSegment(marker: number, segment: Buffer): boolean {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = segment.subarray(4, 16).toString('latin1')
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe'))
  )
}

/** A JFIF segment that says how wide and high a point is, and holds no smaller copy of the picture. */
function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length <= jfifBytes) return segment
  const plain = Buffer.from(segment.subarray(0, jfifBytes))
  plain.writeUInt16BE(jfifBytes - 2, 2)
  plain.fill(0, jfifBytes - 2)
  return plain
}

const jfifBytes = 18

/** Where the coded picture ends: at a marker that is neither an escaped FF nor a restart. */
function endOfScan(file: Buffer, from: number): number | undefined {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) return undefined
    const isOfScan = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isOfScan) return at
  }
  return undefined
}

/**
 * The orientation, 2 to 8, that Exif declares in its first directory; undefined for an upright picture and
 * for no Exif.
 */
function orientationIn(exif: Buffer): number | undefined {
  const isNamed = exif.subarray(0, 6).toString('latin1') === exifName
  const tiff = isNamed ? exif.subarray(6) : exif
  const order = tiff.subarray(0, 2).toString('latin1')
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const isLittle = order === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const entries = Math.min(short(directory), maxEntries)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return undefined
    if (short(at) !== orientationTag) continue
    const value = short(at + 8)
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

const exifName = 'Exif\0\0'
const orientationTag = 0x0112
const maxEntries = 200

/** Exif that says nothing but the orientation. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

function orientationSegment(orientation: number): Buffer {
  const exif = exifOf(orientation)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifName.length + exif.length])
  return Buffer.concat([head, Buffer.from(exifName, 'latin1'), exif])
}

/* PNG: chunks of a length, a name, the content and a checksum. */

/** What the picture is made of, and how its colours are meant. */
const keptPngChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
])

function partsOfPng(file: Buffer): Buffer[] | undefined {
  const kept: Buffer[] = [file.subarray(0, 8)]
  for (let at = 8; at + 12 <= file.length; ) {
    const ends = at + 12 + file.readUInt32BE(at)
    if (ends > file.length) return undefined
    const name = file.subarray(at + 4, at + 8).toString('latin1')
    const orientation = name === 'eXIf' ? orientationIn(file.subarray(at + 8, ends - 4)) : undefined
    if (orientation) kept.push(orientationChunk(orientation))
    if (keptPngChunks.has(name)) kept.push(file.subarray(at, ends))
    if (name === 'IEND') return kept
    at = ends
  }
  return undefined
}

function orientationChunk(orientation: number): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/* WebP: a RIFF of chunks of a name, a length and the content, padded to an even length. */

const keptWebpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])
/** The bits of VP8X that announce Exif; and XMP and an animation. */
const announcesExif = 0x08
const announcesOthers = 0x04 | 0x02

function partsOfWebp(file: Buffer): Buffer[] | undefined {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return undefined
  const kept: Buffer[] = []
  let canvas: Buffer | undefined
  let orientation: number | undefined
  let hasPicture = false
  for (let at = 12; at + 8 <= end; ) {
    const size = file.readUInt32LE(at + 4)
    const ends = at + 8 + size + (size % 2)
    if (ends > end) return undefined
    const name = file.subarray(at, at + 4).toString('latin1')
    const chunk = file.subarray(at, ends)
    if (name === 'EXIF') orientation = orientationIn(chunk.subarray(8))
    if (name === 'VP8X') canvas = plainCanvas(chunk)
    if (keptWebpChunks.has(name)) kept.push(name === 'VP8X' && canvas ? canvas : chunk)
    hasPicture ||= name === 'VP8 ' || name === 'VP8L'
    at = ends
  }
  if (!hasPicture) return undefined
  if (canvas && orientation) kept.push(announcedOrientation(canvas, orientation))
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + kept.reduce((bytes, { length }) => bytes + length, 0), 4)
  return [head, ...kept]
}

function plainCanvas(chunk: Buffer): Buffer {
  const canvas = Buffer.from(chunk)
  canvas[8] = (canvas[8] ?? 0) & ~announcesExif & ~announcesOthers
  return canvas
}

/** The chunk that says which way up the picture is, which its canvas announces. */
function announcedOrientation(canvas: Buffer, orientation: number): Buffer {
  canvas[8] = (canvas[8] ?? 0) | announcesExif
  const exif = exifOf(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(exif.length, 4)
  return Buffer.concat([head, exif])
}
