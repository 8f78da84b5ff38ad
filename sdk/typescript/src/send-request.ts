import { ColisError, newColisError } from './colis-error.ts'
import { readRetryAfter, retryDelayMs } from './retry-delay.ts'
import { webCrypto } from './web-crypto.ts'

export type ColisSettings = {
  /** The shop's API key, `colis_live_…`. It is a secret: keep it on your server. */
  apiKey: string
  /** The address of the service, such as `https://sandbox.example`. */
  baseUrl: string
  /** The language of the messages of errors. Default: the service's own, French. */
  language?: 'fr' | 'en'
  /** How long one attempt may take, with its answer, in milliseconds. Default: 15,000. */
  timeoutMs?: number
  /** How often a call is sent again. Default: 3. */
  maxRetries?: number
  /** In place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** In place of real time and chance, for tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  now?: () => number
  random?: () => number
}

/** What a single call may change. */
export type CallOptions = Pick<ColisSettings, 'language' | 'timeoutMs' | 'maxRetries'> & {
  /** Ends the call, also between two attempts; it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Of a call that takes an Idempotency-Key: 8 to 100 letters, digits, - and _. Default: a random one. */
export type KeyedOptions = CallOptions & { idempotencyKey?: string }

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The parts of the path after `/api/v1/partner`, not escaped. */
  path: readonly string[]
  query?: object
  body?: object
  /** Whether it may be sent again when nobody knows if it arrived. Reads may, and whatever has a key. */
  isRepeatable?: boolean
  takesKey?: boolean
}

/** Bytes for another address, which must not learn the key. */
type Upload = { url: string; headers: Record<string, string>; bytes: Uint8Array }

/** Sends a request, again where that may help, and resolves to the body of the answer. */
export type Send = {
  <T>(request: ApiRequest, options: KeyedOptions): Promise<T>
  upload(upload: Upload, options: CallOptions): Promise<void>
}

const version = '0.1.0'

/** Reads the settings and returns what sends. Throws TypeError for settings that cannot work. */
export function senderOf(settings: ColisSettings): Send {
  const { apiKey, baseUrl, fetch = globalThis.fetch, sleep = wait } = settings
  const { now = Date.now, random = Math.random } = settings
  if (!/^[\x21-\x7e]+$/.test(apiKey ?? '')) throw new TypeError('apiKey is missing, or is not an API key.')
  const api = `${readBaseUrl(baseUrl)}/api/v1/partner`

  const send = async <T>(request: ApiRequest, options: KeyedOptions): Promise<T> => {
    checkOptions(options, request.takesKey ? [...callOptions, 'idempotencyKey'] : callOptions)
    const { language = settings.language } = options
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'user-agent': `colis-sdk-typescript/${version}`,
      ...(language && { 'accept-language': readLanguage(language) }),
      ...(request.takesKey && { 'idempotency-key': await readKey(options.idempotencyKey) }),
      ...(request.body && { 'content-type': 'application/json' }),
    }
    const url = `${api}/${request.path.map(escaped).join('/')}${queryOf(request.query)}`
    const init = {
      method: request.method,
      headers,
      ...(request.body && { body: JSON.stringify(request.body) }),
    }
    const isRepeatable =
      request.method === 'GET' || request.isRepeatable === true || request.takesKey === true
    const isRemoval = request.method === 'DELETE'
    return (await repeat(
      () => attempt(url, init, options, bodyOf),
      { isRepeatable, isRemoval },
      options,
    )) as T
  }

  const upload = async ({ url, headers, bytes }: Upload, options: CallOptions): Promise<void> => {
    checkOptions(options, callOptions)
    const init = { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> }
    const once = () => attempt(url, init, options, () => undefined)
    await repeat(once, { isRepeatable: true, isRemoval: false }, options)
  }

  async function repeat(
    once: () => Promise<unknown>,
    { isRepeatable, isRemoval }: { isRepeatable: boolean; isRemoval: boolean },
    { maxRetries = settings.maxRetries ?? 3, signal }: CallOptions,
  ) {
    for (let retries = 0; ; retries += 1) {
      try {
        return await once()
      } catch (error) {
        if (!(error instanceof ColisError)) throw error
        // The attempt whose answer was lost has removed it.
        if (isRemoval && retries > 0 && error.status === 404) return undefined
        if (retries >= maxRetries) throw error
        const delayMs = retryDelayMs(error, { isRepeatable, retries, chance: random() })
        if (delayMs === undefined) throw error
        await sleep(delayMs, signal)
      }
    }
  }

  /** One request and its whole answer, within the time-out. */
  async function attempt(
    url: string,
    init: RequestInit,
    { signal, timeoutMs = settings.timeoutMs ?? 15_000, language = settings.language }: CallOptions,
    read: (response: Response, text: string) => unknown,
  ): Promise<unknown> {
    signal?.throwIfAborted()
    const deadline = new AbortController()
    const abort = () => deadline.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort)
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal })
      const text = await response.text()
      if (response.ok) return read(response, text)
      throw errorOf(response, text, now())
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ColisError) throw error
      if (deadline.signal.aborted)
        throw newColisError({ code: 'TIMED_OUT', message: `No answer within ${timeoutMs} ms.` })
      const message = connectionFailed(url, error, language)
      throw newColisError({ code: 'CONNECTION_FAILED', message, cause: error })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return Object.assign(send, { upload })
}

