import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import { advanceDelivery } from '../src/domain/sandbox/advance-delivery.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { freezeEvent } from '../src/events/event-body.ts'
import { findWaiting } from '../src/events/event-log-store.ts'
import { insertEvent } from '../src/events/event-store.ts'
import type { Services } from '../src/services.ts'
import { seeded, seedFrom } from './support/chance.ts'
import { startColis } from './support/colis-process.ts'
import { createServerDatabase, isWholeSuite, onServer } from './support/databases.ts'
import { partnerEventOf } from './support/event-work.ts'
import { plainOrder } from './support/open-service.ts'
import { until } from './support/until.ts'
import { openPublisher, openShop, sha256, sharedSettings, startWitness } from './support/witness.ts'

/** Fifty in the whole suite, five otherwise. */
const kills = isWholeSuite ? 50 : 5
const chance = seeded(seedFrom('KILLS_SEED', 7))
/**
 * What happens during one life of the sender: 10 deliveries published from creation to hand-over, 5 events
 * each.
 */
const deliveriesPerLife = 10
const stepsAfterCreation = 4

onServer(() => {
  test(`a sender killed ${kills} times under load loses no event, invents none and changes none (decision 36)`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
    const url = await createServerDatabase()
    const settings = sharedSettings(url, folder)
    const publisher = await openPublisher(settings)
    const { services } = publisher
    /** Responses that are held back while a kill in mid-work is awaited. */
    let held: ServerResponse[] | undefined
    const witness = await startWitness((response) => {
      if (held) held.push(response)
      else setTimeout(() => response.end('ok'), 5 + 35 * chance())
    })
    t.after(async () => {
      await witness.close()
      await publisher.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const subscribed = await openShop(services)
    const unsubscribed = await openShop(services)
    const subscribe = async (path: string, eventTypes: ['delivery.delivered'] | null) => {
      const endpoint = { shopId: subscribed.shopId, url: witness.url(path), eventTypes, description: null }
      const { secret, endpoint: row } = await addEndpoint(services.webhooks, endpoint)
      witness.trust(path, secret)
      return [row.id, path] as const
    }
    const paths = new Map([await subscribe('/all', null), await subscribe('/ends', ['delivery.delivered'])])

    const doomed = {
      ...settings,
      DATABASE_URL: `${url}?application_name=doomed`,
      // Fifty starts: what was compiled once is kept.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    }
    const work = () => startColis(doomed, ['src/cli/colis.ts', 'work'])
    const lives: Promise<string[]>[] = []
    const heldAtKills: string[][] = []
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await work()
      if (kill % 10 === 0) await pause(600 * chance())
      else await worker.ready
      lives.push(publishDeliveries(services, subscribed.shopId, unsubscribed.shopId))
      // Half of the kills come at any moment, half while requests are surely under way.
      if (kill % 2 === 0) await pause(300 * chance())
      else {
        held = []
        await until(() => (held?.length ?? 0) > 0, 'a request under way')
      }
      worker.child.kill('SIGKILL')
      await worker.ended
      for (const response of held ?? []) response.end()
      held = undefined
      heldAtKills.push(await endLeases(services, paths))
    }
    const rolledBack = (await Promise.all(lives)).flat()
    const survivor = await work()
    await survivor.ready
    await until(() => isAllSent(services), 'everything to be sent')
    survivor.child.kill('SIGTERM')
    assert.equal(await survivor.ended, 0)

    const expected = await dispatchesOf(services, subscribed.shopId)
    const sightings = witness.sightings.map((seen) => ({ ...seen, key: `${seen.path} ${seen.eventId}` }))
    const perDelivery = 1 + stepsAfterCreation
    assert.equal(expected.size, kills * deliveriesPerLife * (perDelivery + 1))
    assert.deepEqual([...new Set(sightings.map(({ key }) => key))].sort(), [...expected.keys()].sort())

    const changed = sightings.filter(
      ({ key, type, sha256: hash }) => expected.get(key)?.type !== type || expected.get(key)?.sha256 !== hash,
    )
    assert.deepEqual(changed, [])
    assert.deepEqual(
      sightings.filter(({ isSigned }) => !isSigned),
      [],
    )

    const isRolledBack = new Set(rolledBack)
    assert.equal(isRolledBack.size, kills)
    assert.deepEqual(
      sightings.filter(({ eventId }) => isRolledBack.has(eventId)),
      [],
    )

    const timesHeld = countsOf(heldAtKills.flat())
    const timesSeen = countsOf(sightings.map(({ key }) => key))
    const tooOften = [...timesSeen].filter(([key, times]) => times > 1 + (timesHeld.get(key) ?? 0))
    assert.deepEqual(tooOften, [])

    const logged = await logCounts(services, paths)
    assert.deepEqual([...logged.keys()].sort(), [...expected.keys()].sort())
    const neverMade = [...logged].filter(([key, times]) => times > (timesSeen.get(key) ?? 0))
    assert.deepEqual(neverMade, [])

    const killsInMidWork = heldAtKills.filter((held) => held.length > 0).length
    const again = sightings.length - expected.size
    t.diagnostic(
      `${expected.size} owed; ${killsInMidWork} of ${kills} kills in mid-work, ${timesHeld.size} under way then, ${again} arrived again`,
    )
    assert.ok(killsInMidWork >= kills / 4, `Only ${killsInMidWork} kills came while something was under way.`)
    assert.ok(again > 0, 'No kill came between an arrival and its note: nothing was proved.')
  })
})

/**
 * Makes deliveries and brings each to its end, through the verbs, with one transaction in between that emits
 * an event and rolls back. Returns the events of such transactions.
 */
async function publishDeliveries(
  services: Services,
  subscribed: string,
  unsubscribed: string,
): Promise<string[]> {
  const creations = Array.from({ length: deliveriesPerLife }, () => bringToItsEnd(services, subscribed))
  const { id } = await create(services, unsubscribed)
  const key = await Promise.all(creations)
  const rolledBack = await publishAndRollBack(services, key[0] ?? { shopId: subscribed, id })
  return [rolledBack]
}

async function bringToItsEnd(services: Services, shopId: string): Promise<DeliveryKey> {
  await pause(200 * chance())
  const key = await create(services, shopId)
  for (let step = 1; step <= stepsAfterCreation; step += 1) await advanceDelivery(services, key, {})
  return key
}

let orders = 0
async function create(services: Services, shopId: string): Promise<DeliveryKey> {
  const request = { shopId, idempotencyKey: `order-${++orders}`, input: plainOrder as DeliveryOrder }
  const { delivery } = await createDelivery(services, request)
  return { shopId, id: delivery.id }
}

async function publishAndRollBack(services: Services, { shopId, id }: DeliveryKey): Promise<string> {
  const now = services.clock.now()
  const event = freezeEvent(partnerEventOf({ shopId, id }, 'delivery.failed', now), { id })
  const rolledBack = new Error('rolled back on purpose')
  const transaction = services.db.transaction().execute(async (trx) => {
    await insertEvent(trx, event)
    services.publishCommitted([event])
    await pause(20)
    throw rolledBack
  })
  await assert.rejects(transaction, rolledBack)
  return event.id
}

/**
 * Ends the leases of a sender that is dead, once the server has noticed and its statements are done or
 * undone. The clock would do this in 30 s; waiting for it fifty times would prove nothing more. Returns what
 * was leased: what was under way at the moment of the kill, or written too late.
 */
async function endLeases(services: Services, paths: ReadonlyMap<string, string>): Promise<string[]> {
  const doomed = async () => {
    const sessions = await services.database.withSession((session) =>
      session.query('select 1 from pg_stat_activity where application_name = $1', ['doomed']),
    )
    return sessions.length
  }
  await until(async () => (await doomed()) === 0, 'the server to notice that the sender is dead')
  const rows = await services.db
    .updateTable('webhook_dispatches')
    .set({ due_at: services.clock.now(), lease_owner: null })
    .where('lease_owner', 'is not', null)
    .returning(['endpoint_id', 'event_id'])
    .execute()
  return rows.map((row) => `${paths.get(row.endpoint_id)} ${row.event_id}`)
}

async function isAllSent({ db }: Services): Promise<boolean> {
  const { isUnsequenced, behind } = await findWaiting(db, ['webhooks'], new Date())
  const pending = await db
    .selectFrom('webhook_dispatches')
    .select('event_id')
    .where('state', '<>', 'DELIVERED')
    .limit(1)
    .execute()
  return !isUnsequenced && behind.length === 0 && pending.length === 0
}

/** Everything that committed for a shop, by where it has to arrive. */
async function dispatchesOf(
  { db }: Services,
  shopId: string,
): Promise<Map<string, { type: string; sha256: string }>> {
  const events = await db
    .selectFrom('events')
    .select(['id', 'type', 'body'])
    .where('shop_id', '=', shopId)
    .execute()
  const expected = new Map<string, { type: string; sha256: string }>()
  for (const { id, type, body } of events) {
    // An endpoint that takes all events is not called for this one.
    if (type === 'delivery.courier_arrived') continue
    expected.set(`/all ${id}`, { type, sha256: sha256(body) })
    if (type === 'delivery.delivered') expected.set(`/ends ${id}`, { type, sha256: sha256(body) })
  }
  return expected
}

async function logCounts({ db }: Services, paths: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('webhook_attempts').select(['endpoint_id', 'event_id']).execute()
  return countsOf(rows.map((row) => `${paths.get(row.endpoint_id)} ${row.event_id}`))
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
