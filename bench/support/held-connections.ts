import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { partnerPath } from '../../src/contract/vocabulary.ts'

const idle = 'GET /health/live HTTP/1.1\r\nhost: colis.test\r\n\r\n'
const half = [
  `POST ${partnerPath}/deliveries HTTP/1.1`,
  'host: colis.test',
  'content-type: application/json',
  'content-length: 500',
  '',
  '{"pickup":',
].join('\r\n')

/** Connections that stay: so many silent ones, so many idle after an answer, and so many with half a body. */
export async function holdConnections(url: string, each: number): Promise<Socket[]> {
  const hold = async (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    if (text === idle) await once(socket, 'data')
    return socket
  }
  return Promise.all(['', idle, half].flatMap((text) => Array.from({ length: each }, () => hold(text))))
}
