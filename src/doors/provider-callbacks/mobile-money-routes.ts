import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { mtnCallbackPath } from '../../derived-settings.ts'
import {
  isOrderId,
  isSignedCallback,
  orderIdIn,
  type SigningProvider,
  signatureHeaders,
} from '../../domain/money/mobile-money/providers/provider-callback.ts'
import { limitVisits, type RateLimits } from '../../http/rate-limit.ts'
import { boundCallbacks, bytesOf } from './bound-callbacks.ts'

type MobileMoneyRoutesDeps = {
  clock: Clock
  rateLimits: RateLimits
  onError: (message: string, error: unknown) => void
  wake: (orderId: string) => Promise<void>
  /** Whether MTN was told where to call. */
  hasMtn: boolean
  /** The secrets that callbacks are signed with; undefined where none is agreed on. */
  secrets: Record<SigningProvider, string | undefined>
}

/** A callback has a few kilobytes; longer bodies are not read to the end. */
const maxBytes = 64 * 1024
/**
 * Where providers of mobile money report that an order has ended. A report wakes the poll of its order and
 * does nothing else. MTN's are not signed: their address names the order, and their body is not read. Those
 * of FedaPay and Wave are verified before they are parsed. All are answered alike, so that nobody learns from
 * an answer which orders there are or whether a signature was right; the first unsigned one is logged. Throws
 * BODY_TOO_LARGE, RATE_LIMITED.
 */
export async function mobileMoneyRoutes(app: FastifyInstance, deps: MobileMoneyRoutesDeps): Promise<void> {
  const { clock, rateLimits, onError, wake, hasMtn, secrets } = deps
  const reported = new Set<SigningProvider>()
  limitVisits(app, rateLimits)
  const { prove } = boundCallbacks(app, { maxBytes })

  if (hasMtn)
    app.route<{ Params: { orderId: string } }>({
      method: ['PUT', 'POST'],
      url: `${mtnCallbackPath}/:orderId`,
      bodyLimit: maxBytes,
      handler: async ({ params: { orderId } }, reply) => {
        if (isOrderId(orderId)) await wake(orderId)
        return reply.code(200).send()
      },
    })

  for (const provider of ['fedapay', 'wave'] as const) {
    const secret = secrets[provider]
    if (secret === undefined) continue
    app.post(`/mobile-money/${provider}`, { bodyLimit: maxBytes }, async (request, reply) => {
      const orderId = signedOrderId(provider, secret, request)
      if (orderId !== undefined) await wake(orderId)
      return reply.code(200).send()
    })
  }

  /** The order that a signed callback names; undefined for everything else. */
  function signedOrderId(provider: SigningProvider, secret: string, request: FastifyRequest) {
    const bytes = bytesOf(request)
    const header = request.headers[signatureHeaders[provider]]
    if (isSignedCallback(provider, bytes, header, { secret, now: clock.now() })) {
      prove(request)
      return orderIdIn(provider, jsonOf(bytes))
    }
    if (!reported.has(provider))
      onError(
        [
          `A callback in the name of ${provider} is not signed with our secret;`,
          'if all are like it, set the secret anew.',
        ].join(' '),
        new ApiError('CALLBACK_REFUSED'),
      )
    reported.add(provider)
    return undefined
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
