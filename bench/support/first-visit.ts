import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/**
 * A first visit: what comes over the wire by brotli, in bytes with headers, of the page and all that it loads; `again` is
 * what a later visit takes, when what it loads is kept.
 */
export async function firstVisit(
  url: string,
  path: string,
  cookie: string,
): Promise<{ bytes: number; again: number; html: string }> {
  const page = await weigh(`${url}${path}`, cookie)
  const assets = new Set<string>(page.text.match(/\/assets\/[\w./-]+/g))
  const others = await Promise.all([...assets].map((asset) => weigh(`${url}${asset}`, cookie)))
  const bytes = [page, ...others].reduce((sum, part) => sum + part.bytes, 0)
  return { bytes, again: page.bytes, html: page.text }
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
