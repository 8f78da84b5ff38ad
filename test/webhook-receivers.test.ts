import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { AttemptFailure } from '../src/contract/vocabulary.ts'
import { resolveByOwnServers } from '../src/domain/webhooks/endpoints/resolve-target.ts'
import { type AttemptRow, listAttempts } from '../src/domain/webhooks/sending/attempt-store.ts'
import { type RequestResult, sendRequestsWith } from '../src/domain/webhooks/sending/send-request.ts'
import { expired, selfSigned } from './support/certificates.ts'
import { openAny } from './support/databases.ts'
import { type DnsStub, startDnsStub } from './support/dns-stub.ts'
import { openService, type TestService } from './support/open-service.ts'
import {
  type Answering,
  answers,
  type Hook,
  openPartnerServer,
  type PartnerServer,
  partnerHost,
} from './support/partner-server.ts'
import { freePort } from './support/postgres-cluster.ts'
import { dispatchesOf, keyOf, type WebhookWork, webhookWork } from './support/webhook-work.ts'

/** Used in this file instead of the 10 seconds, in ms: what does respond meets it on a busy machine too. */
const deadlineMs = 4_000
/** How long a slow name takes to resolve, in ms: most of what the resolver waits for one answer. */
const slowNameMs = 1_500

/** What tests use: a partner's server, and worse servers on this machine. */
type World = {
  partner: PartnerServer
  canary: Hook
  /** A TCP server that does this with every connection. */
  raw(onConnection: (socket: Socket) => void): Promise<number>
}

type Line = {
  /** Null where no response came. */
  status?: number
  failure?: AttemptFailure
  excerpt?: string
  /** 1 by default. */
  retryInMinutes?: number
  isDelivered?: true
  /** The whole deadline was waited for. */
  isWholeDeadline?: true
}

const hook =
  (answering: Answering, host?: string) =>
  ({ partner }: World) =>
    partner.hook(answering, host).url
const named =
  (host: string) =>
  ({ partner }: World) =>
    partner.hook(answers(200), host).url
const onPort =
  (onConnection: (socket: Socket) => void) =>
  async ({ raw }: World) =>
    `https://${partnerHost}:${await raw(onConnection)}/`
const redirects = (status: number) => (world: World) =>
  world.partner.hook(answers(status, 'moved', { location: world.canary.url })).url

/** 10 MiB that travel as 10 KiB. */
const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))

const ok = { status: 200, isDelivered: true } as const
const timedOut = { failure: 'TIMEOUT', isWholeDeadline: true } as const

