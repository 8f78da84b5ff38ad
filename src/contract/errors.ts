import type { Language } from '../base/kernel/language.ts'
import { doorErrors } from './door-errors.ts'
import type { ErrorDefinition } from './error-definition.ts'
import { partnerErrors } from './partner-errors.ts'

/** Every error that this service responds with, to partners and at our own doors. */
export const errors = { ...partnerErrors, ...doorErrors }

export type ErrorCode = keyof typeof errors
/** The errors that the partner API can respond with. */
export type PartnerErrorCode = keyof typeof partnerErrors
export type ErrorParams<Code extends ErrorCode> = Parameters<(typeof errors)[Code]['message']>[0]

/** The arguments after the code: none for an error without parameters. */
type ParamsArgument<Code extends ErrorCode> =
  Record<never, never> extends ErrorParams<Code> ? [] : [ErrorParams<Code>]

/** Thrown whenever a request is refused. Anything else that is thrown is a bug. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'ApiError'
  readonly code: Code
  readonly params: ErrorParams<Code>

  constructor(code: Code, ...params: ParamsArgument<Code>) {
    super(code)
    this.code = code
    this.params = (params[0] ?? {}) as ErrorParams<Code>
  }
}

/** An error with the example parameters of the catalogue, for the reference. */
export function exampleError(code: ErrorCode): ApiError {
  const { example } = errors[code] as ErrorDefinition<unknown>
  return new ApiError(code as 'RATE_LIMITED', example as ErrorParams<'RATE_LIMITED'>)
}

/** The error body of spec section 7, in the caller's language. */
type ErrorBody = {
  statusCode: number
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
}

/**
 * Renders an error in the caller's language. With `publicUrl`, the details of a partner's error link to its
 * entry on the service's own pages, in that language.
 */
export function errorBody(error: ApiError, language: Language, publicUrl?: string): ErrorBody {
  const definition = errors[error.code] as ErrorDefinition<unknown>
  const body = {
    statusCode: definition.status,
    code: error.code,
    message: definition.message(error.params, language),
  }
  const details = errorDetails(error, definition, language)
  if (publicUrl === undefined || !isPartnerError(error.code)) return details ? { ...body, details } : body
  return { ...body, details: { ...details, docs: `${publicUrl}/docs/${language}/errors#${error.code}` } }
}

const isPartnerError = (code: ErrorCode): code is PartnerErrorCode => Object.hasOwn(partnerErrors, code)

function errorDetails(error: ApiError, definition: ErrorDefinition<unknown>, language: Language) {
  if (error.code === 'VALIDATION_FAILED') {
    const { issues, issueCount } = error.params as ErrorParams<'VALIDATION_FAILED'>
    const listed = issues[language]
    return { issues: listed, ...(issueCount > listed.length && { issueCount }) }
  }
  return definition.details?.(error.params)
}
