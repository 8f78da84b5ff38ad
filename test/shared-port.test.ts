import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type ColisProcess, runColis, startColis } from './support/colis-process.ts'
import { createServerDatabase, isWholeSuite, onServer } from './support/databases.ts'
import { plainOrder } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { hangsAfterMs, until } from './support/until.ts'
import { openPublisher, openShop, sharedSettings, startWitness } from './support/witness.ts'

const main = ['src/main.ts']
const path = '/api/v1/partner/deliveries'
const endpoints = '/api/v1/partner/webhook-endpoints'

/** `colis serve` by several processes on one port (decision 393), as an operator starts it. */
onServer(() => {
  test('a first start on an empty database makes it ready once, and says once that it is', async (t) => {
    const { settings } = openFolder(t, await createServerDatabase('empty'))
    const colis = await start(t, { ...settings, PROCESSES: '3' })

    assert.equal(childrenOf(colis).length, 3)
    assert.equal(colis.stdout().match(/^ {2}API key .*$/gm)?.length, 1)
    assert.equal(colis.stdout().match(/ ready on /g)?.length, 1)
    assert.ok(colis.stdout().endsWith(`\nColis sandbox ready on ${colis.url}\n`), colis.stdout())
    assert.equal(colis.stderr(), '')
  })

  test('each serves the port, and whichever is asked for metrics tells of all', async (t) => {
    const scene = await openScene(t)
    const metricsPort = await freePort()
    const colis = await scene.start({ PROCESSES: '3', METRICS_PORT: String(metricsPort) })
    await eachAlone(colis, async () => assert.equal(await scene.askOnce('/health/ready'), 200))

    const metrics = `http://127.0.0.1:${metricsPort}/metrics`
    for (let time = 0; time < 4; time += 1) {
      const text = await (await fetch(metrics, { headers: { connection: 'close' } })).text()
      const answered = [
        ...text.matchAll(/^colis_http_requests_total\{.*route="\/health\/ready".*process="(\d)"\} (\d+)$/gm),
      ]
      assert.deepEqual(answered.map(([, process]) => process).sort(), ['1', '2', '3'], text)
      assert.equal(
        answered.reduce((sum, [, , count]) => sum + Number(count), 0),
        3,
      )
      assert.equal(text.match(/^# TYPE colis_http_requests_total counter$/gm)?.length, 1)
      // One of them has the background work, and tells of the whole service.
      assert.deepEqual(
        [...text.matchAll(/^colis_figures_read\{process="\d"\} (\d)$/gm)].map(([, value]) => value).sort(),
        ['0', '0', '1'],
      )
      assert.equal(text.match(/^colis_database_writable 1$/gm)?.length, 1)
    }
  })

  test('limits are counted by all of them together', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2', SHOP_CHANGES_PER_MINUTE: '3' })
    const statuses: number[] = []
    await eachAlone(colis, async () => {
      for (let time = 0; time < 2; time += 1)
        statuses.push(await scene.askOnce(endpoints, { url: `${scene.hook}/${statuses.length}` }))
    })

    assert.deepEqual(statuses, [201, 201, 201, 429])
  })

  test('one SIGTERM ends all of them, and every request under way is finished', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '3' })
    const children = childrenOf(colis)
    const calls = await scene.beginOrders(9)

    colis.child.kill('SIGTERM')
    await until(() => isRefused(colis), 'the service to listen no more')
    const statuses = await Promise.all(calls.map(({ finish }) => finish()))

    assert.deepEqual(statuses, Array(9).fill('HTTP/1.1 201 Created'))
    assert.equal(await colis.ended, 0)
    assert.deepEqual(children.filter(lives), [])
  })

  test('a signal to each of them, as a terminal gives it, ends them no sooner', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2' })
    const children = childrenOf(colis)
    const calls = await scene.beginOrders(4)

    for (const pid of [...children, colis.child.pid as number]) process.kill(pid, 'SIGINT')
    await until(() => isRefused(colis), 'the service to listen no more')
    const statuses = await Promise.all(calls.map(({ finish }) => finish()))

    assert.deepEqual(statuses, Array(4).fill('HTTP/1.1 201 Created'))
    assert.equal(await colis.ended, 0)
    assert.deepEqual(children.filter(lives), [])
  })

  test('each that is killed is replaced, others go on meanwhile, and no event is lost or sent unsigned', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2' })
    const ids: string[] = []

    // Whichever has the background work is among them.
    for (const pid of childrenOf(colis)) {
      const others = childrenOf(colis).filter((other) => other !== pid)
      process.kill(pid, 'SIGKILL')
      await until(() => !lives(pid), 'a process to end')
      for (let order = 0; order < 5; order += 1) ids.push(await scene.order())
      const served = ids.length / 5
      const anew = /"msg":"a process serves in place of one that ended"/g
      await until(() => colis.stdout().match(anew)?.length === served, 'another process to serve')
      assert.equal(childrenOf(colis).length, 2)
      assert.ok(others.every(lives))
    }

    assert.equal(new Set(ids).size, 10)
    await until(() => scene.eventsSeen().length >= 10, 'the events to arrive')
    assert.deepEqual(scene.eventsSeen(), await scene.eventsOf(ids))
    colis.child.kill('SIGTERM')
    assert.equal(await colis.ended, 0)
  })

  test('when the one that holds the port is killed, the others end by themselves', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2' })
    const children = childrenOf(colis)

    colis.child.kill('SIGKILL')

    await until(() => !children.some(lives), 'both to end')
    await until(() => isRefused(colis), 'the port to be free')
  })

  test('one that stands still is ended and replaced', {
    skip: !isWholeSuite && 'in the whole suite',
  }, async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2' })
    const [still] = childrenOf(colis) as [number, number]

    process.kill(still, 'SIGSTOP')
    t.after(() => lives(still) && process.kill(still, 'SIGKILL'))

    await until(() => !lives(still), 'the one that stands still to end')
    await until(() => childrenOf(colis).length === 2, 'another process')
    assert.match(colis.stdout(), /"msg":"a process that serves responds no more, and is ended"/)
  })

  test('when none of them can be started any more, the service ends with exit code 1', async (t) => {
    const scene = await openScene(t)
    const colis = await scene.start({ PROCESSES: '2' })
    await refuseConnections(scene.settings.DATABASE_URL as string)

    for (const pid of childrenOf(colis)) process.kill(pid, 'SIGKILL')

    assert.equal(await colis.ended, 1)
    assert.match(colis.stderr(), /not currently accepting connections/)
    assert.match(colis.stdout(), /"msg":"no process serves, and none can be started: the service ends"/)
  })

  test('a start that fails says why once, and ends with exit code 1', async (t) => {
    const { settings } = openFolder(t, 'postgres://127.0.0.1:1/none')
    const { code, stdout, stderr } = await runColis({ ...settings, PROCESSES: '3' }, main)
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(stderr.match(/\n/g)?.length, 1, stderr)
    assert.match(stderr, /127\.0\.0\.1:1/)
  })

  test('a port that is taken is refused before any process is started', async (t) => {
    const scene = await openScene(t)
    const { url } = await scene.start({ PROCESSES: '2' })
    const port = new URL(url).port
    assert.deepEqual(await runColis({ ...scene.settings, PROCESSES: '2', PORT: port }, main), {
      code: 1,
      stdout: '',
      stderr: `Another process listens on 127.0.0.1:${port} already: stop it, or set another PORT.\n`,
    })
  })
})

