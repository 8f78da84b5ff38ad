import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { type BodyBounds, holdBodies, type Sender } from './arriving-bodies.ts'
import { clientNetwork, siteBits } from './client-network.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route reads its body itself, by `whileArriving`: a file may take as long as enough of it keeps
     * coming.
     */
    hasOwnBodyDeadline?: boolean
    /** The body goes to the disk as it comes. */
    storesBody?: boolean
  }
  interface FastifyRequest {
    /** Who sends the body, as far as a hook before it has found out; null for a stranger. */
    sender: Sender | null
    /** Ends the reading of the body that is under way. */
    endBody: ((refusal: ApiError) => void) | null
  }
}

/** How long a file may take: as long as the address of an upload is valid. */
const fileWithinMs = limits.photoUploadMinutes * 60_000

/**
 * Holds the body of every request to the bounds of `holdBodies`: one that does not come is refused with
 * REQUEST_TIMEOUT, one that there is no memory for with RATE_LIMITED, and its connection is closed; after a
 * response was sent, the connection is just closed. A body that is no file must be complete `withinMs` after
 * its headers.
 */
export function useBodyDeadline(app: FastifyInstance, withinMs: number, bounds?: BodyBounds): void {
  const bodies = holdBodies(bounds)
  app.decorateRequest('sender', null)
  app.decorateRequest('endBody', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request
    const { hasOwnBodyDeadline: isFile, storesBody: isStored = false } = routeOptions.config
    if (!hasBody(raw)) return done()
    const { socket } = raw
    const before = socket.bytesRead ?? 0
    const letGo = bodies.add(
      {
        network: clientNetwork(request.ip, siteBits),
        sender: () => request.sender,
        receivedBytes: () => (socket.bytesRead ?? 0) - before,
        isOver: () => raw.complete || raw.destroyed,
        withinMs: isFile ? fileWithinMs : withinMs,
        isStored,
        end: (refusal) => endBody(request, reply, refusal),
      },
      performance.now(),
    )
    raw.once('end', letGo)
    done()
  })

  const looking = setInterval(() => bodies.check(performance.now()), Math.min(250, withinMs / 4)).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/**
 * Does work that reads the body of a request itself. Rejects when the body is ended before: REQUEST_TIMEOUT,
 * RATE_LIMITED.
 */
export async function whileArriving<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  request.endBody = reject
  try {
    return await Promise.race([work(), ended])
  } finally {
    request.endBody = null
  }
}

function endBody({ raw, endBody: endReading }: FastifyRequest, reply: FastifyReply, refusal: ApiError): void {
  if (endReading) endReading(refusal)
  else if (raw.listenerCount('error') === 0) raw.destroy()
  else failReading(raw, reply, refusal)
}

function failReading(raw: IncomingMessage, reply: FastifyReply, refusal: ApiError): void {
  if (!reply.raw.headersSent) reply.header('connection', 'close')
  // The reader of the body sees a connection error and does nothing.
  raw.emit('error', refusal)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
