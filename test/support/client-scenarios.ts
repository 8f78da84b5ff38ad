import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import signatures from '../../vectors/webhook-signatures.json' with { type: 'json' }

/** A scenario of `vectors/clients` (its README says what each member means). */
type Scenario = {
  what: string
  client?: { apiKey?: string; baseUrl?: string; now?: string; chance?: number }
  call: { operation: string; input?: object }
  exchanges: Exchange[]
  waitsMs?: number[]
  result?: unknown
  resultHas?: object
  error?: Record<string, unknown>
}
type Exchange = {
  request?: ExpectedRequest
  sameAs?: number
  at?: 'other'
  answer?: { status: number; headers?: Record<string, string>; body?: unknown; text?: string }
  fault?: 'closed' | 'silent' | 'slow' | 'cut'
}
type ExpectedRequest = {
  method: string
  path: string
  query?: Record<string, string>
  headers?: Record<string, string | null | { pattern: string }>
  body?: unknown
  bodyHas?: string
  base64?: string
}

/** What a client did in a scenario, as its runner prints it. */
export type Outcome = { waitsMs: number[]; result?: unknown; error?: Record<string, unknown> }

/** A request as it arrived; `path` is after the prefix of its scenario. */
type Request = {
  at: 'service' | 'other'
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

const apiKey = 'colis_live_0123456789abcdefghijABCDEFGHIJ0123456789'

/** Every scenario, and every signature of a webhook as one without requests. */
export const scenarios: Scenario[] = [
  ...['operations', 'retries', 'errors', 'pages', 'values'].flatMap((file): Scenario[] =>
    JSON.parse(readFileSync(`vectors/clients/${file}.json`, 'utf8')),
  ),
  ...signatures.cases.map(({ what, refusal, secret = signatures.secret, ...request }) => ({
    what: `a webhook ${what} is ${refusal ? `refused: ${refusal}` : 'accepted'} (spec 6.4)`,
    call: { operation: 'verifyWebhook', input: { ...request, secret } },
    exchanges: [],
    ...(refusal === null && { result: JSON.parse(request.body) }),
    ...(refusal !== null && { error: refusalOf(refusal) }),
  })),
]

/** A receiver without a secret cannot work, which is no fault of the request. */
function refusalOf(refusal: string): Record<string, unknown> {
  return refusal === 'SECRET_MISSING' ? { kind: 'argument' } : { kind: 'refused', code: refusal }
}

export type ScriptedService = {
  /** What a runner reads: the client's settings and the call of each scenario. */
  inputs: object[]
  /** Throws unless a scenario happened as it is written. */
  assertHappened(which: number, outcome: Outcome | undefined): void
  close(): Promise<void>
}

/** The service as the scenarios play it, and another host: each scenario has an address of its own on both. */
export async function openScriptedService(): Promise<ScriptedService> {
  const received = scenarios.map((): Request[] => [])
  const service = await listen('service')
  const other = await listen('other')
  const addressOf = (which: number, text: string) =>
    text.replaceAll('{base}', `${service.url}/${which}`).replaceAll('{other}', `${other.url}/${which}`)

  async function listen(at: Request['at']): Promise<{ url: string; server: Server }> {
    const server = createServer(async (request, response) => {
      const [, which = '', url = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = '', headers } = request
      const requests = received[Number(which)] ?? []
      const exchange = scenarios[Number(which)]?.exchanges[requests.length]
      requests.push({ at, method, url, headers, body: Buffer.concat(chunks) })
      await respond(response, exchange, (text) => addressOf(Number(which), text))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
  }

  return {
    inputs: scenarios.map(({ client, call }, which) => ({
      now: Date.parse(client?.now ?? '2026-11-21T10:00:00.000Z'),
      chance: client?.chance ?? 0.5,
      client: {
        apiKey,
        ...client,
        baseUrl: addressOf(which, client?.baseUrl ?? '{base}'),
      },
      call,
    })),
    assertHappened: (which, outcome) => {
      const scenario = scenarios[which]
      assert.ok(scenario && outcome, 'the runner printed no outcome')
      assertRequests(scenario, received[which] ?? [])
      assertOutcome(scenario, outcome, (text) => addressOf(which, text))
    },
    close: async () => {
      for (const { server } of [service, other]) {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      }
    },
  }
}

async function respond(
  response: ServerResponse,
  exchange: Exchange | undefined,
  fill: (text: string) => string,
): Promise<void> {
  const { answer, fault } = exchange ?? { answer: { status: 599, text: 'Nothing more was expected.' } }
  if (fault === 'closed') return void response.socket?.destroy()
  if (fault === 'silent') return
  if (fault === 'cut') {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":')
    return void setImmediate(() => response.socket?.end())
  }
  if (fault === 'slow') {
    response.writeHead(200)
    for (let sent = 0; sent < 50 && !response.destroyed; sent += 1) {
      response.write(' ')
      await wait(50)
    }
    return void response.end()
  }
  const { status = 500, headers = {}, body, text } = answer ?? {}
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)])
  response
    .writeHead(status, {
      // A runtime may send again by itself what fails on a connection that it used before.
      connection: 'close',
      ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      ...Object.fromEntries(filled),
    })
    .end(fill(text ?? JSON.stringify(body)))
}

