import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Language } from '../base/kernel/language.ts'
import { ApiError, errorBody } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { useAccessLog } from './access-log.ts'
import type { BodyBounds } from './arriving-bodies.ts'
import { useBodyDeadline } from './body-deadline.ts'
import { useQuickClose } from './close-connections.ts'
import { type SendError, useErrorHandler } from './error-handler.ts'
import { useJsonBodies } from './json-body.ts'
import { knownPaths } from './known-paths.ts'
import { requestIdOf } from './request-id.ts'
import { languageOf, responseLanguageSetter, useResponseLanguage } from './response-language.ts'
import { shareConnections } from './share-connections.ts'
import { useStrictValidation } from './strict-validation.ts'
import { traceRequests } from './trace-requests.ts'

type HttpServerOptions = {
  log: Logger
  language: Language
  /** The address at which others reach the service; errors link to its pages. */
  publicUrl: string
  /** Sends refusals, also those of the framework. */
  sendError: SendError
  trustProxy: string | undefined
  /** Whether each answered request is logged. */
  logsAnswers?: boolean
  /** How long a client may take to send its headers, and after them its body. */
  headersTimeoutMs?: number
  bodyTimeoutMs?: number
  /** What bodies on their way are held to. */
  bodyBounds?: BodyBounds
  /**
   * How long nothing may move on a connection under way; streams of events send a heartbeat every 15 to 20 s.
   */
  idleTimeoutMs?: number
  /** How long a client whose request could not be read may take to close its connection. */
  lingerMs?: number
  /** How many connections may be open; more are closed at once. */
  maxConnections?: number
  /** How long requests under way may take once the server is closing. */
  graceMs?: number
}

/**
 * How long a request may take to arrive if its route has its own body deadline: until the upload address
 * expires.
 */
const requestTimeoutMs = limits.photoUploadMinutes * 60_000

/** The largest request line and headers together; no identifier in an address can be longer. */
const maxHeaderBytes = 16_384

/**
 * An HTTP server with what every route shares: one error body, strict input, a language, a request id, and a
 * deadline for slow clients. This folder knows HTTP and nothing of deliveries; a route declares what it needs
 * with `operation`.
 */
export function httpServer(options: HttpServerOptions): FastifyInstance {
  const { log, language, publicUrl, sendError, trustProxy } = options
  const { headersTimeoutMs = 10_000, bodyTimeoutMs = 30_000, idleTimeoutMs = 60_000 } = options
  const { lingerMs = 1_000, maxConnections = 10_000, graceMs } = options
  const setLanguage = responseLanguageSetter(language)
  const paths = knownPaths()
  const languageOfSocket = new WeakMap<Socket, Language>()
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Nothing of the query, the headers or the body.
    childLoggerFactory: (logger, requestId, options, { method, url = '' }) =>
      logger.child({ ...requestId, method, path: paths.loggedPath(url) }, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
      maxHeaderSize: maxHeaderBytes,
      requireHostHeader: false,
    },
    trustProxy: trustProxy?.split(',').map((address) => address.trim()) ?? false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    // A request that still comes on an open connection is served as those under way are.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      answerMalformedRequest(error, socket, languageOfSocket.get(socket) ?? language, publicUrl)
      setTimeout(() => socket.destroy(), lingerMs).unref()
    },
    frameworkErrors: (_, request, reply) => {
      setLanguage(request, reply)
      void sendError(new ApiError('REQUEST_MALFORMED'), request, reply)
    },
  })
  paths.record(app)
  app.decorateRequest('madeDeliveryId', null)
  if (options.logsAnswers) useAccessLog(app)
  traceRequests(app)
  shareConnections(app, maxConnections)
  useQuickClose(app, graceMs)
  useBodyDeadline(app, bodyTimeoutMs, options.bodyBounds)
  useResponseLanguage(app, language, setLanguage)
  app.addHook('onRequest', (request, _reply, done) => {
    languageOfSocket.set(request.raw.socket, languageOf(request))
    done()
  })
  answerWhatNodeRefuses(app)
  useJsonBodies(app)
  useStrictValidation(app)
  useErrorHandler(app, paths, sendError)
  return app
}

/**
 * Requests that Node itself would refuse without a response body (no Host, or an unknown expectation), and
 * one that it accepts (several Hosts, of which a proxy may have read another).
 */
function answerWhatNodeRefuses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = countHosts(raw.rawHeaders)
    const isMalformed = hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')
    done(isMalformed ? new ApiError('REQUEST_MALFORMED') : undefined)
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** How many Host headers there are among names and values in turn. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1
  return hosts
}

/**
 * Responds to a request that Node could not read to its end: too slow, headers too large, or not HTTP. The
 * language is that of the headers, if they had arrived.
 */
function answerMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  language: Language,
  publicUrl: string,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const body = errorBody(brokenRequest(error.code), language, publicUrl)
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
