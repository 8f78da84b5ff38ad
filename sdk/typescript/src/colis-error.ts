type ErrorMembers = {
  code: string
  status?: number
  message: string
  details?: Record<string, unknown>
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/**
 * What a call is refused with. Branch on `code`: one of the service (`EXTERNAL_REF_TAKEN`; more may come within
 * v1), or of this client: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not the
 * service's own answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed).
 */
export class ColisError extends Error {
  override name = 'ColisError'
  readonly code: string
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
