import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { firstIdAt } from '../src/base/kernel/clock.ts'
import { type DeliveryStatus, deliveryStatuses } from '../src/contract/vocabulary.ts'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import type { AllFilter } from '../src/domain/deliveries/finding/all-deliveries-store.ts'
import { countDeliveriesWithCache } from '../src/domain/deliveries/finding/count-deliveries.ts'
import type { DeliveryFilter } from '../src/domain/deliveries/finding/delivery-list-store.ts'
import { listDeliveries } from '../src/domain/deliveries/finding/list-deliveries.ts'
import {
  countOfStatuses,
  countSettled,
  type SettledCounts,
} from '../src/domain/deliveries/finding/settled-count-store.ts'
import { countByStatus } from '../src/domain/deliveries/finding/shop-home-store.ts'
import { countVolumes } from '../src/domain/deliveries/finding/shop-volume-store.ts'
import { searchAllDeliveries } from '../src/domain/deliveries/searching/search-all-deliveries.ts'
import { searchDeliveries } from '../src/domain/deliveries/searching/search-deliveries.ts'
import { hasWords, readSearch } from '../src/domain/deliveries/searching/search-term.ts'
import { countOffers } from '../src/domain/matching/acceptance-store.ts'
import { listCitySearches } from '../src/domain/monitoring/health/health-store.ts'
import { oneOf, seeded, seedFrom } from './support/chance.ts'
import { type OpenTestDatabase, onServer, openEmbedded } from './support/databases.ts'
import { drawDeliveries, isUnderWay, type ManyDeliveries, readRows } from './support/many-deliveries.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

/**
 * Statements that read as little of large tables as of small ones, beside what they answer by all rows: on both
 * databases, since what they promise lies in their SQL.
 */
const onBothDatabases = (register: (open: OpenTestDatabase) => void) => {
  describe('on the embedded database', () => register(openEmbedded))
  onServer(register)
}

const seed = seedFrom('GROWING_SEED', 20_261_128)
const dayMs = 24 * 60 * 60_000

