import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody, errors } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import type { MethodsOf } from './known-paths.ts'
import { languageOf } from './response-language.ts'

/** How long a caller is asked to wait while the database is away, in seconds. */
export const databaseRetrySeconds = 2

/** Gives every failure the body of spec section 7, in the caller's language; our own bugs say nothing of themselves. */
export function useErrorHandler(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.setErrorHandler((error, request, reply) => sendError(asApiError(error, request), request, reply))
  // Told before the body is read: whatever is sent to it, an unknown path is an unknown path.
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.is404 ? noSuchRoute(request, methodsOf) : undefined),
  )
  app.setNotFoundHandler((request, reply) => sendError(noSuchRoute(request, methodsOf), request, reply))
}

function noSuchRoute({ method, url }: FastifyRequest, methodsOf: MethodsOf): ApiError {
  const [path = ''] = url.split('?')
  const allowed = methodsOf(path)
  // Among all that an asterisk stands for, some paths do not exist either.
  if (allowed.length > 0 && !allowed.includes(method))
    return new ApiError('METHOD_NOT_ALLOWED', { method, allowed })
  return new ApiError('ROUTE_NOT_FOUND', { method, path: path.slice(0, 200) })
}

/** Answers a refusal: body, status and the headers that go with it. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const body = errorBody(error, languageOf(request))
  logRefusal(error, request, reply)
  if (body.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  if (error.code === 'METHOD_NOT_ALLOWED')
    reply.header('allow', (error.params as { allowed: string[] }).allowed.join(', '))
  return reply.code(body.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What every refusal has, as JSON or as a page: its line in the log, and when to come back. */
export function logRefusal({ code, params }: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = errors[code]
  request.log[status >= 500 ? 'warn' : 'info']({ code, status }, 'refused')
  const { retryAfterSeconds } = params as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
}

/** What a failure is called in the contract; our own bugs are logged here. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const fault = frameworkFault(error as FastifyError)
  if (fault) return fault
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database did not answer')
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds })
  }
  request.log.error({ err: error }, 'a request failed')
  return new ApiError('INTERNAL_ERROR', { requestId: request.id })
}

/** What the framework itself refuses, in the words of the contract. */
function frameworkFault(error: FastifyError): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('BODY_TOO_LARGE', { limitBytes: limits.bodyBytes })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
    // A path under /docs that no file system would take.
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new ApiError('REQUEST_MALFORMED')
    default:
      return error.statusCode === 400 ? new ApiError('REQUEST_MALFORMED') : undefined
  }
}
