import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../contract/errors.ts'
import { clientNetwork } from '../../http/client-network.ts'

/** How many networks are remembered of which a callback was proven, the one proven last the longest. */
const maxProven = 100

type Bounds = {
  maxBytes: number
  /** Whether a request cannot be of the provider, seen before its body is read. */
  isForeign?: (request: FastifyRequest) => boolean
}

/**
 * Bounds the callbacks of `app`, whose bodies are read as bytes: nothing is parsed before it is verified. A
 * signature can only be verified once the whole body has arrived, so callbacks of a network that signed one
 * before come before those of all others. Call `prove` for each that was verified. Throws CALLBACK_REFUSED,
 * BODY_TOO_LARGE.
 */
export function boundCallbacks(app: FastifyInstance, { maxBytes, isForeign = () => false }: Bounds) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  const proven = new LRUCache<string, true>({ max: maxProven })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') return
    if (isForeign(request)) throw refusedUnread(reply, new ApiError('CALLBACK_REFUSED'))
    const network = clientNetwork(request.ip)
    if (proven.has(network)) request.sender = { trust: 'SERVICE', holder: network }
  })
  return { prove: ({ ip }: FastifyRequest) => void proven.set(clientNetwork(ip), true) }
}

/** The bytes of a callback. */
export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A refusal after which the rest of the request is not waited for. */
function refusedUnread(reply: FastifyReply, refusal: ApiError): ApiError {
  reply.header('connection', 'close')
  return refusal
}
