import type { Clock } from '../../../../base/kernel/clock.ts'
import { observe } from '../../../../base/kernel/observed.ts'
import { ProviderAway } from '../mobile-money-provider.ts'
import { codeOf } from './provider-answer.ts'

/** One request to a provider's API; `path` begins with a slash. */
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  json?: object
  /** Ends with the call of the port that the request is part of. */
  signal: AbortSignal
}

/** What a provider answered. `body` is undefined where it sent no JSON; `date` is the time on its clock. */
export type ApiAnswer = { status: number; body: unknown; date: Date | null }

type CallApi = (request: ApiRequest) => Promise<ApiAnswer>

type ProviderApi = {
  /** What the provider is called in errors. */
  label: string
  /** Where its API is, without a slash at the end. */
  baseUrl: string
  clock: Clock
  /** Called with the code of an answer of 500 and above, where it has one. */
  onServerError?: (code: string) => void
}

/** An answer has a few kilobytes. */
const maxBytes = 256 * 1024
const [defaultPauseMs, maxPauseMs] = [5_000, 60_000]
/** How long a call of the port may take with all of its requests; its caller gives up after 20 s. */
const callMs = 18_000

/** When the call that begins now ends. */
export const callDeadline = (): AbortSignal => AbortSignal.timeout(callMs)

/**
 * Calls a provider's API. Throws ProviderAway when it gives no answer, one that is too long, or one of 429,
 * 408 or 500 and above; after 429 it is left alone for as long as it asks, at most a minute. Errors hold
 * neither what was sent nor what came back, but for a code.
 */
export function callProviderApi({ label, baseUrl, clock, onServerError }: ProviderApi): CallApi {
  let restsUntil = 0

  return async (request) => {
    const restsMs = restsUntil - clock.now().getTime()
    // A clock that was set back since does not lengthen the pause.
    if (restsMs > 0 && restsMs <= maxPauseMs)
      throw new ProviderAway(`${label} asked to be called less often.`)
    const began = performance.now()
    const told = (outcome: string) =>
      observe('providerCall', { provider: label, outcome, seconds: (performance.now() - began) / 1_000 })
    const { response, text } = await send(request).catch((error: unknown) => {
      told('AWAY')
      throw error
    })
    told(String(response.status))
    const body = jsonOf(text)
    const { status, headers } = response
    if (status === 429) restsUntil = clock.now().getTime() + pauseMs(headers.get('retry-after'))
    const code = codeOf(body)
    if (status >= 500 && code !== undefined) onServerError?.(code)
    if (status === 429 || status === 408 || status >= 500)
      throw new ProviderAway(`${label} answered ${status}${code === undefined ? '' : ` (${code})`}.`, code)
    return { status, body, date: dateOf(headers.get('date')) }
  }

  async function send({ method, path, headers, json, signal }: ApiRequest) {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        redirect: 'error',
        signal,
      })
      return { response, text: await textOf(response) }
    } catch (error) {
      if (error instanceof ProviderAway) throw error
      throw new ProviderAway(`${label} gave no answer (${failureOf(error)}).`)
    }
  }

  async function textOf(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new ProviderAway(`${label} sent more than an answer has.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

/** Why there is no answer, in a word: the address may be secret, and is not repeated. */
function failureOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'TIMEOUT'
  return typeof cause?.code === 'string' ? cause.code : 'CONNECTION'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds, as all of them write it. */
function pauseMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1_000, maxPauseMs) : defaultPauseMs
}

function dateOf(header: string | null): Date | null {
  const at = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(at) ? null : new Date(at)
}
