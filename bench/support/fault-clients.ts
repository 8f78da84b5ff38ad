import { setTimeout as pause } from 'node:timers/promises'
import { partnerPath } from '../../src/contract/vocabulary.ts'
import { plainOrder } from '../../test/support/open-service.ts'

/** What the clients of a scene saw of one request: a status, or why there was none. */
type Seen = { at: number; tookMs: number; outcome: string }

const clients = 6
const pauseMs = 200

/** Clients that order a few times a second, each order under one key until it is acknowledged. */
export function faultClients(apiKey: string) {
  const seen: Seen[] = []
  const acknowledged = new Set<string>()
  let [tried, isOrdering, isGivenUp, serving] = [0, true, false, '']
  let ordering: Promise<unknown> = Promise.resolve()

  async function orderOnAndOn(): Promise<void> {
    while (isOrdering) {
      await orderUntilTaken(`fault-order-${++tried}`)
      await pause(pauseMs)
    }
  }

  async function orderUntilTaken(idempotencyKey: string): Promise<void> {
    for (let time = 0; time < 1_000 && !isGivenUp; time += 1) {
      const at = performance.now()
      const { outcome, id } = await orderOnce(idempotencyKey)
      seen.push({ at, tookMs: performance.now() - at, outcome })
      if (id !== undefined) return void acknowledged.add(id)
      await pause(pauseMs)
    }
  }

  async function orderOnce(idempotencyKey: string): Promise<{ outcome: string; id?: string }> {
    const response = await post('/deliveries', plainOrder, { 'idempotency-key': idempotencyKey })
    if (typeof response === 'string') return { outcome: response }
    const body = (await response.json().catch(() => undefined)) as { id: string } | undefined
    if (body === undefined) return { outcome: brokenConnection }
    if (response.status === 400) throw new Error(`The order is wrong: ${JSON.stringify(body)}`)
    return response.status === 201 ? { outcome: '201', id: body.id } : { outcome: outcomeOf(response) }
  }

  /** The answer to a request, or why there is none. */
  function post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Response | string> {
    return fetch(`${serving}${partnerPath}${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(15_000),
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'accept-language': 'fr-FR, en;q=0.8',
        ...headers,
      },
      body: JSON.stringify(body),
    }).catch((error: Error) => (error.name === 'TimeoutError' ? 'no answer in 15 s' : brokenConnection))
  }

  return {
    seen,
    acknowledged,
    tried: () => tried,
    post,
    /** They order at this address from now on. */
    orderAt: (url: string) => {
      const isFirst = serving === ''
      serving = url
      if (isFirst) ordering = Promise.all(Array.from({ length: clients }, orderOnAndOn))
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

const brokenConnection = 'connection refused or broken'

/** A refusal, and what it lacks of what is promised. */
function outcomeOf({ status, headers }: Response): string {
  const lacks = [
    ...(headers.has('retry-after') ? [] : ['without Retry-After']),
    ...(headers.get('content-language') === 'fr' ? [] : ['not in French']),
  ]
  return [status, ...lacks].join(' ')
}
