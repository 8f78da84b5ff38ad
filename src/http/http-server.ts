import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, errorBody } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import type { Language } from '../kernel/language.ts'
import { sendError, useErrorHandler } from './error-handler.ts'
import { useJsonBodies } from './json-body.ts'
import { rememberPaths } from './known-paths.ts'
import { useResponseLanguage } from './response-language.ts'
import { useStrictValidation } from './strict-validation.ts'

export type HttpServerOptions = { log: Logger; language: Language; trustProxy: string | undefined }

/**
 * An HTTP server with the manners every route of ours shares: one error body, strict input, a language,
 * a request id, and an end to clients that send too slowly. This folder knows HTTP and nothing of
 * deliveries; a route says what it needs with `operation`.
 */
export function httpServer({ log, language, trustProxy }: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: (logger, _, options, request) => logger.child({ ...requestLine(request) }, options),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    trustProxy: trustProxy?.split(',').map((address) => address.trim()) ?? false,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, language),
    frameworkErrors: (_, request, reply) => {
      request.language = language
      void sendError(new ApiError('REQUEST_MALFORMED'), request, reply)
    },
  })
  const methodsOf = rememberPaths(app)
  useResponseLanguage(app, language)
  useJsonBodies(app)
  useStrictValidation(app)
  useErrorHandler(app, methodsOf)
  return app
}

/** What a log line says of a request: never its query, its headers or its body. */
const requestLine = ({ method, url }: { method?: string | undefined; url?: string | undefined }) => ({
  method,
  path: url?.split('?')[0],
})

/** Node could not even read the request: too slow, headers too large, or not HTTP. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, language: Language): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const body = errorBody(brokenRequest(error.code), language)
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${body.statusCode} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-language: ${language}\r\nx-request-id: ${randomUUID()}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

function brokenRequest(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('REQUEST_TIMEOUT')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE')
  return new ApiError('REQUEST_MALFORMED')
}
