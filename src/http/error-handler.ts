import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isDatabaseUnavailable } from '../base/database/database-error.ts'
import { ApiError, type ErrorCode, errorBody, errors } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import type { KnownPaths } from './known-paths.ts'
import { languageOf } from './response-language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that the request was answered with; null where it was not refused. */
    refusalCode: ErrorCode | null
  }
}

/** The Retry-After while the database is unavailable, in seconds. */
export const databaseRetrySeconds = 2

/**
 * Gives every error the body of spec section 7, in the caller's language; bugs reveal nothing of their cause.
 */
export function useErrorHandler(app: FastifyInstance, paths: KnownPaths, sendError: SendError): void {
  app.decorateRequest('refusalCode', null)
  app.setErrorHandler((error, request, reply) => sendError(asApiError(error, request), request, reply))
  // Before the body is read: an unknown path is refused as unknown, whatever is sent to it.
  app.addHook('onRequest', (request, _reply, done) => {
    const isUnknown = request.is404 || hasEmptyParameter(request) || isNamedOtherwise(request, paths)
    done(isUnknown ? noSuchRoute(request, paths) : undefined)
  })
  app.setNotFoundHandler((request, reply) => sendError(noSuchRoute(request, paths), request, reply))
}

function noSuchRoute({ method, url }: FastifyRequest, { methodsOf }: KnownPaths): ApiError {
  const [path = ''] = url.split('?')
  const allowed = methodsOf(path)
  // Some paths that a wildcard route matches do not exist either.
  if (allowed.length > 0 && !allowed.includes(method))
    return new ApiError('METHOD_NOT_ALLOWED', { method, allowed })
  return new ApiError('ROUTE_NOT_FOUND', { method, path: path.slice(0, 200) })
}

/**
 * `/deliveries/` names no delivery, nor does `/deliveries//cancel`; what an asterisk matches may be empty.
 */
const hasEmptyParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries((params ?? {}) as object).some(([name, value]) => name !== '*' && value === '')

/**
 * `GET /deliveries/promo-code-checks` reaches the route of one delivery, though the description has a path of
 * that name, with other methods.
 */
const isNamedOtherwise = (
  { params, routeOptions, url }: FastifyRequest,
  { isLiteral }: KnownPaths,
): boolean =>
  routeOptions.config.operationId !== undefined &&
  Object.keys((params ?? {}) as object).length > 0 &&
  isLiteral(url.split('?', 1)[0] ?? '')

/** Sends a refusal: body, status and its headers. */
export type SendError = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Makes what sends refusals, which link to the pages at `publicUrl`. */
export const errorSender =
  (publicUrl: string): SendError =>
  (error, request, reply) => {
    const body = errorBody(error, languageOf(request), publicUrl)
    logRefusal(error, request, reply)
    if (body.statusCode === 401) reply.header('www-authenticate', 'Bearer')
    if (error.code === 'METHOD_NOT_ALLOWED')
      reply.header('allow', (error.params as { allowed: string[] }).allowed.join(', '))
    return reply.code(body.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

/** Logs a refusal, notes its code and sets its Retry-After header, for JSON and for pages. */
export function logRefusal({ code, params }: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = errors[code]
  request.refusalCode = code
  request.log[status >= 500 ? 'warn' : 'info']({ code, status }, 'refused')
  const { retryAfterSeconds } = params as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
}

/** The API error for anything that was thrown; bugs are logged here. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const fault = frameworkFault(error as FastifyError)
  if (fault) return fault
  if (isDatabaseUnavailable(error)) {
    // An outage is logged once, where it is noticed, and not for each request.
    request.log[isDatabaseAway(error) ? 'debug' : 'warn']({ err: error }, 'the database did not respond')
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds })
  }
  request.log.error({ err: error }, 'a request failed')
  return new ApiError('INTERNAL_ERROR', { requestId: request.id })
}

/** Refusals of the framework itself, as errors of the contract. */
function frameworkFault(error: FastifyError): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    // A form with files: too large a file, or too many parts.
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new ApiError('BODY_TOO_LARGE', { limitBytes: limits.bodyBytes })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
    // A path under /docs/try that no file system accepts.
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new ApiError('REQUEST_MALFORMED')
    default:
      return error.statusCode === 400 ? new ApiError('REQUEST_MALFORMED') : undefined
  }
}
