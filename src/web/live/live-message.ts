import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * A server-sent message as bytes, plain and compressed: made once, and sent to as many streams as there are.
 */
export type LiveMessage = { plain: Buffer; deflated: () => Buffer }

/** An event with its data, of as many lines as there are. */
export const liveEvent = (name: string, data: string): LiveMessage =>
  message(
    `event: ${name}\n${data
      .split(/\r\n|\r|\n/)
      .map((line) => `data: ${line}\n`)
      .join('')}\n`,
  )

/** How many ids are named at most; where there are more, none is. */
const maxNamed = 100

/** The event that names the deliveries that changed; without any, anything may have. */
export const changedMessage = (ids: readonly string[]): LiveMessage =>
  liveEvent('changed', JSON.stringify(ids.length > maxNamed ? [] : ids))

/** How long a page waits before it connects again, in ms. */
export const retryHint = (ms: number): LiveMessage => message(`retry: ${ms}\n\n`)

/** Keeps a connection open on which nothing happens. */
export const heartbeat: LiveMessage = message(': still here\n\n')

function message(text: string): LiveMessage {
  const plain = Buffer.from(text)
  let deflated: Buffer | undefined
  return {
    plain,
    deflated: () => {
      deflated ??= deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH })
      return deflated
    },
  }
}

/** What a stream writes for each message, and at its beginning and end. */
type LiveEncoding = {
  head: Buffer
  encode: (message: LiveMessage) => Buffer
  tail: () => Buffer
}

/** The messages as they are. */
export const plainEncoding = (): LiveEncoding => ({
  head: Buffer.alloc(0),
  encode: ({ plain }) => plain,
  tail: () => Buffer.alloc(0),
})

/**
 * A stream of gzip for which nothing is compressed and no compressor is kept in memory: every message is a
 * piece of its own that refers to none before it, compressed once for all streams.
 */
export function gzipEncoding(): LiveEncoding {
  let [crc, length] = [0, 0]
  return {
    head: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]),
    encode: ({ plain, deflated }) => {
      crc = crc32(plain, crc)
      length = (length + plain.length) % 2 ** 32
      return deflated()
    },
    tail: () => {
      const tail = Buffer.alloc(10)
      tail.writeUInt8(3, 0)
      tail.writeUInt32LE(crc, 2)
      tail.writeUInt32LE(length, 6)
      return tail
    },
  }
}
