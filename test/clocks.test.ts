import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { databaseClock } from '../src/base/database/database-clock.ts'
import { type Clock, newId, systemClock } from '../src/base/kernel/clock.ts'
import {
  setAnswer,
  setPendingRef,
  takeDueDocument,
} from '../src/domain/money/statements/fiscal/fiscal-store.ts'
import { listProcessClocks, recordProcessClock } from '../src/domain/monitoring/health/process-clock-store.ts'
import { takeDueDispatches } from '../src/domain/webhooks/sending/dispatch-store.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { answers } from './support/partner-server.ts'
import { standingStillAfterClaim } from './support/standing-still.ts'
import { order, relayAll, useWebhooks } from './support/webhook-work.ts'

const second = 1_000
const minute = 60 * second

/** The clock of a machine that is so many ms ahead of this one's; negative behind it. */
const aheadBy = (ms: number): Clock => ({ now: () => new Date(systemClock.now().getTime() + ms) })

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  for (const aheadMs of [0, 600 * second, -600 * second, 400 * 24 * 60 * minute])
    test(`a clock that is ${aheadMs / second} s ahead is set right by the database's, and says by how much`, async () => {
      const { db } = scene.service.services
      const clock = databaseClock(db, aheadBy(aheadMs))
      assert.equal(clock.skewMs(), 0)
      await clock.compare()
      // The database of a test is on this machine, so its clock is this machine's.
      const [before, now, later] = [systemClock.now(), clock.now(), systemClock.now()]
      const errorMs = Math.abs(clock.skewMs() - aheadMs)
      assert.ok(now.getTime() >= before.getTime() - errorMs && now.getTime() <= later.getTime() + errorMs)
      assert.ok(errorMs < 30 * second, `wrong by ${errorMs} ms`)
    })

  test('a clock that is right is not moved by how long the database takes to answer', async () => {
    const { db } = scene.service.services
    const clock = databaseClock(db, systemClock)
    for (let time = 0; time < 20; time += 1) await clock.compare()
    assert.ok(Math.abs(clock.skewMs()) <= 2, `moved by ${clock.skewMs()} ms`)
  })

  test('a clock that is set after it was compared shows without the database, and is right again once compared', async () => {
    let aheadMs = 0
    const own: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) }
    const clock = databaseClock(scene.service.services.db, own)
    await clock.compare()
    assert.equal(clock.wasSet(), false)
    for (const set of [10 * minute, -10 * minute, 200]) {
      aheadMs = set
      assert.equal(clock.wasSet(), true)
      await clock.compare()
      assert.equal(clock.wasSet(), false)
      assert.ok(Math.abs(clock.skewMs() - aheadMs) < 30 * second)
    }
  })

  test('a process whose clock is ten minutes ahead takes no dispatch that another holds, and holds none too long', async () => {
    const { service, partner, work } = scene
    const { db } = service.services
    const shop = await service.openShop()
    const { id } = await work.add(shop, partner.hook(answers(200)))
    await order(shop)
    await relayAll(work.services)
    const right = databaseClock(db, systemClock)
    const wrong = databaseClock(db, aheadBy(10 * minute))
    await Promise.all([right.compare(), wrong.compare()])
    await db
      .updateTable('webhook_dispatches')
      .set({ due_at: new Date(0) })
      .execute()
    const claim = (clock: Clock, owner: string) => {
      const now = clock.now()
      const leaseEnds = new Date(now.getTime() + 5 * minute)
      return takeDueDispatches(db, { slots: new Map([[id, 8]]), limit: 8, owner, now, leaseEnds })
    }
    const [mine, other] = [newId(right.now()), newId(right.now())]

    assert.equal((await claim(right, mine)).length, 1)
    assert.equal((await claim(wrong, other)).length, 0)

    // The process that holds it has died: what the other takes, it holds no longer than anybody.
    await db.updateTable('webhook_dispatches').set({ lease_owner: null, lease_until: null }).execute()
    assert.equal((await claim(wrong, other)).length, 1)
    assert.equal((await claim(aheadBy(6 * minute), mine)).length, 1)
  })

  test('the clocks of running processes are listed, the worst of each machine first', async () => {
    const { db } = scene.service.services
    const now = new Date('2026-11-21T10:00:00.000Z')
    const process = () => newId(now)
    const [first, ended] = [process(), process()]
    const record = (processId: string, host: string, skewMs: number, at = now) =>
      recordProcessClock(db, { processId, host, skewMs }, at)
    await record(ended, 'web-9', 99_000, new Date(now.getTime() - 3 * minute))
    await record(first, 'web-1', 4_000)
    await record(process(), 'web-1', 10)
    await record(process(), 'web-2', -600_000)
    assert.deepEqual(await listProcessClocks(db, now), [
      { host: 'web-2', skewMs: -600_000 },
      { host: 'web-1', skewMs: 4_000 },
    ])

    await record(first, 'web-1', 0)
    assert.deepEqual(await listProcessClocks(db, now), [
      { host: 'web-2', skewMs: -600_000 },
      { host: 'web-1', skewMs: 10 },
    ])
    const kept = await db.selectFrom('process_clocks').select('host').execute()
    assert.deepEqual(kept.map(({ host }) => host).sort(), ['web-1', 'web-1', 'web-2'])
  })

  test('a process that stood still since it claimed a webhook claims it anew, and sends it once', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const hook = partner.hook(answers(200))
    await work.add(shop, hook)
    await order(shop)
    await relayAll(work.services)
    const { db } = service.services

    await work.once({ ...work.services, db: standingStillAfterClaim(db, service.clock) })

    assert.deepEqual(work.reportedErrors.splice(0), [
      'A webhook attempt could not be made; it is retried when its lease ends. Its lease ended before anything was done.',
    ])
    await work.once()
    assert.equal(hook.received.length, 1)
  })

  test('a process that stood still since it claimed a message does not send it; it is sent once', async () => {
    const { service } = scene
    const { db } = service.services
    const shop = await service.openShop()
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).relay()
    const still = messageWork(service, { db: standingStillAfterClaim(db, service.clock) })

    await still.once()

    const { state, attempts } = await messageOf(service, key, 'POSITION_LINK')
    assert.deepEqual([state, attempts], ['PENDING', 0])
    assert.match(still.reportedErrors[0] ?? '', /could not be sent .* Its lease ended/)
    await messageWork(service).once()
    const sent = await messageOf(service, key, 'POSITION_LINK')
    assert.deepEqual([sent.state, sent.attempts], ['SENT', 1])
  })

  test('a process that stood still since it claimed a fiscal document begins nothing, and overwrites nothing', async () => {
    const { db } = scene.service.services
    const at = (minutes: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + minutes * minute)
    const id = newId(at(0))
    const shop = await scene.service.openShop()
    await sql`insert into fiscal_documents (kind, id, shop_id, due_at)
      values ('RECEIPT', ${id}, ${shop.shopId}, ${at(0)})`.execute(db)
    const state = async () => {
      const { rows } = await sql<{
        state: string
      }>`select state from fiscal_documents where id = ${id}`.execute(db)
      return rows[0]?.state
    }
    const take = (minutes: number) =>
      db.transaction().execute((trx) => takeDueDocument(trx, at(minutes), at(minutes + 1)))
    const [stopped, other] = [await take(0), await take(2)]
    assert.ok(stopped && other)

    await assert.rejects(setPendingRef(db, stopped, 'late'), /taken this document over/)
    await setAnswer(db, stopped, { state: 'DUE', fault: 'late' }, at(3))
    assert.equal(await state(), 'SENDING')

    await setPendingRef(db, other, 'begun')
    await setAnswer(db, other, { state: 'REFUSED', fault: 'No.' }, at(3))
    assert.equal(await state(), 'REFUSED')
  })
})