/** Every kind of receiver, where it is, and its line in the log. */
const receivers: [what: string, at: (world: World) => string | Promise<string>, line: Line][] = [
  // Those that took the event.
  ['200 with a short body', hook(answers(200, 'ok')), { ...ok, excerpt: 'ok' }],
  ['200 with an empty body', hook(answers(200, '')), { ...ok, excerpt: '' }],
  ['201', hook(answers(201, '{"id":1}')), { status: 201, isDelivered: true, excerpt: '{"id":1}' }],
  ['200 under a slow name', named('slow.example.com'), { ...ok, excerpt: 'ok' }],
  ['204', hook((response) => response.writeHead(204).end()), { status: 204, isDelivered: true, excerpt: '' }],
  ['299', hook(answers(299, 'odd')), { status: 299, isDelivered: true, excerpt: 'odd' }],
  [
    'HTTP/1.0 that closes the connection',
    hook((response) => response.socket?.end('HTTP/1.0 200 OK\r\n\r\nold')),
    { ...ok, excerpt: 'old' },
  ],
  [
    'a body of 3 KiB, of which 2 are kept,',
    hook(answers(200, 'x'.repeat(3072))),
    { ...ok, excerpt: 'x'.repeat(2048) },
  ],
  [
    'bytes that are not text',
    hook(raw200(Buffer.from([0x61, 0x00, 0xff, 0x62]))),
    { ...ok, excerpt: 'a��b' },
  ],
  ['an endless body', hook(endless(200)), { ...ok, excerpt: 'y'.repeat(2048) }],
  ['a gzip bomb, which is not unpacked,', hook(gzipBomb), { ...ok, excerpt: readable(bomb) }],

  // Those that responded with something else.
  ['301', redirects(301), { status: 301, failure: 'REDIRECT', excerpt: 'moved' }],
  ['302', redirects(302), { status: 302, failure: 'REDIRECT', excerpt: 'moved' }],
  ['303', redirects(303), { status: 303, failure: 'REDIRECT', excerpt: 'moved' }],
  ['307', redirects(307), { status: 307, failure: 'REDIRECT', excerpt: 'moved' }],
  ['308', redirects(308), { status: 308, failure: 'REDIRECT', excerpt: 'moved' }],
  ['400', hook(answers(400, 'no')), { status: 400, excerpt: 'no' }],
  ['404', hook(answers(404, 'nobody')), { status: 404, excerpt: 'nobody' }],
  ['410 as an ordinary failure', hook(answers(410, 'gone')), { status: 410, excerpt: 'gone' }],
  [
    '429 with a Retry-After that is honoured up to the retry after the next',
    hook(answers(429, 'slow down', { 'retry-after': '3600' })),
    { status: 429, excerpt: 'slow down', retryInMinutes: 6 },
  ],
  ['500', hook(answers(500, '<h1>Oops</h1>')), { status: 500, excerpt: '<h1>Oops</h1>' }],
  ['500 with an endless body', hook(endless(500)), { status: 500, excerpt: 'y'.repeat(2048) }],
  ['503', hook(answers(503, '')), { status: 503, excerpt: '' }],

  // Those that were too slow.
  ['no response', hook(() => {}), timedOut],
  ['200 after the deadline', hook(lateOk), timedOut],
  ['headers that drip', hook(drip('HTTP/1.1 200 OK\r\nx-drip: ')), timedOut],
  ['103 repeated again and again', hook(drip('HTTP/1.1 103 Early Hints\r\n\r\n', true)), timedOut],
  [
    'a body that drips',
    hook(drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')),
    { ...timedOut, status: 200 },
  ],
  [
    'a failure whose body drips',
    hook(drip('HTTP/1.1 500 Oops\r\ncontent-length: 100000\r\n\r\n')),
    { ...timedOut, status: 500 },
  ],
  ['a connection that does not begin TLS', onPort(() => {}), timedOut],
  ['a name server that never answers', named('silent.example.com'), timedOut],
  ['a slow name before a connection that does not begin TLS', slowName, timedOut],
  ['a slow name before no response', hook(() => {}, 'slow.example.com'), timedOut],

  // Those that broke the connection or the protocol.
  [
    'a refused connection',
    async () => `https://${partnerHost}:${await freePort()}/`,
    { failure: 'CONNECTION' },
  ],
  ['a reset before headers', reset(), { failure: 'CONNECTION' }],
  ['an end before headers', hook((response) => response.socket?.end()), { failure: 'CONNECTION' }],
  ['a reset in mid-headers', reset('HTTP/1.1 200 OK\r\nx-a: b'), { failure: 'CONNECTION' }],
  [
    'a reset in mid-body',
    reset('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf of it'),
    { status: 200, failure: 'CONNECTION' },
  ],
  [
    'an end in mid-body',
    hook((response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf of it')),
    { status: 200, failure: 'CONNECTION' },
  ],
  ['10,000 headers', hook(tenThousandHeaders), { failure: 'CONNECTION' }],
  [
    'a response that is not HTTP',
    hook((response) => response.socket?.end('220 ready for mail\r\n')),
    { failure: 'CONNECTION' },
  ],
  [
    'an upgrade that was not requested',
    hook((response) =>
      response.socket?.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ),
    { failure: 'CONNECTION' },
  ],

  // Those that cannot prove who they are.
  ['a certificate for another name', named('elsewhere.example.com'), { failure: 'TLS' }],
  ['a certificate that is not trusted', named('self-signed.example.com'), { failure: 'TLS' }],
  ['a certificate that has expired', named('expired.example.com'), { failure: 'TLS' }],
  ['plain HTTP on the port', onPort((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')), { failure: 'TLS' }],
  ['a connection that ends instead of TLS', onPort((socket) => socket.end()), { failure: 'TLS' }],

  // Those that cannot be found, or may not be called.
  ['a name that does not exist', named('nowhere.example.com'), { failure: 'DNS' }],
  ['a name server that fails', named('failing.example.com'), { failure: 'DNS' }],
  ['a name without an address', named('empty.example.com'), { failure: 'DNS' }],
  ['a name that resolves to a private address', named('inside.example.com'), { failure: 'BLOCKED_ADDRESS' }],
]

describe('receivers of every kind, over real TLS', () => {
  let service: TestService
  let dns: DnsStub
  let partner: PartnerServer
  let work: WebhookWork
  let canary: Hook
  const servers: Server[] = []
  const lines = new Map<string, { id: string; attempt: AttemptRow | undefined; rows: number }>()
  let patient: { sender: ReturnType<typeof sendRequestsWith>; results: Promise<RequestResult[]> }

  before(async () => {
    service = await openService(await openAny())
    partner = await openPartnerServer((authority) => ({
      'self-signed.example.com': selfSigned('self-signed.example.com'),
      'expired.example.com': authority.issue(['expired.example.com'], expired),
      'slow.example.com': authority.issue(['slow.example.com']),
    }))
    dns = await openNames()
    canary = partner.hook()
    const world: World = {
      partner,
      canary,
      raw: async (onConnection) => {
        const server = createServer((socket) => onConnection(socket.on('error', () => {})))
        servers.push(server.listen(0, '127.0.0.1'))
        await once(server, 'listening')
        return (server.address() as AddressInfo).port
      },
    }
    // A resolver waits less after fast responses, so each of these begins without a history.
    work = webhookWork(service, partner, {
      deadlineMs,
      resolve: (name) => resolveByOwnServers([dns.server])(name),
    })
    patient = beginWithoutOptions(world, dns)

    let shop = await service.openShop()
    for (const [index, [what, at]] of receivers.entries()) {
      if (index % 10 === 9) {
        await shop.order()
        shop = await service.openShop()
      }
      // Names that lead nowhere would be refused when saved: what counts here is where they lead later.
      const saved = await work.add(shop, partner.hook())
      await work.services.db
        .updateTable('webhook_endpoints')
        .set({ url: await at(world) })
        .where('webhook_endpoints.id', '=', saved.id)
        .execute()
      lines.set(what, { id: saved.id, attempt: undefined, rows: 0 })
    }
    await shop.order()

    await work.once()
    for (const line of lines.values()) {
      const rows = await listAttempts(work.services.db, await keyOf(work.services, line.id), { limit: 10 })
      line.attempt = rows[0]
      line.rows = rows.length
    }
  })

  after(async () => {
    await patient.results
    await patient.sender.close()
    await work.close()
    await partner.close()
    for (const server of servers) server.close()
    await dns.close()
    await service.close()
  })

  for (const [what, , line] of receivers) {
    const outcome = line.isDelivered ? 'delivered' : (line.failure ?? 'a failure')
    test(`an attempt that meets ${what} is logged as ${outcome}${line.failure && line.status ? ` with status ${line.status}` : ''}`, async () => {
      const { id, attempt, rows } = lines.get(what) ?? assert.fail()
      assert.ok(attempt)
      assert.equal(rows, 1)
      const now = service.clock.now()
      const retryAt = new Date(now.getTime() + (line.retryInMinutes ?? 1) * 60_000)
      const { duration_ms, response_excerpt, ...seen } = attempt
      const [dispatch, ...others] = await dispatchesOf(work, id)
      assert.deepEqual(seen, {
        shop_id: attempt.shop_id,
        id: attempt.id,
        endpoint_id: id,
        event_id: dispatch?.eventId,
        event_type: 'delivery.created',
        attempt: 1,
        trigger: 'SCHEDULED',
        started_at: now,
        http_status: line.status ?? null,
        failure: line.failure ?? null,
        next_attempt_at: line.isDelivered ? null : retryAt,
      })
      assert.equal(response_excerpt, line.excerpt ?? null)
      assert.deepEqual(
        { ...dispatch, others: others.length },
        {
          eventId: attempt.event_id,
          state: line.isDelivered ? 'DELIVERED' : 'PENDING',
          attempts: 1,
          trigger: 'SCHEDULED',
          dueAt: line.isDelivered ? now : retryAt,
          others: 0,
        },
      )
      if (line.isWholeDeadline) assert.ok(duration_ms >= deadlineMs - 2, `it took only ${duration_ms} ms`)
    })
  }

  test('a redirect is never followed, and nothing arrives where it leads (decision 37)', () => {
    assert.equal(canary.received.length, 0)
  })

  test('the connection of an endless response is closed', () => {
    assert.equal(endlessUnderWay, 0)
  })

  test('a partner has 10 seconds to respond by default (spec 6.5)', async () => {
    const [noAnswer] = await patient.results
    assert.ok(noAnswer)
    const { durationMs, ...result } = noAnswer
    assert.deepEqual(result, { httpStatus: null, failure: 'TIMEOUT', isSuccess: false, excerpt: null })
    assert.ok(durationMs >= 9_998, `it took ${durationMs} ms`)
  })

  test('a name server that never responds is given up before the 10 seconds have passed', async () => {
    const { 1: silentName } = await patient.results
    assert.ok(silentName)
    const { durationMs: _, ...result } = silentName
    assert.deepEqual(result, { httpStatus: null, failure: 'DNS', isSuccess: false, excerpt: null })
  })
})

describe('endless responses outside the body', () => {
  const chunked = 'transfer-encoding: chunked\r\n\r\n'
  const link = `link: </${'x'.repeat(1_000)}>\r\n`
  const floods: [what: string, beginning: string, piece: string, result: Partial<RequestResult>][] = [
    ['early hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', { failure: 'CONNECTION' }],
    ['early hints with links', '', `HTTP/1.1 103 Early Hints\r\n${link}\r\n`, { failure: 'CONNECTION' }],
    [
      'bytes in a chunk extension of a 200, which is a success,',
      `HTTP/1.1 200 OK\r\n${chunked}2\r\nok\r\n2;`,
      'x',
      { httpStatus: 200, isSuccess: true, excerpt: 'ok' },
    ],
    [
      'chunks of a 500 that are all extension except for a byte',
      `HTTP/1.1 500 Oops\r\n${chunked}`,
      `1;${'x'.repeat(200_000)}\r\ny\r\n`,
      { httpStatus: 500, excerpt: '' },
    ],
  ]
  for (const [what, beginning, piece, result] of floods) {
    test(`an endless series of ${what} is cut off long before the deadline`, async (t) => {
      const partner = await openPartnerServer()
      const sender = sendRequestsWith({
        rules: { allowedRanges: ['127.0.0.0/8'], allowInsecure: false },
        resolve: async () => ['127.0.0.1'],
        ca: partner.authority.ca,
      })
      t.after(async () => {
        await sender.close()
        await partner.close()
      })
      const hook = partner.hook(answers(200))
      const healthy = { httpStatus: 200, failure: null, isSuccess: true, excerpt: 'ok' }
      // The first response of a connection, and one that comes after others.
      for (const before of [0, 3]) {
        hook.answering = answers(200)
        for (let times = 0; times < before; times += 1)
          assert.partialDeepStrictEqual(await sender.send(hook.url, {}, '{}'), healthy)
        hook.answering = flood(beginning, piece)

        const { durationMs: _, ...seen } = await sender.send(hook.url, {}, '{}')

        const none = { httpStatus: null, failure: null, isSuccess: false, excerpt: null }
        assert.deepEqual(seen, { ...none, ...result })
      }
    })
  }

  test('a connection that carried much data over many responses stays open', async (t) => {
    const partner = await openPartnerServer()
    const sender = sendRequestsWith({
      rules: { allowedRanges: ['127.0.0.0/8'], allowInsecure: false },
      resolve: async () => ['127.0.0.1'],
      ca: partner.authority.ca,
    })
    t.after(async () => {
      await sender.close()
      await partner.close()
    })
    const ports = new Set<number | undefined>()
    const hook = partner.hook((response) => {
      ports.add(response.socket?.remotePort)
      response.end('z'.repeat(15_000))
    })
    for (let times = 0; times < 40; times += 1)
      assert.equal((await sender.send(hook.url, {}, '{}')).isSuccess, true)
    // The next request may begin before the connection of the last one is free.
    assert.ok(ports.size <= 2, `${ports.size} connections`)
  })
})

async function openNames(): Promise<DnsStub> {
  const dns = await startDnsStub()
  const here = { A: ['127.0.0.1'] }
  for (const name of ['hooks', 'elsewhere', 'self-signed', 'expired']) dns.says(`${name}.example.com`, here)
  dns.says('slow.example.com', { ...here, delayMs: slowNameMs })
  dns.says('silent.example.com', 'SILENCE')
  dns.says('nowhere.example.com', 'NXDOMAIN')
  dns.says('failing.example.com', 'SERVFAIL')
  dns.says('empty.example.com', {})
  dns.says('inside.example.com', { A: ['93.184.215.14', '10.0.0.1'] })
  return dns
}

/** Two requests of a sender as the service makes it, so that tests of a fraction of a second need not wait. */
function beginWithoutOptions({ partner }: World, dns: DnsStub) {
  const sender = sendRequestsWith({
    rules: { allowedRanges: ['127.0.0.0/8'], allowInsecure: false },
    resolve: resolveByOwnServers([dns.server]),
    ca: partner.authority.ca,
  })
  const urls = [partner.hook(() => {}).url, partner.hook(answers(200), 'silent.example.com').url]
  return { sender, results: Promise.all(urls.map((url) => sender.send(url, {}, '{}'))) }
}

function raw200(body: Buffer): Answering {
  return (response) => response.writeHead(200, { 'content-length': body.length }).end(body)
}

let endlessUnderWay = 0

function endless(status: number): Answering {
  return (response) => {
    endlessUnderWay += 1
    response.once('close', () => {
      endlessUnderWay -= 1
    })
    const chunk = 'y'.repeat(64 * 1024)
    const goOn = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', goOn)
    }
    response.writeHead(status)
    goOn()
  }
}

/** Sends the beginning, then one piece again and again as fast as it is read. */
function flood(beginning: string, piece: string): Answering {
  const pieces = piece.repeat(Math.ceil((64 * 1024) / piece.length))
  return ({ socket }) => {
    const goOn = () => {
      while (socket && !socket.destroyed && socket.write(pieces));
    }
    socket?.on('drain', goOn)
    socket?.write(beginning)
    goOn()
  }
}

function gzipBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb)
}

function readable(bytes: Buffer): string {
  return bytes.subarray(0, 2048).toString('utf8').replaceAll('\u0000', '\ufffd')
}

function lateOk(response: ServerResponse): void {
  const late = setTimeout(() => response.end('late'), deadlineMs + 100)
  response.once('close', () => clearTimeout(late))
}

/** Sends the beginning, then a byte (or the beginning again) every 20 ms. */
function drip(beginning: string, isRepeated = false): Answering {
  return ({ socket }) => {
    socket?.write(beginning)
    const dripping = setInterval(() => socket?.write(isRepeated ? beginning : 'z'), 20)
    socket?.once('close', () => clearInterval(dripping))
  }
}

function tenThousandHeaders({ socket }: ServerResponse): void {
  const headers = Array.from({ length: 10_000 }, (_, n) => `x-header-${n}: value`)
  socket?.end(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`)
}

/** Disconnects after a part of the response. */
function reset(said = '') {
  return ({ partner }: World) =>
    partner.hook((response) => {
      if (said === '') partner.reset(response)
      else response.socket?.write(said, () => partner.reset(response))
    }).url
}

async function slowName({ raw }: World): Promise<string> {
  return `https://slow.example.com:${await raw(() => {})}/`
}
