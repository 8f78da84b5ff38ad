import { setTimeout as pause } from 'node:timers/promises'
import { partnerPath } from '../../src/contract/vocabulary.ts'
import { plainOrder } from '../../test/support/open-service.ts'

/** What clients saw of one request: a status, or why there was none. */
export type Seen = { idempotencyKey: string; at: number; tookMs: number; outcome: string }

/** What the service said that it did: an order or a cancellation, and between which moments it was asked and answered. */
export type Acknowledged = {
  kind: 'order' | 'cancellation'
  idempotencyKey: string
  deliveryId: string
  askedAt: Date
  answeredAt: Date
}

/** Where a request goes: an address, or what a load balancer chooses. */
export type Address = string | (() => string)

const clients = 6
const pauseMs = 200
/** Every fourth order is cancelled. */
const cancelEvery = 4

export type TrialClients = ReturnType<typeof trialClients>

/** Clients that order and cancel a few times a second, each under one key until it is acknowledged. */
export function trialClients(apiKey: string) {
  const seen: Seen[] = []
  const acknowledged: Acknowledged[] = []
  const refused: string[] = []
  let [tried, orders, isOrdering, isGivenUp] = [0, 0, false, false]
  let address: Address = ''
  let ordering: Promise<unknown> = Promise.resolve()

  async function orderOnAndOn(): Promise<void> {
    while (isOrdering) {
      const number = ++orders
      const id = await untilTaken('order', `trial-order-${number}`, '/deliveries', plainOrder)
      await pause(pauseMs)
      if (id === undefined || number % cancelEvery !== 0) continue
      const reason = { reason: 'Plus en stock' }
      await untilTaken('cancellation', `trial-cancel-${number}`, `/deliveries/${id}/cancel`, reason, id)
      await pause(pauseMs)
    }
  }

  /** Asks until it is acknowledged, or refused for good; returns the delivery. */
  async function untilTaken(
    kind: Acknowledged['kind'],
    idempotencyKey: string,
    path: string,
    body: object,
    ofDelivery?: string,
  ): Promise<string | undefined> {
    tried += 1
    const askedAt = new Date()
    while (!isGivenUp) {
      const at = performance.now()
      const { outcome, id, refusal } = await askOnce(path, body, idempotencyKey)
      seen.push({ idempotencyKey, at, tookMs: performance.now() - at, outcome })
      const deliveryId = id && (ofDelivery ?? id)
      if (deliveryId) {
        acknowledged.push({ kind, idempotencyKey, deliveryId, askedAt, answeredAt: new Date() })
        return deliveryId
      }
      if (refusal) {
        refused.push(`${kind} ${idempotencyKey} ${ofDelivery ?? ''}: ${refusal}`)
        return undefined
      }
      await pause(pauseMs)
    }
    return undefined
  }

  async function askOnce(path: string, body: object, idempotencyKey: string): Promise<Answer> {
    const response = await post(path, body, { 'idempotency-key': idempotencyKey })
    if (typeof response === 'string') return { outcome: response }
    const answer = (await response.json().catch(() => undefined)) as { id: string } | undefined
    if (answer === undefined) return { outcome: brokenConnection }
    if (response.ok) return { outcome: String(response.status), id: answer.id }
    const outcome = outcomeOf(response)
    const isFinal = response.status < 500 && response.status !== 429
    return isFinal ? { outcome, refusal: `${outcome} ${JSON.stringify(answer)}` } : { outcome }
  }

  /** The answer to a request, or why there is none. */
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  function send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response | string> {
    return fetch(`${typeof address === 'string' ? address : address()}${partnerPath}${path}`, {
      ...init,
      signal: AbortSignal.timeout(15_000),
      headers: {
        authorization: `Bearer ${apiKey}`,
        'accept-language': 'fr-FR, en;q=0.8',
        ...(headers as Record<string, string>),
      },
    }).catch((error: Error) => (error.name === 'TimeoutError' ? 'no answer in 15 s' : brokenConnection))
  }

  /** What a GET returns, asked for until it is a success. */
  async function read<T>(path: string): Promise<T> {
    for (let time = 0; time < 300; time += 1) {
      const response = await send(path)
      if (typeof response !== 'string' && response.ok) return (await response.json()) as T
      await pause(pauseMs)
    }
    throw new Error(`GET ${path} did not succeed within 300 times.`)
  }

  return {
    seen,
    acknowledged,
    refused,
    tried: () => tried,
    post,
    send,
    /** One order; returns the delivery. */
    orderOnce: async (): Promise<string> => {
      const { id, outcome } = await askOnce('/deliveries', plainOrder, `trial-one-${crypto.randomUUID()}`)
      if (id === undefined) throw new Error(`An order was answered ${outcome}.`)
      return id
    },
    read,
    /** They order at this address from now on. */
    orderAt: (at: Address) => {
      address = at
      if (isOrdering || isGivenUp) return
      isOrdering = true
      ordering = Promise.all(Array.from({ length: clients }, orderOnAndOn))
    },
    /** What is asked from now on goes to this address. */
    moveTo: (at: Address) => {
      address = at
    },
    /** Resolves once what was begun is acknowledged. */
    stop: async () => {
      isOrdering = false
      await ordering
    },
    /** Stops at once, whatever is not acknowledged. */
    giveUp: () => {
      isOrdering = false
      isGivenUp = true
    },
  }
}

type Answer = { outcome: string; id?: string; refusal?: string }

const brokenConnection = 'connection refused or broken'

/** A refusal, and what it lacks of what is promised. */
function outcomeOf({ status, headers }: Response): string {
  const lacks = [
    ...(status < 500 || headers.has('retry-after') ? [] : ['without Retry-After']),
    ...(headers.get('content-language') === 'fr' ? [] : ['not in French']),
  ]
  return [status, ...lacks].join(' ')
}
