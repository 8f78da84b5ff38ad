import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { listProcessClocks } from '../src/domain/monitoring/health/process-clock-store.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type ColisProcess, runColis, startColis } from './support/colis-process.ts'
import { createServerDatabase, fillDataFolder, onServer } from './support/databases.ts'
import { forgedClock, skipForgedClock } from './support/forged-clock.ts'
import { plainOrder } from './support/open-service.ts'
import { until } from './support/until.ts'
import { openPublisher, openShop, sharedSettings, startWitness, type Witness } from './support/witness.ts'

/** Several processes on one PostgreSQL server, each as an operator starts it. */
onServer(() => {
  test('an event created on one process is sent by another', async (t) => {
    const scene = await openScene(t)
    const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
    await scene.start(['src/cli/colis.ts', 'work'])
    await scene.order(serving)
    await scene.hasSeen(1)

    for (let events = 2; events <= 4; events += 1) {
      await scene.order(serving)
      await scene.hasSeen(events)
    }
  })

  test('of two processes that work one does, and the other goes on when that one is killed', async (t) => {
    const scene = await openScene(t, { holdsAnswers: true })
    const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
    const first = await scene.start(['src/cli/colis.ts', 'work'])
    await scene.start(['src/cli/colis.ts', 'work'])
    const early = await Promise.all(Array.from({ length: 24 }, () => scene.order(serving)))
    await until(() => scene.areUnderWay(8, 24), '8 of 24 requests to be under way')

    first.child.kill('SIGKILL')
    await first.ended
    const late = await Promise.all(Array.from({ length: 24 }, () => scene.order(serving)))
    scene.release()
    await until(() => scene.isAllDelivered(48), 'everything to be delivered')

    // What was under way when it was killed is sent again once its lease has ended, and nothing else.
    const ids = await scene.eventsOf([...early, ...late])
    assert.deepEqual([...new Set(await scene.eventsSeen())].sort(), ids.sort())
    assert.ok((await scene.eventsSeen()).length <= 48 + 8)
  })

  test('a process that stands still loses the work to another, and sends nothing twice when it goes on', async (t) => {
    const scene = await openScene(t)
    const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
    const first = await scene.start(['src/cli/colis.ts', 'work'])
    await scene.start(['src/cli/colis.ts', 'work'])
    const ids = [await scene.order(serving)]
    await until(() => scene.isAllDelivered(1), 'the first to be delivered')

    first.child.kill('SIGSTOP')
    ids.push(await scene.order(serving))
    await scene.hasSeen(2)

    first.child.kill('SIGCONT')
    ids.push(...(await Promise.all(Array.from({ length: 20 }, () => scene.order(serving)))))
    await until(() => scene.isAllDelivered(22), 'everything to be delivered')
    assert.deepEqual(await scene.eventsSeen(), (await scene.eventsOf(ids)).sort())
  })

  for (const aheadSeconds of [600, -600])
    test(`when a process whose clock is ${aheadSeconds} s ahead takes the work over, each event is sent once, and signed with the right time`, {
      skip: skipForgedClock,
    }, async (t) => {
      const scene = await openScene(t)
      const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
      const work = ['src/cli/colis.ts', 'work']
      const first = await scene.start(work)
      await scene.start(work, forgedClock(aheadSeconds))
      const ids = [await scene.order(serving)]
      await scene.hasSeen(1)

      first.child.kill('SIGTERM')
      await first.ended
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => scene.order(serving)))))
      await until(() => scene.isAllDelivered(51), 'everything to be delivered')

      assert.deepEqual(await scene.eventsSeen(), (await scene.eventsOf(ids)).sort())
      await until(async () => (await scene.worstSkew()) === aheadSeconds, 'the difference to be known')
    })

  test('two processes started first on one empty database both serve, and one of them shows the demo’s key', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
    const settings = sharedSettings(await createServerDatabase('empty'), folder)
    const both = await Promise.all([1, 2].map(() => startColis(settings)))
    t.after(async () => {
      await Promise.all(both.map(endOf))
      rmSync(folder, { recursive: true, force: true })
    })

    await Promise.all(both.map(({ ready }) => ready))

    const keys = both.flatMap(({ stdout }) => /^ {2}API key .*$/m.exec(stdout()) ?? [])
    assert.equal(keys.length, 1)
  })

  describe('SIGTERM while a partner is slow', () => {
    test('after SIGTERM, requests under way are finished, nothing new is claimed, and the rest is left to others', async (t) => {
      const scene = await openScene(t, { holdsAnswers: true })
      const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
      const stopping = await scene.start(['src/cli/colis.ts', 'work'])
      const early = await Promise.all(Array.from({ length: 12 }, () => scene.order(serving)))
      await until(() => scene.areUnderWay(8, 12), '8 of 12 requests to be under way')

      const [late] = await Promise.all([scene.order(serving), scene.stopBeforeAnswers(stopping)])

      assert.equal(scene.witness.sightings.length, 8)
      assert.deepEqual(await scene.dispatches(), [
        { state: 'DELIVERED', attempts: 1, isLeased: false, count: 8 },
        { state: 'PENDING', attempts: 0, isLeased: false, count: 4 },
      ])
      await scene.start(['src/cli/colis.ts', 'work'])
      await until(() => scene.isAllDelivered(13), 'the rest to be delivered')
      assert.deepEqual(await scene.eventsSeen(), (await scene.eventsOf([...early, late])).sort())
      assert.equal(await scene.logLines(), 13)
    })

    test('a second worker beside one that got SIGTERM sends nothing twice', async (t) => {
      const scene = await openScene(t, { holdsAnswers: true })
      const serving = await scene.start(['src/cli/colis.ts', 'serve', '--no-work'])
      const stopping = await scene.start(['src/cli/colis.ts', 'work'])
      await scene.start(['src/cli/colis.ts', 'work'])
      const ids = await Promise.all(Array.from({ length: 24 }, () => scene.order(serving)))
      await until(() => scene.areUnderWay(8, 24), '8 of 24 requests to be under way')

      await scene.stopBeforeAnswers(stopping)
      await until(() => scene.isAllDelivered(24), 'the rest to be delivered')

      assert.deepEqual(await scene.eventsSeen(), (await scene.eventsOf(ids)).sort())
      assert.equal(await scene.logLines(), 24)
    })

    test('after SIGTERM, npm start alone finishes its requests under way and leaves the rest pending', async (t) => {
      const scene = await openScene(t, { holdsAnswers: true })
      const alone = await scene.start(['src/main.ts'])
      await Promise.all(Array.from({ length: 12 }, () => scene.order(alone)))
      await until(() => scene.areUnderWay(8, 12), '8 of 12 requests to be under way')

      await scene.stopBeforeAnswers(alone)

      assert.equal(scene.witness.sightings.length, 8)
      assert.deepEqual(await scene.dispatches(), [
        { state: 'DELIVERED', attempts: 1, isLeased: false, count: 8 },
        { state: 'PENDING', attempts: 0, isLeased: false, count: 4 },
      ])
    })
  })
})

