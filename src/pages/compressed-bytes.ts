import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** The same bytes in an encoding; each is made once, when it is first asked for. */
export type CompressedBytes = (encoding: Encoding) => Promise<Buffer>

/**
 * Compresses what is served again and again, once. `brotliQuality` is as small as it gets unless something
 * else is given: the last tenth costs ten times the work and the memory.
 */
export function compressOnce(
  bytes: Buffer,
  brotliQuality: number = constants.BROTLI_MAX_QUALITY,
): CompressedBytes {
  const compressors: Record<Encoding, () => Promise<Buffer>> = {
    br: () =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzip: () => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    identity: async () => bytes,
  }
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const made = compressed.get(encoding) ?? compressors[encoding]()
    compressed.set(encoding, made)
    return made
  }
}

/** The smallest encoding that a browser takes. */
export function bestEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const taken = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...encodings])
  return encodings.find((encoding) => taken.includes(encoding)) ?? 'identity'
}

/**
 * Sends what browsers keep for ever, since its address contains a hash of it, in the smallest encoding that
 * they take.
 */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  bytes: CompressedBytes,
): Promise<FastifyReply> {
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    .removeHeader('content-language')
    .type(type)
    .send(await bytes(encoding))
}
