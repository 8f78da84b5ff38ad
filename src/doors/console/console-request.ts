import type { FastifyRequest } from 'fastify'
import { type ApiError, type ErrorCode, errorBody, errors } from '../../base/contract/errors.ts'
import { asApiError } from '../../base/http/error-handler.ts'
import { languageOf } from '../../base/http/response-language.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import type { WorkspaceNotice } from '../../base/pages/workspace.ts'
import type { ShopSession } from '../../domain/accounts/membership-store.ts'
import type { ConsoleMember, ConsolePerson } from './console-deps.ts'

/** The address under which all pages of a shop stand. */
export const shopPath = '/console/shops/:shopId'

/** The address of a page of a shop: `shopHref(id, '/deliveries')`. */
export const shopHref = (shopId: string, path = ''): string => `/console/shops/${shopId}${path}`

/** Who asks, in which shop; only behind the hook of the routes of a shop. */
export function memberOf({ member }: FastifyRequest): ConsoleMember {
  if (!member) throw new Error('This route is not one of a shop.')
  return member
}

/** The session in which somebody follows their shop; only behind the hook of the routes of a shop. */
export function sessionOf(request: FastifyRequest): ShopSession {
  const { accountId, sessionToken: token, role, shop } = memberOf(request)
  return { accountId, token, role, shopId: shop.id }
}

/** Who asks; only behind a session. */
export function personOf({ person }: FastifyRequest): ConsolePerson {
  if (!person) throw new Error('This route is not behind a session.')
  return person
}

/** Who asks, as verbs take it. */
export const actorOf = (request: FastifyRequest): Actor => ({
  kind: 'ACCOUNT',
  id: personOf(request).accountId,
})

/** The word that a redirect after a form carries: `?done=WORD`, never one that every object knows; undefined without. */
export function doneOf({ query }: FastifyRequest): string | undefined {
  const { done } = (query ?? {}) as { done?: unknown }
  return typeof done === 'string' && !(done in Object.prototype) ? done.slice(0, 40) : undefined
}

/** The outcome that a redirect carries, in the words of the page that it led to. */
export function doneNotice(
  request: FastifyRequest,
  words: Readonly<Record<string, string>>,
): WorkspaceNotice | undefined {
  const done = doneOf(request)
  const text = done !== undefined && Object.hasOwn(words, done) ? words[done] : undefined
  return text === undefined ? undefined : { kind: 'done', text }
}

/** A refusal as a page shows it, with the status to send; anything else that was thrown is thrown again. */
export function refusalOf(
  error: unknown,
  request: FastifyRequest,
): { code: ErrorCode; status: number; notice: WorkspaceNotice } {
  const refusal = asApiError(error as Error, request)
  if (refusal.code === 'INTERNAL_ERROR' || refusal.code === 'SERVICE_UNAVAILABLE') throw error
  return { code: refusal.code, status: errors[refusal.code].status, notice: refusedNotice(refusal, request) }
}

/** A refusal in the words of the catalogue of errors. */
export const refusedNotice = (refusal: ApiError, request: FastifyRequest): WorkspaceNotice => ({
  kind: 'refused',
  text: errorBody(refusal, languageOf(request)).message,
})