describe('on the embedded database', () => {
  let folder: string
  let env: Record<string, string>
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
    fillDataFolder(folder)
    env = { DATABASE_URL: `file:${folder}`, WEBHOOK_ALLOW_INSECURE: 'true', LOG_LEVEL: 'warn' }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const workRefusal = {
    code: 1,
    stdout: '',
    stderr: 'The embedded database belongs to one process: npm start serves and works in one.\n',
  }

  test('colis work is refused on the embedded database', async () => {
    assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'work']), workRefusal)
  })

  test('colis serve --no-work is refused on the embedded database', async () => {
    assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'serve', '--no-work']), {
      code: 1,
      stdout: '',
      stderr: 'Without a PostgreSQL server nobody else can do the work: leave --no-work out.\n',
    })
  })

  test('on the embedded database, npm start alone serves and sends, and colis work beside it is refused', async (t) => {
    const witness = await startWitness()
    t.after(() => witness.close())
    const alone = await startColis(env)
    t.after(() => endOf(alone))
    await alone.ready
    const key = /colis_live_\w+/.exec(alone.stdout())?.[0] ?? ''
    const [{ shopId }] = (await answerOf(env, ['shops', 'list'])).shops
    const { secret } = await answerOf(env, [
      'webhooks',
      'add',
      '--shop',
      shopId,
      '--url',
      witness.url('/hook'),
    ])
    witness.trust('/hook', secret)

    const delivery = await orderAt(alone, key)
    await until(() => witness.sightings.length > 0, 'the event to arrive')

    assert.deepEqual(
      witness.sightings.map(({ type, isSigned }) => ({ type, isSigned })),
      [{ type: 'delivery.created', isSigned: true }],
    )
    assert.match(delivery, /^[0-9a-f-]{36}$/)
    assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'work']), workRefusal)
  })
})

