import { once } from 'node:events'
import { connect } from 'node:net'
import { partnerPath } from '../../src/contract/vocabulary.ts'

const idle = 'GET /health/live HTTP/1.1\r\nhost: colis.test\r\n\r\n'
/** With a key, as a stranger's body is not waited for. */
const halfOf = (key: string): string =>
  [
    `POST ${partnerPath}/deliveries HTTP/1.1`,
    'host: colis.test',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'content-length: 500',
    '',
    '{"pickup":',
  ].join('\r\n')
const halfHead = `GET ${partnerPath}/deliveries HTTP/1.1\r\nhost: colis.test\r\nx-slow: `

/** Connections that stay until the service or `close` ends them. */
export type HeldConnections = {
  count: number
  /** How many the service has closed. */
  closed: () => number
  close: () => void
}

/** So many silent ones, so many idle after an answer, and so many with half a body. */
export const holdConnections = (url: string, key: string, each: number): Promise<HeldConnections> =>
  hold(url, ['', idle, halfOf(key)], each)

/** So many silent ones, and so many whose head and whose body come a byte every two seconds. */
export async function holdSlowConnections(url: string, key: string, each: number): Promise<HeldConnections> {
  const held = await hold(url, ['', halfHead, halfOf(key)], each)
  const dripping = setInterval(() => held.write(' '), 2_000)
  return {
    ...held,
    close: () => {
      clearInterval(dripping)
      held.close()
    },
  }
}

async function hold(url: string, starts: readonly string[], each: number) {
  let closed = 0
  const open = async (start: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket.once('close', () => {
      closed += 1
    })
    await once(socket, 'connect')
    socket.write(start)
    if (start === idle) await once(socket, 'data')
    else socket.resume()
    return { socket, drips: start !== '' && start !== idle }
  }
  const opening = starts.flatMap((start) => Array.from({ length: each }, () => open(start)))
  const held = await Promise.all(opening)
  return {
    count: held.length,
    closed: () => closed,
    write: (text: string) => {
      for (const { socket, drips } of held) if (drips && socket.writable) socket.write(text)
    },
    close: () => {
      for (const { socket } of held) socket.destroy()
    },
  }
}
