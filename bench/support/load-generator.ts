import { createRequire } from 'node:module'

/**
 * Runs in a process of its own, so that it shares no event loop with the servers: takes a load as a message,
 * puts it on a server, and returns what it saw.
 */
export type Load = {
  url: string
  requests: PlannedRequest[]
  connections: number
  seconds: number
}

/** `{n}` in a header or the body becomes a number that no other request has. */
export type PlannedRequest = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The paths of all requests in turn, whichever connection sends them, instead of `path`. */
  paths?: string[]
  headers: Record<string, string>
  body?: string
}

/** What one load saw; `latenciesMs` has one entry for each answer. */
export type Seen = { requestsPerSecond: number; latenciesMs: Float64Array; refused: number; broken: number }

type Autocannon = (options: object) => NodeJS.EventEmitter & Promise<unknown>
type Sent = PlannedRequest & { setupRequest?: (request: Sent) => Sent }

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon

process.on('message', async (load: Load) => process.send?.(await put(load)))
process.on('disconnect', () => process.exit())

async function put({ url, requests, connections, seconds }: Load): Promise<Seen> {
  const latencies: number[] = []
  let [refused, broken, firstAt, lastAt] = [0, 0, 0, 0]
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: 30,
    requests: requests.map(withNumbers),
  })
  running.on('response', (_client, status: number, _bytes: number, ms: number) => {
    lastAt = performance.now()
    if (firstAt === 0) firstAt = lastAt
    latencies.push(ms)
    if (status < 200 || status > 299) refused += 1
  })
  running.on('reqError', () => {
    broken += 1
  })
  await running
  const requestsPerSecond = latencies.length < 2 ? 0 : ((latencies.length - 1) * 1000) / (lastAt - firstAt)
  return { requestsPerSecond, latenciesMs: Float64Array.from(latencies), refused, broken }
}

let number = 1_000_000_000

/** Requests without a number are encoded once; only the others are made anew each time. */
function withNumbers(request: PlannedRequest): Sent {
  if (!JSON.stringify(request).includes('{n}')) return { ...request }
  const numbered = (text: string) => text.replaceAll('{n}', String(number))
  return {
    ...request,
    setupRequest: (about) => {
      number += 1
      const headers = Object.entries(request.headers).map(([name, value]) => [name, numbered(value)])
      const path = request.paths?.[number % request.paths.length] ?? request.path
      return { ...about, path, headers: Object.fromEntries(headers), body: numbered(request.body ?? '') }
    },
  }
}