onBothDatabases((open) => {
  let service: TestService
  let made: ManyDeliveries
  before(async () => {
    service = await openService(await open())
    made = await drawDeliveries(service, 1_800, seed)
  })
  after(() => service.close())

  const ofShop = (shopId: string, rows = made.rows) => rows.filter(({ shop_id }) => shop_id === shopId)
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const ago = (ms: number) => new Date(service.clock.now().getTime() - ms)

  test('every page of a list holds what the same page of all rows does, from either end', async () => {
    const { db, clock } = service.services
    const { countDeliveries } = countDeliveriesWithCache(db, clock)
    const changed = new Set(
      (
        await sql<{ id: string }>`
          select delivery_id as id from events where created_at >= ${ago(dayMs)}
          union select id from deliveries where amended_at >= ${ago(dayMs)}`.execute(db)
      ).rows.map(({ id }) => id),
    )
    const bounds = { fromId: firstIdAt(ago(60 * dayMs)), untilId: firstIdAt(ago(20 * dayMs)) }
    const statuses: DeliveryStatus[] = ['CANCELLED', 'FAILED']
    const isWithin = ({ id }: DeliveryRow) => id >= bounds.fromId && id < bounds.untilId
    const filters: [DeliveryFilter, (row: DeliveryRow) => boolean][] = [
      [{}, () => true],
      [bounds, isWithin],
      [{ statuses: ['DELIVERED'] }, ({ status }) => status === 'DELIVERED'],
      [{ statuses }, ({ status }) => statuses.includes(status)],
      [{ ...bounds, statuses }, (row) => isWithin(row) && statuses.includes(row.status)],
      [{ updatedSince: ago(dayMs) }, ({ id }) => changed.has(id)],
      [{ updatedSince: ago(dayMs), statuses }, (row) => changed.has(row.id) && statuses.includes(row.status)],
    ]
    for (const { shopId } of made.shops.slice(0, 2))
      for (const [filter, matches] of filters) {
        const expected = ids(ofShop(shopId).filter(matches))
        assert.ok(expected.length > 0, JSON.stringify(filter))
        for (const pageSize of [100, 7]) {
          const last = Math.ceil(expected.length / pageSize)
          for (const page of new Set([1, 2, 5, 6, last - 1, last, last + 1].filter((number) => number > 0))) {
            const { rows, total } = await listDeliveries({ db, countDeliveries }, shopId, {
              filter,
              page,
              pageSize,
            })
            const start = (page - 1) * pageSize
            assert.deepEqual(
              ids(rows),
              expected.slice(start, start + pageSize),
              JSON.stringify({ filter, page }),
            )
            assert.equal(total, expected.length)
          }
        }
      }
  })

  test('the counts of statuses in which deliveries end stay exact, whatever changes after they were counted', async () => {
    const { db } = service.services
    const draw = seeded(seed + 1)
    const [{ shopId }] = made.shops as [TestShop]
    let before: SettledCounts | undefined
    try {
      for (const days of [40, 10, 1]) {
        const settled = await countSettled(db, shopId, { untilId: firstIdAt(ago(days * dayMs)), before })
        for (let round = 0; round < 2; round += 1) {
          const rows = ofShop(shopId, await readRows(service))
          assert.equal(settled.all, rows.filter(({ id }) => id < settled.untilId).length)
          for (const statuses of [['DELIVERED'], ['CANCELLED', 'EXPIRED']] as DeliveryStatus[][])
            assert.equal(
              await countOfStatuses(db, shopId, statuses, settled),
              rows.filter(({ status }) => statuses.includes(status)).length,
              `${statuses} after ${days} days, round ${round}`,
            )
          const open = rows.filter((row) => isUnderWay(row) && row.courier_id === null && draw() < 0.2)
          for (const { id, status } of open)
            await db
              .updateTable('deliveries')
              .set({ status: endOf(status, draw), ended_at: service.clock.now() })
              .where('deliveries.id', '=', id)
              .execute()
        }
        before = settled
      }
    } finally {
      made.rows = await readRows(service)
    }
  })

  test('the home of a shop counts what is open as all rows do', async () => {
    const [from, until] = [ago(2 * dayMs), ago(dayMs)].map(firstIdAt) as [string, string]
    for (const { shopId } of made.shops) {
      const counts = await countByStatus(service.services.db, shopId, { fromId: from, untilId: until })
      const rows = ofShop(shopId)
      assert.deepEqual(
        counts,
        deliveryStatuses.map((status) => ({
          status,
          today: rows.filter((row) => row.status === status && row.id >= from && row.id < until).length,
          earlier: rows.filter((row) => row.status === status && row.id < from && isUnderWay(row)).length,
        })),
      )
    }
  })

  test('the volumes of shops are what all rows come to', async () => {
    const since = [7, 30, 90].map((days) => ago(days * dayMs))
    const shopIds = made.shops.map(({ shopId }) => shopId)
    const volumesOf = await countVolumes(service.services.db, shopIds, since)
    for (const shopId of shopIds)
      assert.deepEqual(
        volumesOf(shopId),
        since.map((from) => {
          const rows = ofShop(shopId).filter(({ id }) => id >= firstIdAt(from))
          const of = (...statuses: DeliveryStatus[]) => rows.filter(({ status }) => statuses.includes(status))
          const paid = rows.filter(({ status }) => status !== 'CANCELLED' && status !== 'EXPIRED')
          return {
            ordered: rows.length,
            delivered: of('DELIVERED').length,
            failed: of('FAILED', 'RETURNED').length,
            underWay: of('AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT').length,
            priceFcfa: paid.reduce((sum, { price_fcfa }) => sum + price_fcfa, 0),
          }
        }),
      )
  })

  test('a search finds what all rows have, page by page, in one shop and in all', async () => {
    const { db, pricing } = service.services
    const allCityIds = pricing.map.current().cities.map(({ id }) => id)
    const [first, second] = made.shops as [TestShop, TestShop]
    const everywhere: AllFilter = {}
    const filters: AllFilter[] = [
      everywhere,
      { shopIds: [first.shopId] },
      { shopIds: [second.shopId], statuses: ['RETURNED'] },
      { statuses: ['DELIVERED'] },
      { statuses: ['FAILED'], onlyOpen: true },
      { courierIds: made.courierIds.slice(0, 1), shopIds: [first.shopId, second.shopId] },
      { cityIds: allCityIds, fromId: firstIdAt(ago(50 * dayMs)), untilId: firstIdAt(ago(10 * dayMs)) },
    ]
    const typedWords = [
      'dossou',
      'doss afi',
      'Afi Zinsou',
      'a',
      'cmd',
      'cmd zinsou',
      '0197000012',
      'DRAWN-7',
      'afi nobody',
      '--',
    ]
    for (const typed of typedWords)
      for (const filter of filters) {
        const words = readSearch(typed, 'BJ')
        const expected = made.rows.filter((row) => isFound(row, filter) && hasWords(row, words))
        const about = JSON.stringify({ typed, filter })
        for (const limit of filter === everywhere ? [30, 500] : [30]) {
          const found: string[] = []
          let olderThan: string | undefined
          for (let pages = 1, hasMore = true; hasMore && pages <= 3; pages += 1) {
            const search = { typed, country: 'BJ', filter, allCityIds, olderThan }
            const page = await searchAllDeliveries(db, search, limit)
            found.push(...ids(page.rows))
            hasMore = page.hasMore
            olderThan = found.at(-1)
          }
          assert.deepEqual(found, ids(expected).slice(0, 3 * limit), about)
        }
        const { shopIds, courierIds, cityIds, ...ownFilter } = filter
        if (shopIds?.length !== 1) continue
        const own = await searchDeliveries(db, first.shopId, { typed, country: 'BJ', filter: ownFilter }, 50)
        const ofFirst = made.rows.filter(
          (row) => isFound(row, { ...ownFilter, shopIds: [first.shopId] }) && hasWords(row, words),
        )
        assert.deepEqual(
          [ids(own.rows), own.hasMore],
          [ids(ofFirst).slice(0, 50), ofFirst.length > 50],
          about,
        )
      }
  })

  test('the watch over searches tells since when the longest waits in a city, as all rows do', async () => {
    const { db } = service.services
    await sql`
      insert into courier_searches (shop_id, delivery_id, round, due_at)
      select shop_id, id, case when right(reference, 1) = '7' then 0 else 1 end, created_at
      from deliveries where status in ('SEARCHING_COURIER', 'ASSIGNED')
      on conflict (shop_id, delivery_id) do update set round = excluded.round`.execute(db)
    const waiting = made.rows.filter(
      ({ status, reference }) => status === 'SEARCHING_COURIER' && !reference.endsWith('7'),
    )
    const { rows: began } = await sql<{ id: string; at: Date }>`
      select delivery_id as id, max(occurred_at) as at from delivery_history
      where status = 'SEARCHING_COURIER' group by 1`.execute(db)
    const beganAt = new Map(began.map(({ id, at }) => [id, at.getTime()]))
    const oldest = Math.min(...waiting.map(({ id }) => beganAt.get(id) ?? Number.POSITIVE_INFINITY))
    const [city, ...others] = await listCitySearches(db)
    assert.equal(others.length, 0)
    assert.deepEqual([city?.waiting, city?.oldestSince?.getTime()], [waiting.length, oldest])
  })

  test('the offers of a courier that count are those that all rows say they could have taken', async () => {
    const { db, clock } = service.services
    const draw = seeded(seed + 2)
    const since = ago(30 * dayMs)
    const recent = made.rows.filter(({ created_at }) => created_at > ago(35 * dayMs) && draw() < 0.4)
    const offers = recent.flatMap((row) =>
      made.courierIds
        .filter(() => draw() < 0.5)
        .map((courierId) => {
          const offeredAt = new Date(row.created_at.getTime() + draw() * 3 * dayMs)
          return {
            ...{ shop_id: row.shop_id, delivery_id: row.id, courier_id: courierId, round: 1, pay_fcfa: 500 },
            ...{ distance_meters: 800, offered_at: offeredAt },
            expires_at: new Date(offeredAt.getTime() + 60_000),
            declined_at: draw() < 0.2 ? offeredAt : null,
          }
        }),
    )
    await db.insertInto('courier_offers').values(offers).execute()
    const history = await db.selectFrom('delivery_history').selectAll().execute()
    for (const courierId of made.courierIds) {
      const carried = made.rows
        .filter((row) => row.courier_id === courierId && (row.ended_at === null || row.ended_at > since))
        .flatMap((row) =>
          history
            .filter(({ delivery_id, status }) => delivery_id === row.id && status === 'ASSIGNED')
            .map(({ occurred_at }) => ({ from: occurred_at, to: row.ended_at })),
        )
      const over = offers
        .filter((offer) => offer.courier_id === courierId && offer.offered_at >= since)
        .map((offer) => {
          const isAccepted = made.rows.find(({ id }) => id === offer.delivery_id)?.courier_id === courierId
          const wasGone = history.some(
            (line) =>
              line.delivery_id === offer.delivery_id &&
              line.status !== 'SEARCHING_COURIER' &&
              line.occurred_at >= offer.offered_at &&
              line.occurred_at < offer.expires_at,
          )
          const wasBusy = carried.some(
            ({ from, to }) => from < offer.expires_at && (to === null || to > offer.offered_at),
          )
          const isDeclined = offer.declined_at !== null
          const lapsed = offer.expires_at <= clock.now() && !wasGone && !wasBusy
          return { isAccepted, isDeclined, counts: isAccepted || isDeclined || lapsed }
        })
        .filter(({ counts }) => counts)
      assert.ok(over.length > 0)
      assert.deepEqual(await countOffers(db, { courierId, since, now: clock.now() }), {
        offered: over.length,
        accepted: over.filter(({ isAccepted }) => isAccepted).length,
        declined: over.filter(({ isDeclined, isAccepted }) => isDeclined && !isAccepted).length,
      })
    }
  })
})

/** What a delivery under way may come to. */
const endOf = (status: DeliveryStatus, chance: () => number): DeliveryStatus =>
  status === 'FAILED'
    ? 'RETURNED'
    : status === 'IN_TRANSIT'
      ? oneOf(['DELIVERED', 'CANCELLED'] as const, chance)
      : oneOf(['CANCELLED', 'EXPIRED'] as const, chance)

function isFound(row: DeliveryRow, filter: AllFilter): boolean {
  const { shopIds, courierIds, cityIds, statuses, onlyOpen, fromId = '', untilId } = filter
  return (
    (shopIds?.includes(row.shop_id) ?? true) &&
    (courierIds?.includes(row.courier_id ?? '') ?? true) &&
    (cityIds?.includes(row.city_id) ?? true) &&
    (statuses?.includes(row.status) ?? true) &&
    (!onlyOpen || row.ended_at === null) &&
    row.id >= fromId &&
    (untilId === undefined || row.id < untilId)
  )
}
