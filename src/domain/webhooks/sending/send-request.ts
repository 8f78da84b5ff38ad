import type { Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
import { ApiError } from '../../../contract/errors.ts'
import type { AttemptFailure } from '../../../contract/vocabulary.ts'
import { literalAddress, readEndpointUrl } from '../endpoints/endpoint-url.ts'
import type { AddressRules } from '../endpoints/public-address.ts'
import { callableAddress, type Resolve, TargetRefused } from '../endpoints/resolve-target.ts'
import { attemptOutcome } from './attempt-outcome.ts'

/** The result of one request to a partner. */
export type RequestResult = {
  /** The status of the response, if there was one. */
  httpStatus: number | null
  /** Why there was no usable response; null for a response of any status but a redirect. */
  failure: AttemptFailure | null
  isSuccess: boolean
  durationMs: number
  /** The first 2 KiB of the response, as text. */
  excerpt: string | null
  /** The `Retry-After` header of a response that had one, as it was sent. */
  retryAfter?: string
}

export type SendRequest = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<RequestResult>

/** A body: text, or a stream whose `content-length` is among the headers. */
type Body = NonNullable<Dispatcher.DispatchOptions['body']>

/** How long a partner has for name, connection, TLS, headers and body together (spec 6.5), in ms. */
export const partnerDeadlineMs = 10_000

/** How much of a response is read, and how much of it is stored, in bytes. */
const maxReadBytes = 16 * 1024
const maxKeptBytes = 2 * 1024
/**
 * How many bytes of a response are read from a connection, headers and framing included. Early hints and
 * chunk extensions carry no body and so never reach `maxReadBytes`, yet reading them keeps a core busy while
 * they come.
 */
const maxReceived = 128 * 1024

/** Some firewalls refuse a request without a User-Agent. */
export const webhookUserAgent = 'Colis-Webhooks/1'

/** Where requests may go, and how long each may take. */
export type SenderOptions = {
  rules: AddressRules
  resolve: Resolve
  /** The certificate authority to trust instead of the usual ones, PEM. */
  ca?: string
  /** Another deadline than the one partners are promised. */
  deadlineMs?: number
}

/**
 * Makes POST requests over kept-alive connections. The URL is checked again by the current rules, which may
 * be stricter than those it was saved under; the address is checked on every connection, after resolving,
 * and that very address is connected to under the host's name; redirects are not followed. Each endpoint
 * is bounded by its caller, never by its origin: many partners may share one host.
 */
export function sendRequestsWith(options: SenderOptions): {
  send(url: string, headers: Record<string, string>, body: Body): Promise<RequestResult>
  close(): Promise<void>
} {
  const { rules, deadlineMs = partnerDeadlineMs } = options
  const agent = new Agent({
    connect: checkedConnector(options, deadlineMs),
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
    pipelining: 1,
    connections: null,
    // The one deadline is kept here, over everything together.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
  return {
    send: (url, headers, body) => sendWith({ agent, rules, deadlineMs }, url, headers, body),
    close: () => agent.destroy(),
  }
}

function checkedConnector({ rules, resolve, ca }: SenderOptions, timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, ...(ca !== undefined && { ca }) })
  return (target, callback) => {
    callableAddress(target.hostname, rules, resolve).then(
      (address) =>
        connect(
          { ...target, hostname: address, servername: servernameOf(target.hostname) },
          (...[error, socket]) => {
            if (error) return callback(error, null)
            limitAnswers(socket)
            callback(null, socket)
          },
        ),
      (error: Error) => callback(error, null),
    )
  }
}

/**
 * Closes a connection on which a response grows past `maxReceived`; each request written begins a new
 * response.
 */
function limitAnswers(socket: Socket): void {
  let written = socket.bytesWritten
  let from = socket.bytesRead
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      from = socket.bytesRead
    }
    if (socket.bytesRead - from > maxReceived) socket.destroy(new AnswerTooLarge())
  })
}

/** A response was longer than what is read of one. */
class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** The name of SNI and of the certificate; none for a bare address. */
const servernameOf = (hostname: string) => (literalAddress(hostname) === undefined ? hostname : '')

type Sending = { agent: Agent; rules: AddressRules; deadlineMs: number }

/** Never rejects: a failure is a result. The first outcome counts, and aborts the request. */
function sendWith(
  { agent, rules, deadlineMs }: Sending,
  text: string,
  headers: Record<string, string>,
  body: Body,
): Promise<RequestResult> {
  const startedAt = performance.now()
  const { promise, resolve } = Promise.withResolvers<RequestResult>()
  const chunks: Buffer[] = []
  let size = 0
  let httpStatus: number | null = null
  let retryAfter: string | undefined
  let request: Dispatcher.DispatchController | undefined
  let isOver = false

  function end(failure: AttemptFailure | null, excerpt: string | null): void {
    if (isOver) return
    isOver = true
    clearTimeout(deadline)
    const { isSuccess } = attemptOutcome({ failure, httpStatus })
    const durationMs = Math.round(performance.now() - startedAt)
    resolve({
      httpStatus,
      failure,
      isSuccess,
      durationMs,
      excerpt,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }

  function endWithAnswer(): void {
    const isRedirect = httpStatus !== null && httpStatus >= 300 && httpStatus < 400
    end(isRedirect ? 'REDIRECT' : null, readable(Buffer.concat(chunks).subarray(0, maxKeptBytes)))
  }

  const deadline = setTimeout(() => {
    end('TIMEOUT', null)
    request?.abort(enoughReceived)
  }, deadlineMs)
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      request = controller
      // It was connected too late: what is not sent by the deadline is never sent.
      if (isOver) controller.abort(enoughReceived)
    },
    onResponseStart: (_, status, answered) => {
      if (status < 200) return
      httpStatus = status
      retryAfter = [answered['retry-after']].flat()[0]
    },
    onResponseData: (controller, chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxReadBytes) return
      endWithAnswer()
      controller.abort(enoughReceived)
    },
    onResponseEnd: endWithAnswer,
    onResponseError: (_, error) => {
      if (error instanceof AnswerTooLarge && httpStatus !== null) endWithAnswer()
      else end(failureOf(error), null)
    },
  }
  try {
    const { origin, pathname, search } = readEndpointUrl(text, rules)
    const all = { 'user-agent': webhookUserAgent, ...headers }
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers: all, body }, handler)
  } catch (error) {
    end(failureOf(error), null)
  }
  return promise
}

/** Given to the client library as the reason to close a connection; never shown. */
const enoughReceived = new Error('Nothing more is wanted of this answer.')

/** Text that the database accepts: invalid UTF-8 is replaced, and so is the character zero. */
const readable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\u0000', '\ufffd')

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof TargetRefused) return error.failure
  if (error instanceof ApiError) return 'BLOCKED_ADDRESS'
  if (error instanceof errors.ConnectTimeoutError) return 'TIMEOUT'
  return isTlsFault(error as NodeJS.ErrnoException) ? 'TLS' : 'CONNECTION'
}

function isTlsFault({ code = '', message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code) ||
    /\b(SSL|TLS|certificate)\b/i.test(message)
  )
}