test('the embedded database refuses more than one process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: `file:${folder}` }
  const refused = {
    code: 1,
    stdout: '',
    stderr:
      'The embedded database belongs to one process: set PROCESSES to 1, or DATABASE_URL to a PostgreSQL server.\n',
  }
  assert.deepEqual(await runColis({ ...env, PROCESSES: '2' }, main), refused)
  assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'serve', '--processes', '2']), refused)
})

test('a number of processes that is none is refused', async () => {
  const { code, stderr } = await runColis({}, ['src/cli/colis.ts', 'serve', '--processes', 'all'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^error: option '--processes <n>' argument 'all' is invalid\. It must be auto or a whole/,
  )
})

function openFolder(t: TestContext, databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return { settings: sharedSettings(databaseUrl, folder) }
}

async function start(t: TestContext, env: Record<string, string>): Promise<ColisProcess> {
  const colis = await startColis(env)
  t.after(async () => {
    colis.child.kill('SIGKILL')
    await colis.ended
  })
  await colis.ready
  return colis
}

/** A shop, a receiver, and one service. */
async function openScene(t: TestContext) {
  const { settings } = openFolder(t, await createServerDatabase())
  const publisher = await openPublisher(settings)
  const { db, webhooks } = publisher.services
  const witness = await startWitness()
  const { shopId } = await openShop(publisher.services)
  const scopes = ['deliveries:write', 'webhooks:read', 'webhooks:write'] as const
  const { key } = await createApiKey(publisher.services, { shopId, scopes: [...scopes], label: null })
  const endpoint = { shopId, url: witness.url('/hook'), eventTypes: null, description: null }
  witness.trust('/hook', (await addEndpoint(webhooks, endpoint)).secret)
  t.after(async () => {
    await witness.close()
    await publisher.close()
  })
  let url = ''
  let orders = 0

  async function answerTo(to: string, body?: object): Promise<{ status: number; body: string }> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const asked = request(`${url}${to}`, {
      agent: false,
      signal: AbortSignal.timeout(hangsAfterMs),
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'idempotency-key': `asked-once-${++orders}` },
    })
    asked.end(body && JSON.stringify(body))
    const [response] = await once(asked, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return { status: response.statusCode, body: text }
  }

  return {
    settings,
    hook: endpoint.url,
    start: async (env: Record<string, string>) => {
      const colis = await start(t, { ...settings, SEED_DEMO: 'false', ...env })
      url = colis.url
      return colis
    },
    /** The status of a request on a connection of its own. */
    askOnce: async (to: string, body?: object) => (await answerTo(to, body)).status,
    order: async () => {
      const { status, body } = await answerTo(path, plainOrder)
      assert.equal(status, 201, body)
      return (JSON.parse(body) as { id: string }).id
    },
    /** Begins orders on connections of their own, whose bodies come when they are finished. */
    beginOrders: (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const body = JSON.stringify(plainOrder)
          const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
          t.after(() => socket.destroy())
          const head = [
            `POST ${path} HTTP/1.1`,
            'host: colis.test',
            `authorization: Bearer ${key}`,
            'content-type: application/json',
            `content-length: ${Buffer.byteLength(body)}`,
            `idempotency-key: begun-order-${++orders}`,
            'expect: 100-continue',
          ]
          socket.write(`${head.join('\r\n')}\r\n\r\n`)
          await once(socket, 'data')
          return {
            finish: async () => {
              let answer = ''
              socket.on('data', (chunk) => {
                answer += chunk
              })
              socket.write(body)
              await once(socket, 'close')
              return answer.split('\r\n')[0]
            },
          }
        }),
      ),
    eventsSeen: () => {
      assert.ok(witness.sightings.every(({ isSigned }) => isSigned))
      return [...new Set(witness.sightings.map(({ eventId }) => eventId))].sort()
    },
    eventsOf: async (deliveryIds: string[]) => {
      const rows = await db
        .selectFrom('events')
        .select('id')
        .where('delivery_id', 'in', deliveryIds)
        .where('type', '=', 'delivery.created')
        .execute()
      return rows.map(({ id }) => id).sort()
    },
  }
}

/** From now on the server refuses connections to a database. */
async function refuseConnections(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: `${process.env.TEST_POSTGRES_URL}postgres` })
  await client.connect()
  await client.query(`alter database ${name} with allow_connections false`)
  await client.end()
}

/** Has each process serve alone for a while, as the others stand still. */
async function eachAlone(colis: ColisProcess, ask: () => Promise<void>): Promise<void> {
  const children = childrenOf(colis)
  for (const pid of children) {
    const others = children.filter((other) => other !== pid)
    for (const other of others) process.kill(other, 'SIGSTOP')
    await ask()
    for (const other of others) process.kill(other, 'SIGCONT')
  }
}

function childrenOf({ child: { pid } }: ColisProcess): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** Whether a process runs; one that ended and is not waited for yet does not. */
function lives(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Whether nothing listens at its port any more. */
const isRefused = ({ url }: ColisProcess): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
