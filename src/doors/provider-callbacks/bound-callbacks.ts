import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'

/** How many are read at once: a signature can only be verified once the whole body has arrived. */
const maxUnderWay = 32
const retryAfterSeconds = 5

type Bounds = {
  maxBytes: number
  /** Whether a request cannot be of the provider, seen before its body is read. */
  isForeign?: (request: FastifyRequest) => boolean
}

/**
 * Bounds the callbacks of `app`, whose bodies are read as bytes: nothing is parsed before it is verified. Throws
 * CALLBACK_REFUSED, BODY_TOO_LARGE, and SERVICE_UNAVAILABLE while many are under way: providers send them again.
 */
export function boundCallbacks(app: FastifyInstance, { maxBytes, isForeign = () => false }: Bounds): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') return
    if (isForeign(request)) throw refusedUnread(reply, new ApiError('CALLBACK_REFUSED'))
    if (underWay >= maxUnderWay)
      throw refusedUnread(reply, new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds }))
    underWay += 1
    reply.raw.once('close', () => {
      underWay -= 1
    })
  })
}

/** The bytes of a callback. */
export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A refusal after which the rest of the request is not waited for. */
function refusedUnread(reply: FastifyReply, refusal: ApiError): ApiError {
  reply.header('connection', 'close')
  return refusal
}