function assertRequests({ exchanges }: Scenario, requests: Request[]): void {
  const seen = requests.map(({ at, method, url }) => `${at} ${method} ${url}`)
  assert.equal(requests.length, exchanges.length, `the requests were ${JSON.stringify(seen)}`)
  for (const [which, { request, sameAs, at = 'service' }] of exchanges.entries()) {
    const [sent, first] = [requests[which], requests[sameAs ?? which]]
    assert.ok(sent && first)
    assert.equal(sent.at, at)
    assert.deepEqual(repeatedOf(sent), repeatedOf(first))
    if (request) assertRequest(sent, request)
  }
}

/** What must not change from one attempt to the next. */
const repeatedOf = ({ method, url, headers, body }: Request) => [
  method,
  url,
  headers['idempotency-key'],
  body.toString('base64'),
]

function assertRequest({ at, method, url, headers, body }: Request, expected: ExpectedRequest): void {
  const { pathname, searchParams } = new URL(url, 'http://service')
  const prefix = at === 'service' ? '/api/v1/partner' : ''
  assert.equal(method, expected.method)
  assert.deepEqual(partsOf(pathname), partsOf(prefix + expected.path))
  assert.deepEqual(Object.fromEntries(searchParams), expected.query ?? {})
  if (expected.base64 !== undefined) assert.equal(body.toString('base64'), expected.base64)
  else if (expected.bodyHas !== undefined) assert.ok(body.includes(expected.bodyHas), body.toString())
  else if (expected.body === undefined) assert.equal(body.length, 0)
  else assert.deepEqual(JSON.parse(body.toString('utf8')), expected.body)

  const usual = {
    ...(at === 'service' && { authorization: `Bearer ${apiKey}` }),
    ...(at === 'service' && { 'user-agent': { pattern: '^colis-sdk-[a-z]+/\\d+\\.\\d+\\.\\d+' } }),
    ...(expected.body !== undefined && { 'content-type': { pattern: '^application/json\\b' } }),
    'x-injected': null,
  }
  for (const [name, value] of Object.entries({ ...usual, ...expected.headers })) {
    const sent = headers[name] as string | undefined
    if (value === null) assert.equal(sent, undefined, name)
    else if (typeof value === 'string') assert.equal(sent, value, name)
    else assert.match(sent ?? '', new RegExp(value.pattern), name)
  }
}

/** Clients escape in their own ways what need not be escaped. */
const partsOf = (path: string) => path.split('/').map(decodeURIComponent)

function assertOutcome(scenario: Scenario, outcome: Outcome, fill: (text: string) => string): void {
  const { waitsMs = [], error, resultHas, exchanges } = scenario
  const last = exchanges.at(-1)?.answer?.body ?? null
  const result = 'result' in scenario ? scenario.result : last
  assert.deepEqual(outcome.waitsMs, waitsMs)
  if (error) assertError(outcome, error)
  else if (resultHas) assert.partialDeepStrictEqual(outcome.result ?? outcome, resultHas)
  else assert.deepEqual(outcome.error ?? outcome.result, JSON.parse(fill(JSON.stringify(result))))
}

function assertError({ error, ...rest }: Outcome, { message, ...expected }: Record<string, unknown>): void {
  assert.partialDeepStrictEqual(error ?? rest, expected)
  if (typeof message === 'string') assert.equal(error?.message, message)
  else if (message) assert.match(String(error?.message), new RegExp((message as { pattern: string }).pattern))
}
