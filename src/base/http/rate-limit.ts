import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { ApiError } from '../contract/errors.ts'
import { clientNetwork } from './client-network.ts'
import { CountWindows } from './count-windows.ts'

/** Failed authentications a second that one client network may cause (decision 42). */
const failuresPerSecond = 20

/** Sign-in forms that one client network may send in ten minutes: a whole city may share one network. */
const signInsPerTenMinutes = 60

/** Visits are counted in windows of ten seconds, since a page and all that it loads are requested at once. */
const visitWindowSeconds = 10

/** Changes that a shop makes to what it has are counted in windows of a minute. */
const changeWindowSeconds = 60

export type RateLimits = {
  /** Counts a request under its caller's key. Throws RATE_LIMITED. */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Throws RATE_LIMITED when this network failed to authenticate too often, and sets the headers of `reply` if given.
   */
  refuseAfterFailures(request: FastifyRequest, reply?: FastifyReply): Promise<void>
  countFailure(request: FastifyRequest): Promise<void>
  /** Counts a change under the shop of its caller. Throws RATE_LIMITED, and sets the headers of `reply`. */
  countChange(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Counts a sign-in form: for the client's network, or for the known browser `browserId`, so that others on
   * its network do not use up its allowance. Throws RATE_LIMITED.
   */
  countSignIn(request: FastifyRequest, browserId?: string): Promise<void>
  /** Counts a request that needs neither key nor session. Throws RATE_LIMITED. */
  countVisit(request: FastifyRequest): void
}

/**
 * Counts requests for each key and failures for each network in windows of a second, and changes of shops and sign-ins
 * in longer ones: in the memory of this process, or in Redis for all processes together. While Redis is unavailable
 * none of these is limited. Visits are always counted in memory, so that counting one costs next to nothing.
 */
export async function rateLimits(
  app: FastifyInstance,
  {
    perSecond,
    changesPerMinute,
    visitsPerSecond,
    redis,
  }: {
    perSecond: number
    changesPerMinute: number
    visitsPerSecond: number
    redis: Redis | undefined
  },
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
  const ofNetwork = app.createRateLimit({
    max: failuresPerSecond,
    keyGenerator: (request) => `failed:${clientNetwork(request.ip)}`,
  })
  const ofShop = app.createRateLimit({
    max: changesPerMinute,
    timeWindow: changeWindowSeconds * 1_000,
    keyGenerator: (request) => `changes:${request.caller?.shopId}`,
  })
  const knownBrowsers = new WeakMap<FastifyRequest, string>()
  const ofSignIn = app.createRateLimit({
    max: signInsPerTenMinutes,
    timeWindow: 10 * 60_000,
    keyGenerator: (request) => `sign-in:${knownBrowsers.get(request) ?? clientNetwork(request.ip)}`,
  })
  const visits = new CountWindows()
  return {
    countRequest: async (request, reply) => {
      if (perSecond === 0) return
      const count = await ofKey(request)
      if (count.isAllowed) return
      setLimitHeaders(reply, { name: 'default', quota: perSecond }, count)
      if (count.isExceeded)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    refuseAfterFailures: async (request, reply) => {
      const count = await ofNetwork(request, { increment: false })
      if (count.isAllowed || count.remaining > 0) return
      const policy = { name: 'failed-authentications', quota: failuresPerSecond } as const
      if (reply) setLimitHeaders(reply, policy, count)
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    countFailure: async (request) => void (await ofNetwork(request)),
    countChange: async (request, reply) => {
      if (changesPerMinute === 0) return
      const count = await ofShop(request)
      if (count.isAllowed || !count.isExceeded) return
      const policy = { name: 'changes', quota: changesPerMinute, seconds: changeWindowSeconds } as const
      setLimitHeaders(reply, policy, count)
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    countSignIn: async (request, browserId) => {
      if (browserId !== undefined) knownBrowsers.set(request, browserId)
      const count = await ofSignIn(request)
      if (!count.isAllowed && count.isExceeded)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
    },
    countVisit: (request) => {
      if (visitsPerSecond === 0) return
      const { current, ttlMs } = visits.add(clientNetwork(request.ip), visitWindowSeconds * 1_000)
      if (current > visitsPerSecond * visitWindowSeconds)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(ttlMs / 1_000)) })
    },
  }
}

/**
 * Limits the requests of one client network to the routes of this plugin, which need neither key nor session.
 * Call it after the hooks that the page of a refusal needs. Requests for which `isSignedIn` is true are not counted.
 */
export function limitVisits(
  app: FastifyInstance,
  { countVisit }: RateLimits,
  isSignedIn: (request: FastifyRequest) => boolean = () => false,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      if (!isSignedIn(request)) countVisit(request)
      done()
    } catch (error) {
      done(error as ApiError)
    }
  })
}

type LimitPolicy = {
  name: 'default' | 'failed-authentications' | 'changes'
  quota: number
  /** How long its window is; a second if it is not said. */
  seconds?: number
}

/** Sets the `RateLimit` headers: which limit applies, and what is left of it. */
function setLimitHeaders(
  reply: FastifyReply,
  { name, quota, seconds = 1 }: LimitPolicy,
  { remaining, ttlInSeconds }: { remaining: number; ttlInSeconds: number },
): void {
  reply.header('ratelimit-policy', `"${name}";q=${quota};w=${seconds}`)
  reply.header('ratelimit', `"${name}";r=${remaining};t=${ttlInSeconds}`)
}

type CountCallback = (error: null, count: { current: number; ttl: number }) => void

/**
 * Replaces the plugin's own store, which passes an object that the next request changes before it is read, and
 * so would refuse every one of many simultaneous requests.
 */
class MemoryStore {
  readonly #windows = new CountWindows()

  incr(key: string, callback: CountCallback, windowMs: number): void {
    const { current, ttlMs } = this.#windows.add(key, windowMs)
    callback(null, { current, ttl: ttlMs })
  }

  read(key: string, callback: CountCallback, windowMs: number): void {
    const { current, ttlMs } = this.#windows.read(key, windowMs)
    callback(null, { current, ttl: ttlMs })
  }

  child(): MemoryStore {
    return new MemoryStore()
  }
}
