import { Agent, buildConnector, errors, request } from 'undici'
import { ApiError } from '../contract/errors.ts'
import type { AttemptFailure } from '../contract/vocabulary.ts'
import { literalAddress, readEndpointUrl } from './endpoint-url.ts'
import type { AddressRules } from './public-address.ts'
import { callableAddress, type Resolve, TargetRefused } from './resolve-target.ts'

/** One request to a partner and what came of it. */
export type RequestResult = {
  /** The status that was answered, when one was. */
  httpStatus: number | null
  /** Why there was no answer that counts; null for an answer of any status but a redirect. */
  failure: AttemptFailure | null
  isSuccess: boolean
  durationMs: number
  /** The first 2 KiB of the answer, as text. */
  excerpt: string | null
}

export type SendRequest = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<RequestResult>

/** How long a partner has, over name, connection, TLS, headers and body together (spec 6.5), in ms. */
export const partnerDeadlineMs = 10_000
/** How much of an answer is read, and how much of it is kept, in bytes. */
const mostRead = 16 * 1024
const mostKept = 2 * 1024

export type SenderOptions = {
  rules: AddressRules
  resolve: Resolve
  /** The certificate authority to trust instead of the usual ones, PEM. */
  ca?: string
  /** Another deadline than the one partners are promised. */
  deadlineMs?: number
}

/**
 * Makes POST requests over kept-alive connections. The URL is read again by the rules of today, which may
 * be stricter than those it was saved under; the address is checked on every connection, after resolving,
 * and that very address is connected to under the host's name; redirects are not followed. Each endpoint
 * is bounded by its caller, never by its origin: many partners may share one host.
 */
export function requestSender(options: SenderOptions): { send: SendRequest; close(): Promise<void> } {
  const { rules, deadlineMs = partnerDeadlineMs } = options
  const agent = new Agent({
    connect: checkedConnector(options, deadlineMs),
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
    pipelining: 1,
    connections: null,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
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
        connect({ ...target, hostname: address, servername: servernameOf(target.hostname) }, callback),
      (error: Error) => callback(error, null),
    )
  }
}

/** The name of SNI and of the certificate; none for a bare address. */
const servernameOf = (hostname: string) => (literalAddress(hostname) === undefined ? hostname : '')

async function sendWith(
  { agent, rules, deadlineMs }: { agent: Agent; rules: AddressRules; deadlineMs: number },
  text: string,
  headers: Record<string, string>,
  body: string,
): Promise<RequestResult> {
  const startedAt = performance.now()
  const ended = (result: Omit<RequestResult, 'durationMs' | 'isSuccess'>): RequestResult => ({
    ...result,
    isSuccess:
      result.failure === null &&
      result.httpStatus !== null &&
      result.httpStatus >= 200 &&
      result.httpStatus < 300,
    durationMs: Math.round(performance.now() - startedAt),
  })
  const deadline = deadlineIn(deadlineMs)
  let httpStatus: number | null = null
  try {
    const url = readEndpointUrl(text, rules)
    const { signal } = deadline
    const answered = request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
    const answer = await Promise.race([answered, deadline.passed])
    httpStatus = answer.statusCode
    const excerpt = await readExcerpt(answer.body)
    return ended({ httpStatus, excerpt, failure: httpStatus >= 300 && httpStatus < 400 ? 'REDIRECT' : null })
  } catch (error) {
    return ended({
      httpStatus,
      excerpt: null,
      failure: deadline.signal.aborted ? 'TIMEOUT' : failureOf(error),
    })
  } finally {
    deadline.clear()
  }
}

/**
 * A deadline `ms` from now: `passed` throws then, at whatever stage the request is. The client library
 * heeds the signal only once it is connected; what is not sent by then is never sent.
 */
function deadlineIn(ms: number): { signal: AbortSignal; passed: Promise<never>; clear(): void } {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort()
    reject(controller.signal.reason)
  }, ms)
  return { signal: controller.signal, passed, clear: () => clearTimeout(timer) }
}

/** Reads to the end or to 16 KiB, whichever comes first, and cuts the connection of an answer that goes on. */
async function readExcerpt(
  body: AsyncIterable<Buffer> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown },
) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostRead) break
  }
  return readable(Buffer.concat(chunks).subarray(0, mostKept))
}

/** Text that a database takes: what is no UTF-8 is replaced, and so is the character zero. */
const readable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\u0000', '\ufffd')

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof TargetRefused) return error.failure
  if (error instanceof ApiError) return 'BLOCKED_ADDRESS'
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError)
    return 'TIMEOUT'
  if (error instanceof errors.BodyTimeoutError) return 'TIMEOUT'
  return isTlsFault(error as NodeJS.ErrnoException) ? 'TLS' : 'CONNECTION'
}

function isTlsFault({ code = '', message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code) ||
    /\b(SSL|TLS|certificate)\b/i.test(message)
  )
}
