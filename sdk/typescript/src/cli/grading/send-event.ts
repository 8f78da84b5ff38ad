import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { webhookUserAgent } from '../sign-event.ts'

/** Why there was no usable response. */
type Failure = 'TLS' | 'CONNECTION' | 'TIMEOUT' | 'REDIRECT'

/** The result of one request to a receiver. */
export type RequestResult = {
  /** The status of the response, if there was one. */
  httpStatus: number | null
  /** Why there was no usable response; null for a response of any status but a redirect. */
  failure: Failure | null
  isSuccess: boolean
  durationMs: number
  /** The first 2 KiB of the response, as text. */
  excerpt: string | null
}

/** How long a receiver has for everything together, in ms, as the service gives it. */
export const partnerDeadlineMs = 10_000

/** How much of a response is read, and how much of it is kept, in bytes, as the service does. */
const maxReadBytes = 16 * 1024
const maxKeptBytes = 2 * 1024

/** Makes POST requests over kept-alive connections to one address, whatever the name in the URL leads to. */
export function sendRequestsTo(address: string, deadlineMs: number) {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  }
  return {
    send: (url: string, headers: Record<string, string>, body: string | Readable): Promise<RequestResult> =>
      new Promise((resolve) => {
        const { protocol } = new URL(url)
        const options = {
          method: 'POST',
          headers: { 'user-agent': webhookUserAgent, ...headers },
          lookup: lookupOf(address),
        }
        const request =
          protocol === 'https:'
            ? requestHttps(url, { ...options, agent: agents['https:'] })
            : requestHttp(url, { ...options, agent: agents['http:'] })
        follow(request, deadlineMs, resolve)
        if (typeof body === 'string') request.end(body)
        else pipeline(body, request, () => {})
      }),
    close: (): void => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Node.js asks for one address or for all. */
const lookupOf =
  (address: string): LookupFunction =>
  (_hostname, options, callback) => {
    const family = isIP(address)
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

/** The first outcome counts, and ends the request. */
function follow(request: ClientRequest, deadlineMs: number, resolve: (result: RequestResult) => void): void {
  const startedAt = performance.now()
  let httpStatus: number | null = null

  const end = (failure: Failure | null, excerpt: string | null) => {
    clearTimeout(deadline)
    const isSuccess = failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300
    const durationMs = Math.round(performance.now() - startedAt)
    resolve({ httpStatus, failure, isSuccess, durationMs, excerpt })
  }
  const deadline = setTimeout(() => {
    end('TIMEOUT', null)
    request.destroy()
  }, deadlineMs)

  request.on('error', (error) => end(failureOf(error), null))
  request.on('response', (response: IncomingMessage) => {
    const status = response.statusCode ?? 0
    httpStatus = status
    const chunks: Buffer[] = []
    let size = 0
    const endWithAnswer = () => {
      const isRedirect = status >= 300 && status < 400
      end(isRedirect ? 'REDIRECT' : null, Buffer.concat(chunks).subarray(0, maxKeptBytes).toString('utf8'))
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxReadBytes) return
      endWithAnswer()
      request.destroy()
    })
    response.on('end', endWithAnswer)
    response.on('error', (error) => end(failureOf(error), null))
  })
}

function failureOf({ code = '', message }: NodeJS.ErrnoException): Failure {
  const isTls =
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code) ||
    /\b(SSL|TLS|certificate)\b/i.test(message)
  return isTls ? 'TLS' : 'CONNECTION'
}
