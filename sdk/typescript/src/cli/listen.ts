import { setTimeout as wait } from 'node:timers/promises'
import { CommandRefused } from './command-refused.ts'
import { eventStream, type StreamEvent } from './event-stream.ts'
import { newSigningSecret, signedHeaders, webhookUserAgent } from './sign-event.ts'

export type ListenOptions = {
  key: string
  /** The address of the sandbox. */
  url: string
  /** A local server to which each event is forwarded, signed like a webhook. */
  forwardTo?: string
  secret?: string
}

type ListenDeps = { print(line: string): void; signal: AbortSignal }

/** How long to wait for a response of the local server, and before the next try to connect, in ms. */
const forwardTimeoutMs = 10_000
const reconnectMs = 1_000

/** Where a broken connection continues, and what was reported about it. */
type Place = { lastId: string | undefined; printedReason: string | undefined }

/**
 * Prints each event of the key's shop as it happens and forwards it to a local server, until `signal`.
 * Reconnects when the connection breaks or the sandbox is unavailable for a moment, and misses nothing
 * meanwhile. Throws CommandRefused when the key is refused.
 */
export async function listen(options: ListenOptions, { print, signal }: ListenDeps): Promise<void> {
  const secret = options.secret ?? newSigningSecret()
  const place: Place = { lastId: undefined, printedReason: undefined }
  if (options.forwardTo) print(`Requests to ${options.forwardTo} are signed with ${secret}`)
  while (!signal.aborted) {
    await follow(options, place, secret, { print, signal }).catch((error: unknown) => {
      if (error instanceof CommandRefused) throw error
      const why = `The connection broke: ${options.url} ${reasonOf(error)}. Connecting again every second.`
      if (!signal.aborted && why !== place.printedReason) print(why)
      place.printedReason = why
    })
    await wait(reconnectMs, undefined, { signal }).catch(() => {})
  }
}

/**
 * Reads the stream and hands over one event after the other. Meanwhile nothing more is read, and the sandbox
 * sends no more than is read, so no more than one piece of the stream waits here.
 */
async function follow(
  options: ListenOptions,
  place: Place,
  secret: string,
  { print, signal }: ListenDeps,
): Promise<void> {
  const response = await fetch(`${options.url}/api/v1/partner/sandbox/events`, {
    headers: {
      authorization: `Bearer ${options.key}`,
      'accept-language': 'en',
      ...(place.lastId && { 'last-event-id': place.lastId }),
    },
    signal,
  })
  if (passes(response)) throw new PassingRefusal(`answered ${response.status}`)
  if (!response.ok || !response.body) throw new CommandRefused(await refusalOf(response))
  const stream = eventStream()
  for await (const text of response.body.pipeThrough(new TextDecoderStream()))
    for (const message of stream.feed(text)) await take(message)

  async function take({ id, event: type, data: body }: StreamEvent): Promise<void> {
    place.lastId = id
    if (type === 'listening') {
      place.printedReason = undefined
      print('Listening. Ctrl-C stops.')
    } else if (!signal.aborted) {
      await hand({ id: eventIdOf(body), type, body }, options.forwardTo, secret, { print, signal })
    }
  }
}

/** The identifier of an event, which its webhooks carry in Svc-Event-Id. */
const eventIdOf = (body: string): string => (JSON.parse(body) as { id: string }).id

/** A temporary refusal of the sandbox; the message says what it was. */
class PassingRefusal extends Error {}

/** Why no events arrive, worded to follow the address: its response, or that there is none. */
function reasonOf(error: unknown): string {
  if (error instanceof PassingRefusal) return error.message
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  const why = cause?.code ?? cause?.message
  return `does not answer${why ? ` (${why})` : ''}`
}

/** Whether a refusal is temporary: too many requests, or an unavailable service. */
const passes = ({ status }: Response) => status === 429 || status >= 500

async function refusalOf(response: Response): Promise<string> {
  if (response.status === 404) return 'There is no stream of events here: colis listen works with a sandbox.'
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  return message ?? `The sandbox answered ${response.status}.`
}

async function hand(
  event: { id: string; type: string; body: string },
  forwardTo: string | undefined,
  secret: string,
  { print, signal }: ListenDeps,
): Promise<void> {
  if (!forwardTo) return print(`${event.type}  ${event.body}`)
  const headers = signedHeaders(event, [secret], Math.floor(Date.now() / 1000))
  const late = endAfter(forwardTimeoutMs, signal)
  const outcome = await fetch(forwardTo, {
    method: 'POST',
    headers: { 'user-agent': webhookUserAgent, ...headers },
    body: event.body,
    redirect: 'manual',
    signal: late.signal,
  })
    .then(async (response) => {
      await response.body?.cancel().catch(() => {})
      return String(response.status)
    })
    .catch(() => 'no answer')
    .finally(late.forget)
  if (!signal.aborted) print(`${event.type}  ${event.id}  ${outcome}`)
}

/** A signal that is aborted with another, or after a time; Node.js 18 knows no `AbortSignal.any`. */
function endAfter(ms: number, other: AbortSignal): { signal: AbortSignal; forget(): void } {
  const end = new AbortController()
  const abort = () => end.abort()
  const timer = setTimeout(abort, ms)
  other.addEventListener('abort', abort)
  if (other.aborted) abort()
  const forget = () => {
    clearTimeout(timer)
    other.removeEventListener('abort', abort)
  }
  return { signal: end.signal, forget }
}
