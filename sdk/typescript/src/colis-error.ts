import type { ErrorCode } from './types.ts'

/**
 * What this client itself refuses with: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not
 * the service's own answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed).
 */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMED_OUT' | 'UNEXPECTED_RESPONSE' | 'REDIRECT_REFUSED'

/** Every code that is known; more may come within v1. */
export type ColisErrorCode = ErrorCode | ClientErrorCode

type ErrorMembers = {
  code: ColisErrorCode
  status?: number
  message: string
  details?: Record<string, unknown>
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** What a call is refused with. Branch on `code`, or on the class, which says what kind of refusal it is. */
export class ColisError extends Error {
  override name = 'ColisError'
  readonly code: ColisErrorCode
  /** The HTTP status; 0 when nothing was answered. */
  readonly status: number
  /** What refines the error; empty when nothing does. */
  readonly details: Record<string, unknown>
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** How long the service asked to wait, on 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor({ code, status = 0, message, details = {}, ...more }: ErrorMembers) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = more.requestId
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** What was sent cannot be accepted as it is: sent again, it is refused again (400, 413, 422 and the like). */
export class InvalidRequestError extends ColisError {
  override name = 'InvalidRequestError'
}

/** The API key is missing, unknown, revoked, or of the other environment (401). */
export class AuthenticationError extends ColisError {
  override name = 'AuthenticationError'
}

/** The API key lacks the right, or the shop is suspended (403). */
export class ForbiddenError extends ColisError {
  override name = 'ForbiddenError'
}

/** The shop has no such delivery, address or endpoint (404). */
export class NotFoundError extends ColisError {
  override name = 'NotFoundError'
}

/** What is asked for does not fit what is there: a reference that is taken, a status that has moved on (409). */
export class ConflictError extends ColisError {
  override name = 'ConflictError'
}

/** Too many requests: nothing was done (429). */
export class RateLimitError extends ColisError {
  override name = 'RateLimitError'

  /** Seconds to wait before the next try, where the service said so. */
  get retryAfter(): number | undefined {
    return this.retryAfterSeconds
  }
}

/** The service could not answer for now; whether it acted is unknown (408, 500 and above). */
export class UnavailableError extends ColisError {
  override name = 'UnavailableError'
}

/** Nothing was answered: whether the request arrived is unknown. */
export class NetworkError extends ColisError {
  override name = 'NetworkError'
}

/** Something else than the service answered, a proxy or another site: check `baseUrl`. */
export class UnexpectedResponseError extends ColisError {
  override name = 'UnexpectedResponseError'
}

/** The error of the class that its status and code belong to. */
export function newColisError(members: ErrorMembers): ColisError {
  return new (kindOf(members.code, members.status ?? 0))(members)
}

function kindOf(code: string, status: number): typeof ColisError {
  if (code === 'CONNECTION_FAILED' || code === 'TIMED_OUT') return NetworkError
  if (status === 429) return RateLimitError
  if (status === 408 || status >= 500) return UnavailableError
  // A page of a proxy says nothing about deliveries, whatever its status.
  if (code === 'UNEXPECTED_RESPONSE' || code === 'REDIRECT_REFUSED') return UnexpectedResponseError
  // The address is wrong, not what it names.
  if (code === 'ROUTE_NOT_FOUND') return InvalidRequestError
  return kinds[status] ?? (status >= 400 ? InvalidRequestError : ColisError)
}

const kinds: Record<number, typeof ColisError> = {
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
}
