import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'

/** Open consoles of a shop. */
export type Watcher = {
  shopId: string
  /** When something of the shop arrived, in the milliseconds of the machine. */
  arrivedAtMs: number[]
  close(): void
}

const timeMs = () => performance.timeOrigin + performance.now()

/** Opens a stream as a browser does, compressed, and resolves once it follows. */
export async function watchShop(
  url: string,
  shopId: string,
  query: string,
  cookie: string,
): Promise<Watcher> {
  const request = get(`${url}/console/shops/${shopId}/live${query}`, {
    agent: new Agent({ keepAlive: false }),
    headers: { cookie, 'accept-encoding': 'gzip', accept: 'text/event-stream' },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}.`)
  const watcher: Watcher = { shopId, arrivedAtMs: [], close: () => request.destroy() }
  const following = Promise.withResolvers<void>()
  request.on('error', () => {})
  response.on('error', () => {})
  const text = response.pipe(createGunzip()).setEncoding('utf8')
  text.on('error', () => {})
  text.on('data', (chunk: string) => {
    for (const [, name] of chunk.matchAll(/^event: (\w+)$/gm)) {
      if (name === 'listening') following.resolve()
      else watcher.arrivedAtMs.push(timeMs())
    }
  })
  await following.promise
  return watcher
}
