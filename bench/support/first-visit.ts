import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/** What a first visit brings over the wire, in bytes with headers: the page and everything that it loads, by brotli. */
export async function firstVisitBytes(url: string, path: string, cookie: string): Promise<number> {
  const page = await weigh(`${url}${path}`, cookie)
  const assets = new Set<string>(page.text.match(/\/assets\/[\w./-]+/g))
  const others = await Promise.all([...assets].map((asset) => weigh(`${url}${asset}`, cookie)))
  return [page, ...others].reduce((sum, { bytes }) => sum + bytes, 0)
}

async function weigh(address: string, cookie: string): Promise<{ bytes: number; text: string }> {
  const request = get(address, {
    agent: new Agent(),
    headers: { 'accept-encoding': 'gzip, deflate, br', cookie },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { socket } = response
  const body = Buffer.concat(await Array.fromAsync<Buffer>(response))
  if (response.statusCode !== 200) throw new Error(`${address} was answered ${response.statusCode}.`)
  const isPacked = response.headers['content-encoding'] === 'br'
  return { bytes: socket.bytesRead, text: (isPacked ? brotliDecompressSync(body) : body).toString() }
}
