import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/**
 * The partners, in a process of their own: one HTTPS server with an address for each endpoint. It takes
 * orders as messages and responds to each with one.
 */
export type ReceiverOrder =
  | { do: 'listen'; cert: string; key: string }
  /** What addresses do from now on; those that are not named answer at once. */
  | { do: 'behave'; behaviours: Record<string, Behaviour> }
  | { do: 'count' }
  /** When the first event of each delivery arrived, since the last request. */
  | { do: 'reportArrivals' }
  /** Whether bodies are read for arrivals: it costs. */
  | { do: 'note'; arrivals: boolean }

export type Behaviour = 'ok' | 'slow' | 'hang' | 'dripHeaders' | 'dripBody' | 'endless'

/** `atMs` is the time of the machine, to less than a millisecond. */
export type Counted = { requests: number; connections: number; atMs: number }
export type Arrivals = { deliveryIds: string[]; atMs: Float64Array }

let requests = 0
let connections = 0
let isNoting = false
let behaviours: Record<string, Behaviour> = {}
let arrivals = new Map<string, number>()

const timeMs = () => performance.timeOrigin + performance.now()

process.on('disconnect', () => process.exit())
process.on('message', async (order: ReceiverOrder) => process.send?.(await obey(order)))

async function obey(order: ReceiverOrder): Promise<unknown> {
  switch (order.do) {
    case 'listen':
      return listen(order)
    case 'behave':
      behaviours = order.behaviours
      return 'done'
    case 'count':
      return { requests, connections, atMs: timeMs() } satisfies Counted
    case 'note':
      isNoting = order.arrivals
      arrivals = new Map()
      return 'done'
    case 'reportArrivals':
      return {
        deliveryIds: [...arrivals.keys()],
        atMs: Float64Array.from(arrivals.values()),
      } satisfies Arrivals
  }
}

function listen({ cert, key }: { cert: string; key: string }): Promise<number> {
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
    requests += 1
    request.on('error', () => {})
    response.on('error', () => {})
    const behave = behaving[behaviours[request.url ?? ''] ?? 'ok']
    if (!isNoting) return request.resume().on('end', () => behave(response))
    const atMs = timeMs()
    const chunks: Buffer[] = []
    return request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }
        if (!arrivals.has(data.id)) arrivals.set(data.id, atMs)
        behave(response)
      })
  })
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => {
      connections -= 1
    })
  })
  server.on('tlsClientError', () => {})
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const behaving: Record<Behaviour, (response: ServerResponse) => unknown> = {
  ok: (response) => response.end('ok'),
  slow: (response) => setTimeout(() => response.end('ok'), 50),
  hang: () => {},
  dripHeaders: ({ socket }) => drip(socket, () => 'x', 'HTTP/1.1 200 OK\r\nx-drip: '),
  dripBody: (response) => drip(response.writeHead(200), () => '.', '.'),
  endless: (response) => {
    const piece = Buffer.alloc(64 * 1024, '.')
    const pour = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.writeHead(200).on('drain', pour)
    pour()
  },
}

type Stream = {
  write(text: string): unknown
  destroyed: boolean
  once(event: 'close', then: () => void): unknown
}

/** A byte every 200 ms until the other side has had enough. */
function drip(stream: Stream | null, next: () => string, first: string): void {
  if (!stream) return
  stream.write(first)
  const dripping = setInterval(() => stream.write(next()), 200)
  stream.once('close', () => clearInterval(dripping))
}
