import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../base/kernel/actor.ts'
import type { Environment } from '../base/kernel/environment.ts'
import { ApiError } from '../contract/errors.ts'
import type { Scope } from '../contract/vocabulary.ts'
import type { RateLimits } from './rate-limit.ts'

/** Who calls: the shop behind an API key, and what the key may do. */
export type Caller = {
  shopId: string
  keyId: string
  scopes: Scope[]
  isApproved: boolean
  isSuspended: boolean
}

/** The other environment or the other cell that a key was made in, with its address where that is known. */
type ForeignKey = {
  environment: Environment | null
  cell: { code: string; url: string | null } | null
}

/** Finds the caller behind a key. */
export type ApiKeyRegistry = {
  /** From the cache alone: no database read. */
  cached(key: string): Caller | undefined
  /** Whether the key was valid when it was last looked up; from the cache alone. */
  wasValid(key: string): boolean
  callerOf(key: string): Promise<Caller | undefined>
  /** Where the key was made, when not here; from the key and the directory of cells alone. */
  foreignTo(key: string): Promise<ForeignKey>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** Any one of these rights opens the operation (decision 4). */
    scopes?: readonly [Scope, ...Scope[]]
    /** Whether the operation counts towards the changes that a shop may make in a minute (decision 120). */
    isShopChange?: boolean
  }
}

/**
 * Accepts requests of this plugin whose key is valid and has the right. A key that is mistyped, of the other
 * environment or of another cell never reaches the database, nor does a key that was never valid from an
 * address that failed too often in this second (decisions 5, 42).
 */
export function useAuthentication(
  app: FastifyInstance,
  apiKeyRegistry: ApiKeyRegistry,
  rateLimits: RateLimits,
): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    const caller = await authenticated(request, reply, apiKeyRegistry, rateLimits)
    request.caller = caller
    request.sender = { trust: caller.isApproved ? 'APPROVED' : 'KNOWN', holder: caller.shopId }
    await rateLimits.countRequest(request, reply)
    if (caller.isSuspended) throw new ApiError('SHOP_SUSPENDED')
    const { scopes: needed, isShopChange } = request.routeOptions.config
    if (needed && !needed.some((scope) => caller.scopes.includes(scope))) {
      throw new ApiError('SCOPE_REQUIRED', { scope: needed[0] })
    }
    if (isShopChange) await rateLimits.countChange(caller.shopId, reply)
  })
}

/** The caller of an authenticated request. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is not behind authentication.')
  return request.caller
}

/** Who acts in an authenticated request: its key. */
export const actorOf = (request: FastifyRequest): Actor => ({ kind: 'API_KEY', id: callerOf(request).keyId })

async function authenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  apiKeyRegistry: ApiKeyRegistry,
  rateLimits: RateLimits,
): Promise<Caller> {
  const key = bearerToken(request.headers.authorization)
  const cached = key === undefined ? undefined : apiKeyRegistry.cached(key)
  if (cached) return cached
  const isGuess = key === undefined || !apiKeyRegistry.wasValid(key)
  if (isGuess) await rateLimits.refuseAfterFailures(request, reply)
  const caller = key === undefined ? undefined : await apiKeyRegistry.callerOf(key)
  if (caller) return caller
  await rateLimits.countFailure(request, reply)
  if (key === undefined) throw new ApiError('API_KEY_MISSING')
  throw new ApiError('API_KEY_INVALID', await apiKeyRegistry.foreignTo(key))
}

/** The token of `Authorization: Bearer <token>`; the case of the scheme does not matter in HTTP. */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(header ?? '')?.[1]
}