/**
 * One shop, a receiver, and processes that share a database. A receiver that holds its answers gives them once `release`
 * was called, so that a test does not depend on how fast each process is.
 */
async function openScene(t: TestContext, { holdsAnswers = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  const settings = sharedSettings(await createServerDatabase(), folder)
  const publisher = await openPublisher(settings)
  const { db, webhooks } = publisher.services
  let maxAtOnce = 0
  const released = Promise.withResolvers<void>()
  if (!holdsAnswers) released.resolve()
  const witness: Witness = await startWitness((response) => {
    maxAtOnce = Math.max(maxAtOnce, witness.underWay())
    void released.promise.then(() => response.end('ok'))
  })
  const { shopId, key } = await openShop(publisher.services)
  const endpoint = { shopId, url: witness.url('/hook'), eventTypes: null, description: null }
  witness.trust('/hook', (await addEndpoint(webhooks, endpoint)).secret)
  const processes: ColisProcess[] = []
  t.after(async () => {
    await Promise.all(processes.map(endOf))
    await witness.close()
    await publisher.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const dispatches = async () => {
    const rows = await db
      .selectFrom('webhook_dispatches')
      .select(['state', 'attempts', 'lease_owner'])
      .execute()
    const forms = Map.groupBy(rows, (row) =>
      JSON.stringify({ state: row.state, attempts: row.attempts, isLeased: row.lease_owner !== null }),
    )
    return [...forms].sort().map(([form, { length: count }]) => ({ ...JSON.parse(form), count }))
  }

  return {
    witness,
    maxAtOnce: () => maxAtOnce,
    release: released.resolve,
    /** Tells a process to stop, and answers its requests once it begins nothing new. */
    stopBeforeAnswers: async ({ child, stdout, ended }: ColisProcess) => {
      child.kill('SIGTERM')
      await until(() => stdout().includes('nothing new is begun'), 'a process to stop')
      released.resolve()
      assert.equal(await ended, 0)
    },
    start: async (args: string[], env: Record<string, string> = {}): Promise<ColisProcess> => {
      const started = await startColis({ ...settings, SEED_DEMO: 'false', ...env }, args)
      processes.push(started)
      await started.ready
      return started
    },
    order: (serving: ColisProcess) => orderAt(serving, key),
    hasSeen: (count: number) => until(() => witness.sightings.length >= count, `${count} requests`),
    dispatches,
    /** Whether so many requests wait for their response, and so many dispatches are pending in all. */
    areUnderWay: async (requests: number, pending: number) =>
      witness.underWay() === requests &&
      (await dispatches()).reduce((total, { count }) => total + count, 0) === pending,
    isAllDelivered: async (count: number) => {
      const [only, ...others] = await dispatches()
      return others.length === 0 && only?.state === 'DELIVERED' && only.count === count
    },
    /** Every request that arrived, by its event: one that arrived twice is there twice. */
    eventsSeen: async () => {
      assert.deepEqual(
        witness.sightings.filter(({ isSigned }) => !isSigned),
        [],
      )
      return witness.sightings.map(({ eventId }) => eventId).sort()
    },
    eventsOf: async (deliveryIds: string[]) => {
      const rows = await db.selectFrom('events').select(['id', 'delivery_id']).execute()
      assert.deepEqual(rows.map((row) => row.delivery_id).sort(), [...deliveryIds].sort())
      return rows.map(({ id }) => id)
    },
    /** How far the worst clock of the processes is ahead of the database's, in whole seconds. */
    worstSkew: async () => {
      const [worst] = await listProcessClocks(db, webhooks.clock.now())
      return worst && Math.round(worst.skewMs / 1_000)
    },
    logLines: async () => (await db.selectFrom('webhook_attempts').select('id').execute()).length,
  }
}

let orders = 0
async function orderAt(serving: ColisProcess, key: string): Promise<string> {
  const response = await fetch(`${serving.url}/api/v1/partner/deliveries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `order-${++orders}-${process.pid}`,
    },
    body: JSON.stringify(plainOrder),
  })
  const body = (await response.json()) as { id: string }
  assert.equal(response.status, 201, JSON.stringify(body))
  return body.id
}

async function answerOf(env: Record<string, string>, args: string[]) {
  const { code, stdout, stderr } = await runColis(env, ['src/cli/colis.ts', ...args, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

async function endOf({ child, ended }: ColisProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
