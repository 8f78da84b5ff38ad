import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { clientNetwork } from './client-network.ts'
import type { SharedCounts } from './connect-redis.ts'
import { CountWindows, type WindowCount } from './count-windows.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests it counts as, where it takes much more work than a page; 1 if absent. */
    cost?: number
  }
}

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
   * Throws RATE_LIMITED when this network failed to authenticate too often, and sets the headers of `reply`
   * if given.
   */
  refuseAfterFailures(request: FastifyRequest, reply?: FastifyReply): Promise<void>
  /**
   * Counts a failed authentication. Throws RATE_LIMITED when it is one too many, even where many at once had
   * all found that they may fail, and sets the headers of `reply` if given.
   */
  countFailure(request: FastifyRequest, reply?: FastifyReply): Promise<void>
  /** Counts a change that a shop makes. Throws RATE_LIMITED, and sets the headers of `reply`. */
  countChange(shopId: string, reply: FastifyReply): Promise<void>
  /**
   * Counts a sign-in form: for the client's network, or for the known browser `browserId`, so that others on
   * its network do not use up its allowance. Throws RATE_LIMITED.
   */
  countSignIn(request: FastifyRequest, browserId?: string): Promise<void>
  /**
   * Counts a request without a key: for the client's network, or for `who` is signed in. One that takes much
   * work counts as `cost` requests. Throws RATE_LIMITED.
   */
  countVisit(request: FastifyRequest, visit?: { who?: string | undefined; cost?: number | undefined }): void
}

/**
 * Counts requests for each key and failures for each network in windows of a second, and changes of shops and
 * sign-ins in longer ones: in the memory of this process, or in Redis for all processes together. While Redis
 * is away each process counts its own. Visits are always counted in memory, so that counting one costs next
 * to nothing.
 */
export function rateLimits({
  perSecond,
  changesPerMinute,
  visitsPerSecond,
  shared,
}: {
  perSecond: number
  changesPerMinute: number
  visitsPerSecond: number
  shared: SharedCounts | undefined
}): RateLimits {
  const ofKey = limit(shared, { name: 'default', quota: perSecond, seconds: 1 })
  const ofNetwork = limit(shared, { name: 'failed-authentications', quota: failuresPerSecond, seconds: 1 })
  const ofShop = limit(shared, { name: 'changes', quota: changesPerMinute, seconds: changeWindowSeconds })
  const ofSignIn = limit(shared, { name: 'sign-in', quota: signInsPerTenMinutes, seconds: 10 * 60 })
  const visits = new CountWindows()
  return {
    countRequest: async (request, reply) => {
      if (perSecond === 0) return
      const count = await ofKey.add(String(request.caller?.keyId))
      ofKey.setHeaders(reply, count)
      ofKey.refuseBeyond(count)
    },
    refuseAfterFailures: async (request, reply) => {
      const count = await ofNetwork.read(clientNetwork(request.ip))
      if (count.current < failuresPerSecond) return
      if (reply) ofNetwork.setHeaders(reply, count)
      throw tooMany(count)
    },
    countFailure: async (request, reply) => {
      const count = await ofNetwork.add(clientNetwork(request.ip))
      if (reply && count.current > failuresPerSecond) ofNetwork.setHeaders(reply, count)
      ofNetwork.refuseBeyond(count)
    },
    countChange: async (shopId, reply) => {
      if (changesPerMinute === 0) return
      const count = await ofShop.add(shopId)
      if (count.current > changesPerMinute) ofShop.setHeaders(reply, count)
      ofShop.refuseBeyond(count)
    },
    countSignIn: async (request, browserId) =>
      ofSignIn.refuseBeyond(await ofSignIn.add(browserId ?? clientNetwork(request.ip))),
    countVisit: (request, { who = clientNetwork(request.ip), cost = 1 } = {}) => {
      if (visitsPerSecond === 0) return
      const quota = visitsPerSecond * visitWindowSeconds
      const count = visits.add(who, visitWindowSeconds * 1_000, Math.min(cost, quota))
      if (count.current > quota) throw tooMany(count)
    },
  }
}

/**
 * Limits the requests of one client network to the routes of this plugin, which need neither key nor session.
 * Call it after the hooks that the page of a refusal needs. Requests for which `isSignedIn` is true are not
 * counted.
 */
export function limitVisits(
  app: FastifyInstance,
  { countVisit }: RateLimits,
  isSignedIn: (request: FastifyRequest) => boolean = () => false,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      if (!isSignedIn(request)) countVisit(request, { cost: request.routeOptions.config?.cost })
      done()
    } catch (error) {
      done(error as ApiError)
    }
  })
}

/** One limit: how often each of many may do something in a window. Its name stands in the headers. */
function limit(
  shared: SharedCounts | undefined,
  { name, quota, seconds }: { name: string; quota: number; seconds: number },
) {
  const own = new CountWindows()
  return {
    add: async (who: string): Promise<WindowCount> =>
      (await shared?.add(`${name}:${who}`, seconds * 1_000)) ?? own.add(who, seconds * 1_000),
    read: async (who: string): Promise<WindowCount> =>
      (await shared?.read(`${name}:${who}`)) ?? own.read(who, seconds * 1_000),
    /** Throws RATE_LIMITED. */
    refuseBeyond: (count: WindowCount): void => {
      if (count.current > quota) throw tooMany(count)
    },
    /** Sets the `RateLimit` headers: which limit applies, and what is left of it. */
    setHeaders: (reply: FastifyReply, count: WindowCount): void => {
      reply.header('ratelimit-policy', `"${name}";q=${quota};w=${seconds}`)
      reply.header('ratelimit', `"${name}";r=${Math.max(0, quota - count.current)};t=${secondsLeft(count)}`)
    },
  }
}

const tooMany = (count: WindowCount) =>
  new ApiError('RATE_LIMITED', { retryAfterSeconds: secondsLeft(count) })

const secondsLeft = ({ ttlMs }: WindowCount): number => Math.max(1, Math.ceil(ttlMs / 1_000))
