import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../contract/errors.ts'
import { clientNetwork } from './client-network.ts'

/** Failed authentications a second that one client address may cause (decision 42). */
const failuresPerSecond = 20

/** Forms of signing in that one client address may send in ten minutes: a whole city may share one. */
const signInsPerTenMinutes = 60

export type RateLimits = {
  /** Counts a request of its caller's key. Throws RATE_LIMITED. */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Throws RATE_LIMITED when this address failed to authenticate too often; a reply that is given says so. */
  refuseAfterFailures(request: FastifyRequest, reply?: FastifyReply): Promise<void>
  countFailure(request: FastifyRequest): Promise<void>
  /** Counts a form of signing in. Throws RATE_LIMITED. */
  countSignIn(request: FastifyRequest): Promise<void>
}

/**
 * Counts requests for each key and failures for each address in windows of a second, and sign-ins in longer
 * ones: in the memory of this process, or in Redis for all processes together. When Redis is away nothing
 * is limited.
 */
export async function rateLimits(
  app: FastifyInstance,
  { perSecond, redis }: { perSecond: number; redis: Redis | undefined },
): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: 1_000,
    skipOnError: true,
    ...(redis ? { redis, nameSpace: 'colis-rate-limit:' } : { store: MemoryStore }),
  })
  const ofKey = app.createRateLimit({
    max: perSecond,
    keyGenerator: (request) => `key:${request.caller?.keyId}`,
  })
  const ofAddress = app.createRateLimit({
    max: failuresPerSecond,
    keyGenerator: (request) => `failed:${request.ip}`,
  })
  const ofSignIn = app.createRateLimit({
    max: signInsPerTenMinutes,
    timeWindow: 10 * 60_000,
    keyGenerator: (request) => `sign-in:${clientNetwork(request.ip)}`,
  })
  return {
    countRequest: async (request, reply) => {
      if (perSecond === 0) return
      const count = await ofKey(request)
      if (count.isAllowed) return
      tellLimit(reply, 'default', perSecond, count)
      if (count.isExceeded)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    refuseAfterFailures: async (request, reply) => {
      const count = await ofAddress(request, { increment: false })
      if (count.isAllowed || count.remaining > 0) return
      if (reply) tellLimit(reply, 'failed-authentications', failuresPerSecond, count)
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    countFailure: async (request) => void (await ofAddress(request)),
    countSignIn: async (request) => {
      const count = await ofSignIn(request)
      if (!count.isAllowed && count.isExceeded)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
  }
}

/** Which limit of a second counts, and what is left of it: the `RateLimit` headers. */
function tellLimit(
  reply: FastifyReply,
  policy: 'default' | 'failed-authentications',
  perSecond: number,
  { remaining, ttlInSeconds }: { remaining: number; ttlInSeconds: number },
): void {
  reply.header('ratelimit-policy', `"${policy}";q=${perSecond};w=1`)
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${ttlInSeconds}`)
}

type Told = (error: null, count: { current: number; ttl: number }) => void

/**
 * Counts in memory, of the 10,000 latest keys or addresses. The plugin's own store answers with an object
 * that the next request changes before it is read: of many requests at once it would refuse every one.
 */
class MemoryStore {
  readonly #windows = new LRUCache<string, { current: number; endsAt: number }>({ max: 10_000 })

  incr(key: string, tell: Told, windowMs: number): void {
    const now = performance.now()
    const { current, endsAt } = this.#windowAt(now, key) ?? { current: 0, endsAt: now + windowMs }
    this.#windows.set(key, { current: current + 1, endsAt })
    // A float's last digit must not make a second and a bit of a window that has just begun.
    tell(null, { current: current + 1, ttl: Math.min(windowMs, endsAt - now) })
  }

  read(key: string, tell: Told, windowMs: number): void {
    const now = performance.now()
    const { current, endsAt } = this.#windowAt(now, key) ?? { current: 0, endsAt: now }
    tell(null, { current, ttl: Math.min(windowMs, endsAt - now) })
  }

  child(): MemoryStore {
    return new MemoryStore()
  }

  #windowAt(now: number, key: string) {
    const window = this.#windows.get(key)
    return window && now < window.endsAt ? window : undefined
  }
}
