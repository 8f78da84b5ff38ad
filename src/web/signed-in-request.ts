import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, type ErrorCode, errorBody, errors } from '../contract/errors.ts'
import type { SignedInAccount } from '../domain/accounts/sessions/check-account-session.ts'
import { asApiError } from '../http/error-handler.ts'
import { languageOf } from '../http/response-language.ts'
import type { WorkspaceNotice } from '../pages/workspace.ts'

/**
 * What the shop's console and the operator's pages are both made of; no door itself, and it knows neither of
 * them. Here: who asks, and what the redirect after a form says.
 */

/** Who is signed in. */
export type SignedInPerson = {
  accountId: string
  /** What they are called; until they have said so, what they sign in with. */
  name: string
  sessionToken: string
  account: SignedInAccount
}

declare module 'fastify' {
  interface FastifyRequest {
    person: SignedInPerson | null
  }
}

/** Who asks; only behind a session. */
export function personOf({ person }: FastifyRequest): SignedInPerson {
  if (!person) throw new Error('This route is not behind a session.')
  return person
}

/**
 * The word that a redirect after a form carries: `?done=WORD`, never one that every object knows; undefined
 * without.
 */
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

/** Why an act was refused, as the page that it is shown on takes it. */
export type Refusal = { code: ErrorCode; status: number; notice: WorkspaceNotice }

/**
 * Does an act and sends what follows, such as a redirect; where it is refused, `showAgain` sends the page
 * once more, or throws the error again where the page has no words for it.
 */
export async function attempt(
  request: FastifyRequest,
  act: () => Promise<unknown>,
  showAgain: (refusal: Refusal, error: unknown) => unknown,
): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    return showAgain(refusalOf(error, request), error)
  }
}

/** A refusal as a page shows it, with the status to send; anything else that was thrown is thrown again. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const refusal = asApiError(error as Error, request)
  if (refusal.code === 'INTERNAL_ERROR' || refusal.code === 'SERVICE_UNAVAILABLE') throw error
  return { code: refusal.code, status: errors[refusal.code].status, notice: refusedNotice(refusal, request) }
}

/** A refusal in the words of the catalogue of errors. */
const refusedNotice = (refusal: ApiError, request: FastifyRequest): WorkspaceNotice => ({
  kind: 'refused',
  text: errorBody(refusal, languageOf(request)).message,
})

/** Redirects after a form that was taken. */
export const redirectAfter = (reply: FastifyReply, path: string, done?: string): unknown =>
  reply.redirect(done === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`, 303)
