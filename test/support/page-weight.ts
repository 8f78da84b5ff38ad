import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One file of a page: its bytes over the wire with headers. */
type Part = { name: string; weight: number; text: string }

/** What a customer's page weighs in all: itself, what it loads, and the outline and the ground of its city. */
export async function pageWeight(
  base: string,
  path: string,
  encoding: string,
): Promise<{ weight: number; assets: string[]; services: Part[] }> {
  const first = await weigh(base, path, encoding)
  const assets = [
    ...new Set<string>(
      shownOnly(first.text).match(/\/(?:assets|logos)\/[\w./-]+|\/p\/[\w-]+\/courier-photo\/\w+/g),
    ),
  ]
  const drawings = [...new Set<string>(first.text.match(/\/map\/drawings\/[\w/-]+/g))]
  const loaded = [...assets, ...drawings, `${path}/outline`]
  const others = await Promise.all(loaded.map((part) => weigh(base, part, encoding)))
  const services = [first, ...others]
  return { weight: services.reduce((bytes, { weight }) => bytes + weight, 0), assets, services }
}

/** A page without what messengers alone load. */
const shownOnly = (page: string) => page.replaceAll(/<meta property="og:[^>]*>/g, '')

/** Fetches a path on a connection of its own, and counts what came over it. */
async function weigh(base: string, path: string, encoding: string): Promise<Part> {
  const request = get(`${base}${path}`, { agent: new Agent(), headers: { 'accept-encoding': encoding } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { socket } = response
  const chunks: Buffer[] = await Array.fromAsync(response)
  const unpack = unpackers[response.headers['content-encoding'] ?? '']
  const isPicture = response.headers['content-type']?.startsWith('image/')
  assert.ok(unpack || isPicture, `${path} is sent compressed`)
  const name = path.split('/').at(-1)?.slice(0, 12) ?? ''
  return { name, weight: socket.bytesRead, text: unpack ? unpack(Buffer.concat(chunks)).toString() : '' }
}

const unpackers: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
}