const callOptions = ['language', 'timeoutMs', 'maxRetries', 'signal']

/** A misspelt option would be ignored, and an order sent under a key that nobody knows. */
function checkOptions(options: object, known: string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`This call takes no option ${unknown}.`)
}

function bodyOf(response: Response, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw unexpected(response, `HTTP ${response.status} with a body that is not JSON.`)
  }
}

function errorOf(response: Response, text: string, nowMs: number): ColisError {
  const { status, headers } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    return newColisError({
      code: 'REDIRECT_REFUSED',
      status,
      message: 'The service answered with a redirect, which is not followed: check baseUrl.',
    })
  const waits = status === 429 || status === 503
  const retryAfterSeconds = waits ? readRetryAfter(headers.get('retry-after'), nowMs) : undefined
  const body = readErrorBody(text)
  if (!body)
    return unexpected(response, `HTTP ${status} without an error body of the service.`, retryAfterSeconds)
  return newColisError({ ...body, status, requestId: requestIdOf(response), retryAfterSeconds })
}

/** The error body of the service (spec section 7), undefined for anything else. */
function readErrorBody(text: string) {
  try {
    const { code, message, details } = JSON.parse(text)
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    return { code, message, ...(typeof details === 'object' && details !== null && { details }) }
  } catch {
    return undefined
  }
}

const unexpected = (response: Response, message: string, retryAfterSeconds?: number) =>
  newColisError({
    code: 'UNEXPECTED_RESPONSE',
    status: response.status,
    message,
    requestId: requestIdOf(response),
    retryAfterSeconds,
  })

/** Names the host and why it could not be reached, and nothing else of the address: one for a photo is a secret. */
function connectionFailed(url: string, error: unknown, language = ''): string {
  const { origin } = new URL(url)
  const cause = causeOf(error).replaceAll(url, origin)
  return /^fr\b/i.test(language)
    ? `La connexion à ${origin} a échoué : ${cause}`
    : `The connection to ${origin} failed: ${cause}`
}

/** The text of the last error in a chain of causes, which says most; its code when it has no text. */
function causeOf(error: unknown): string {
  const { cause, message, code } = Object(error)
  return cause instanceof Error ? causeOf(cause) : message || code || String(error)
}

const requestIdOf = ({ headers }: Response) => headers.get('x-request-id') ?? undefined

function readBaseUrl(text: string): string {
  const url = urlOf(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (!isPlain || url.search || url.hash)
    throw new TypeError('baseUrl must be the address of the service, such as https://sandbox.example.')
  return `${url.origin}${url.pathname}`.replace(/\/$/, '').replace(/\/api\/v1\/partner$/, '')
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

async function readKey(given: string | undefined): Promise<string> {
  const key = given ?? (await webCrypto()).randomUUID()
  return checked(key, /^[A-Za-z0-9_-]{8,100}$/, 'An idempotencyKey has 8 to 100 letters, digits, - and _.')
}

const readLanguage = (language: string) =>
  checked(language, /^[A-Za-z0-9*,;=. -]+$/, 'The language must be fr or en.')

/** A part of a path. `.` and `..` would name another operation, however they are escaped. */
const escaped = (part: string) =>
  encodeURIComponent(checked(part, /^(?!\.\.?$)[^\p{Cc}\p{Cs}]+$/u, 'This is not an identifier.'))

/** What could change the request into another one is refused before it is sent. */
function checked(text: unknown, form: RegExp, refusal: string): string {
  if (typeof text !== 'string' || !form.test(text)) throw new TypeError(refusal)
  return text
}

/** Lists are comma-separated, as the service takes them. */
function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return text && `?${text}`
}

/** Waits; rejects with the signal's reason when that is aborted. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
