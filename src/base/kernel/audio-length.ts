import { audioTypeOf } from './audio-type.ts'

/**
 * How long a recording lasts, in seconds, as its file declares it; undefined where the file does not say, as
 * with one that a browser has recorded. Nothing is decoded, so a file can lie: its size is what bounds it.
 */
export function audioSecondsOf(bytes: Uint8Array): number | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = audioTypeOf(bytes)
  const seconds = type && readers[type](file)
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

type ReadSeconds = (file: Buffer) => number | undefined

const readers = {
  'audio/mp4': secondsOfMp4,
  'audio/ogg': secondsOfOgg,
  'audio/webm': secondsOfWebm,
  'audio/mpeg': () => undefined,
} satisfies Record<string, ReadSeconds>

/** The header of the film (ISO 14496-12): its duration in units of its own. */
function secondsOfMp4(file: Buffer): number | undefined {
  const at = file.indexOf('mvhd', 0, 'latin1')
  if (at === -1 || at + 36 > file.length) return undefined
  const isLong = file[at + 4] === 1
  const units = file.readUInt32BE(at + (isLong ? 24 : 16))
  const length = isLong ? Number(file.readBigUInt64BE(at + 28)) : file.readUInt32BE(at + 20)
  return length / units
}

/**
 * The last page says how many samples there were (RFC 3533); those of Opus are counted at 48 kHz (RFC 7845).
 */
function secondsOfOgg(file: Buffer): number | undefined {
  const last = file.lastIndexOf('OggS', undefined, 'latin1')
  if (!file.subarray(0, 64).includes('OpusHead') || last + 14 > file.length) return undefined
  return Number(file.readBigUInt64LE(last + 6)) / 48_000
}

/**
 * The element Duration of Matroska, in milliseconds as long as no other scale is declared, which no browser
 * does.
 */
function secondsOfWebm(file: Buffer): number | undefined {
  const at = file.subarray(0, webmHeadBytes).indexOf(Buffer.from([0x44, 0x89]))
  if (at === -1 || at + 11 > file.length) return undefined
  const size = (file[at + 2] ?? 0) & 0x7f
  if (size === 4) return file.readFloatBE(at + 3) / 1_000
  return size === 8 ? file.readDoubleBE(at + 3) / 1_000 : undefined
}

const webmHeadBytes = 1_024
