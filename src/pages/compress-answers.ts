import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bestEncoding, type CompressedBytes, compressOnce } from './compressed-bytes.ts'

/** More than the files that a page of a library loads; an address may be written in many ways. */
const maxKept = 40
/** The last tenth of the size is not worth ten times the work and the memory. */
const brotliQuality = 9
const compressible = /^(text\/(html|css|javascript)|application\/(json|javascript)|image\/svg\+xml)/

/**
 * Compresses what the routes of `app` answer to everybody alike, each address once: files that a library
 * serves as they are on the disk, and what is always the same. Register it after what else changes the
 * answers.
 */
export function compressAnswers(app: FastifyInstance): void {
  const kept = new LRUCache<string, CompressedBytes>({ max: maxKept })
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (request.method !== 'GET' || reply.statusCode !== 200 || !compressible.test(type)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = bestEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return payload
    const [path = ''] = request.url.split('?', 1)
    const compressed = kept.get(path) ?? compressOnce(await bytesOf(payload), brotliQuality)
    if (kept.has(path)) discard(payload)
    else kept.set(path, compressed)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressed(encoding)
  })
}

async function bytesOf(payload: unknown): Promise<Buffer> {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.from(payload)
  const chunks: Buffer[] = []
  for await (const chunk of payload as Readable) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/** A file that is not read to its end stays open. */
function discard(payload: unknown): void {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) (payload as Readable).destroy()
}
