import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dayAfter } from '../src/base/kernel/local-time.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { eraseCustomer } from '../src/domain/customers/erase-customer.ts'
import { makeDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import {
  recountBookedDeliveries,
  recountChangedDeliveries,
  recountOlderDeliveries,
} from '../src/domain/reports/recount-deliveries.ts'
import { countDaysWorked, type ReportSum, sumMeasure } from '../src/domain/reports/report-sum-store.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { drawnBy, oneOf, seedFrom } from './support/chance.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, courier, type VerbName } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'

const seed = seedFrom('REPORTS_SEED', 1960)
const lives = Number(process.env.REPORTS_LIVES ?? 60)
const timeZone = 'Africa/Porto-Novo'

/** The ways that deliveries go; each ends somewhere else. */
const ways: readonly (readonly (VerbName | 'arrive')[])[] = [
  ['locate', 'assign', 'pickUp', 'handOver'],
  ['locate', 'assign', 'arrive', 'pickUp', 'handOver'],
  ['locate', 'assign', 'pickUp', 'fail', 'return'],
  ['locate', 'assign', 'arrive', 'cancel'],
  ['locate', 'assign', 'pickUp', 'fail'],
  ['locate', 'assign', 'cancel'],
  ['locate', 'assign', 'pickUp'],
  ['locate', 'expire'],
  ['expire'],
  ['cancel'],
]

/** All that is counted, by plain queries over what happened; one line for each key, the first key first. */
const plainCounts = sql<{ line: string }>`
  with lines as (
    select shop_id, delivery_id, bool_or(status = 'AWAITING_LOCATION') as located,
      min(occurred_at) filter (where status = 'SEARCHING_COURIER') as searched_at,
      min(occurred_at) filter (where status = 'ASSIGNED') as assigned_at,
      min(occurred_at) filter (where status = 'IN_TRANSIT') as picked_up_at,
      min(occurred_at) filter (where status in ('DELIVERED', 'FAILED', 'CANCELLED', 'EXPIRED')) as ended_at
    from delivery_history group by 1, 2
  ), lived as (
    select deliveries.*, lines.located, lines.searched_at, lines.assigned_at, lines.picked_up_at,
      lines.ended_at as over_at,
      to_char(lines.ended_at at time zone ${timeZone}, 'YYYY-MM-DD') as over_on,
      coalesce(pickup_window_from, '-infinity'::timestamptz) as window_from
    from deliveries join lines on lines.shop_id = deliveries.shop_id and lines.delivery_id = deliveries.id
  ), steps as (
    select lived.*, step.part, greatest(0, extract(epoch from step.ends_at - step.begins_at) / 60) as minutes
    from lived cross join lateral (values
      ('LOCATE', case when located then created_at end, searched_at),
      ('SEARCH', greatest(searched_at, window_from), assigned_at),
      ('PICK_UP', greatest(assigned_at, window_from), picked_up_at),
      ('RIDE', picked_up_at, over_at),
      ('TOTAL', greatest(created_at, window_from), over_at)
    ) as step (part, begins_at, ends_at)
    where status = 'DELIVERED' and step.begins_at is not null and step.ends_at is not null
  ), counted (measure, day, city_id, part, bucket, value) as (
    select 'ORDERED', to_char(greatest(created_at, window_from) at time zone ${timeZone}, 'YYYY-MM-DD'),
      city_id::text, coalesce((
        select zones.id::text from zones
        where zones.city_id = lived.city_id and pickup_lat between 6.35 and 6.39
          and pickup_lng >= case zones.name when 'West' then 2.40 else 2.42 end
          and pickup_lng < case zones.name when 'West' then 2.42 else 2.44 end), ''),
      extract(hour from greatest(created_at, window_from) at time zone ${timeZone})::integer, 1
    from lived
    union all
    select 'SHOP', to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD'), city_id::text, shop_id::text, 0, 1
    from lived
    union all
    select 'ENDED', over_on, city_id::text,
      case status when 'DELIVERED' then 'DELIVERED' when 'CANCELLED' then 'CANCELLED_BY_SHOP'
        when 'EXPIRED' then case when searched_at is null then 'NO_LOCATION' else 'NO_COURIER' end
        else 'FAILED_' || failure_code end, 0, 1
    from lived where over_at is not null
    union all
    select 'TRIP', over_on, city_id::text, courier_id::text, case status when 'DELIVERED' then 0 else 1 end, 1
    from lived where status in ('DELIVERED', 'FAILED', 'RETURNED') and courier_id is not null
    union all
    select 'WORKED', over_on, '', courier_id::text, 0, 1
    from lived where status in ('DELIVERED', 'FAILED', 'RETURNED') and courier_id is not null
    union all
    select 'SHOP_TRIP', over_on, city_id::text, shop_id::text, case status when 'DELIVERED' then 0 else 1 end, 1
    from lived where status in ('DELIVERED', 'FAILED', 'RETURNED')
    union all
    select 'PUNCTUAL', over_on, lived.city_id::text,
      case when announced_at is null or announced_at > over_at then 'SILENT'
        when over_at < announced_earliest_at then 'EARLY' when over_at > announced_latest_at then 'LATE'
        else 'WITHIN' end, 0, 1
    from lived left join arrivals on arrivals.shop_id = lived.shop_id and arrivals.delivery_id = lived.id
    where status = 'DELIVERED'
    union all
    select 'STEP', over_on, city_id::text, part,
      (case when minutes <= 120 then ceil(minutes) when minutes <= 1440 then ceil(minutes / 10) * 10
        else ceil(minutes / 60) * 60 end)::integer, 1
    from steps
    union all
    select case kind_of when 'COURIER_EARNINGS' then 'EARNED' when 'SHOP_SALES' then 'SALES' else 'MONEY' end,
      to_char(booked_at at time zone ${timeZone}, 'YYYY-MM-DD'), coalesce(city_id::text, ''),
      ledger_postings.currency || ' ' || case when kind_of in ('COURIER_EARNINGS', 'SHOP_SALES') then owner
        when kind_of = 'TRIP_REVENUE' then 'TRIP' when kind_of = 'COLLECTION_REVENUE' then 'COLLECTION'
        when kind_of = 'DISCOUNTS' then 'DISCOUNT' when kind_of = 'COURIER_PAY' then 'PAY' else 'FEES' end, 0,
      case when kind_of in ('DISCOUNTS', 'COURIER_PAY') then amount_fcfa else -amount_fcfa end
    from ledger_postings join ledger_entries on posting_id = ledger_postings.id
    join (select id, kind as kind_of, owner from ledger_accounts) as accounts on accounts.id = account_id
    left join deliveries on deliveries.id = delivery_id
    where ledger_postings.kind = 'DELIVERY_ENDED' and (kind_of like '%\_REVENUE'
      or kind_of in ('DISCOUNTS', 'COURIER_PAY', 'COURIER_EARNINGS')
      or kind_of = 'SHOP_SALES' and deliveries.id is not null)
  )
  select measure || ' ' || day || ' ' || city_id || ' ' || part || ' ' || bucket || ' ' || sum(value) as line
  from counted group by measure, day, city_id, part, bucket order by 1`

const keptCounts = (isMonth: boolean) => sql<{ line: string }>`
  select measure || ' ' || to_char(day, 'YYYY-MM-DD') || ' ' || city_id || ' ' || part
    || ' ' || bucket || ' ' || value as line
  from report_sums where is_month = ${isMonth} order by 1`

const keptSpans = (length: 'TEN_DAYS' | 'QUARTER') => sql<{ line: string }>`
  select measure || ' ' || to_char(day, 'YYYY-MM-DD') || ' ' || city_id || ' ' || part || ' ' || bucket
    || ' ' || value as line
  from report_spans where length = ${length} order by 1`

/** The first day of the ten days, or of the quarter, in which a day lies. */
const tenDaysOf = (day: string) =>
  `${day.slice(0, 8)}${day.slice(8) < '11' ? '01' : day.slice(8) < '21' ? '11' : '21'}`
const quarterOf = (day: string) =>
  `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`

/** What lines of days come to in longer rows, none of 0; of `WORKED` the number of its days. */
function summedUp(days: readonly string[], begins: (day: string) => string): string[] {
  const sums = new Map<string, number>()
  for (const line of days) {
    const [measure, day = '', ...rest] = line.split(' ')
    const key = [measure, begins(day), ...rest.slice(0, -1)].join(' ')
    sums.set(key, (sums.get(key) ?? 0) + (measure === 'WORKED' ? 1 : Number(rest.at(-1))))
  }
  return [...sums].filter(([, value]) => value !== 0).map(([key, value]) => `${key} ${value}`)
}

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
    await sql`update ledger_beginning set began_at = '2026-01-01'`.execute(service.services.db)
  })
  after(() => service.close())

  const linesOf = async (query: ReturnType<typeof keptCounts>) =>
    (await query.execute(service.services.db)).rows.map(({ line }) => line)

  /** What the consumers do, in an order of their own, however often. */
  async function count(chance = () => 0): Promise<void> {
    const { services } = service
    const work = [
      () => consumeAll(services, followArrivals(services)),
      () => consumeAll(services, settleDeliveries(services)),
      () => consumeAll(services, recountChangedDeliveries(services)),
      () => untilDone(() => recountBookedDeliveries(services)),
    ]
    for (const each of work.toSorted(() => chance() - 0.5)) await each()
  }

  const untilDone = async (work: () => Promise<boolean>) => {
    while (await work());
  }

  /** Everything is counted, and the sums are those of plain queries, of months too. */
  async function assertExact(): Promise<void> {
    await count()
    await count()
    const days = await linesOf(plainCounts)
    assert.ok(days.length > 0)
    assert.deepEqual(await linesOf(keptCounts(false)), days)
    for (const [begins, kept] of [
      [(day: string) => `${day.slice(0, 7)}-01`, keptCounts(true)],
      [tenDaysOf, keptSpans('TEN_DAYS')],
      [quarterOf, keptSpans('QUARTER')],
    ] as const)
      assert.deepEqual((await linesOf(kept)).toSorted(), summedUp(days, begins).toSorted())
  }

  const phoneOf = (life: number) => `01970${String(10_000 + (life % 7)).padStart(5, '0')}`

  async function live(shop: TestShop, life: number): Promise<void> {
    const draw = drawnBy(seed, 'life', life)
    const courierId = await registerCourier(service)
    const { services, clock } = service
    const window =
      draw() < 0.2
        ? {
            from: new Date(clock.now().getTime() + 3 * 3_600_000).toISOString(),
            to: new Date(clock.now().getTime() + 6 * 3_600_000).toISOString(),
          }
        : undefined
    const { status, body } = await shop.order({
      customer: { ...plainOrder.customer, phone: phoneOf(life) },
      ...(window && { pickupWindow: window }),
    })
    assert.equal(status, 201, JSON.stringify(body))
    const key = { shopId: shop.shopId, id: body.id as string }
    for (const verb of oneOf(ways, draw)) {
      clock.forward(Math.floor(draw() * draw() * 200 * 60_000))
      if (draw() < 0.3) await count(draw)
      if (verb === 'assign') await assignCourier(services, key, { ...courier, id: courierId })
      else if (verb === 'arrive') await arriveAtPickup(services, key)
      else await act(service, key, verb)
      if (verb === 'pickUp' && draw() < 0.7) await announce(key, draw)
    }
  }

  /** The customer reads when the courier is expected. */
  async function announce(key: { shopId: string; id: string }, draw: () => number): Promise<void> {
    await consumeAll(service.services, followArrivals(service.services))
    const minutes = (count: number) => new Date(service.clock.now().getTime() + count * 60_000)
    await sql`
      update arrivals set announced_at = ${minutes(0)}, announced_earliest_at = ${minutes(draw() * 20)},
        announced_latest_at = ${minutes(20 + draw() * 40)}
      where shop_id = ${key.shopId}::uuid and delivery_id = ${key.id}::uuid
    `.execute(service.services.db)
  }

  test('after random lives the sums are those of plain queries, to the row', async () => {
    const shops = [await service.openShop(), await service.openShop()]
    for (let life = 0; life < lives; life += 1) {
      await live(oneOf(shops, drawnBy(seed, 'shop', life)), life)
      if (life % 20 === 19) await assertExact()
    }
    await assertExact()
  })

  test('events that come again, and a whole log that does, change nothing', async () => {
    const { db } = service.services
    await sql`update event_consumers set position = 0 where name = 'reports'`.execute(db)
    const sums = await linesOf(keptCounts(false))
    await count()
    assert.deepEqual(await linesOf(keptCounts(false)), sums)
    await assertExact()
  })

  test('customers who are erased stay counted as they were', async () => {
    const sums = await linesOf(keptCounts(false))
    await consumeAll(service.services, makeDeliveriesSearchable)
    for (let life = 0; life < 3; life += 1)
      await eraseCustomer(
        { ...service.services, onError: (_, error) => assert.fail(String(error)) },
        { phone: `+229${phoneOf(life)}`, reason: 'Demande du client' },
      )
    const { db } = service.services
    await sql`update event_consumers set position = 0 where name = 'reports'`.execute(db)
    await count()
    assert.deepEqual(await linesOf(keptCounts(false)), sums)
    await assertExact()
  })

  test('a hand-over stays as punctual as it was once what was announced is no longer kept', async () => {
    const { db } = service.services
    const sums = await linesOf(keptCounts(false))
    assert.ok(sums.some((line) => /^PUNCTUAL .* (WITHIN|LATE|EARLY) /.test(line)))
    await sql`create table arrivals_before as select * from arrivals`.execute(db)
    await sql`delete from arrivals`.execute(db)
    await sql`update event_consumers set position = 0 where name = 'reports'`.execute(db)
    await consumeAll(service.services, recountChangedDeliveries(service.services))
    assert.deepEqual(await linesOf(keptCounts(false)), sums)
    await sql`insert into arrivals select * from arrivals_before`.execute(db)
  })

  test('deliveries from before there were reports are counted in batches', async () => {
    const { db } = service.services
    const sums = await linesOf(keptCounts(false))
    for (const table of ['report_sums', 'report_deliveries', 'report_bookings'])
      await sql`delete from ${sql.table(table)}`.execute(db)
    const none = '00000000-0000-0000-0000-000000000000'
    await sql`insert into report_backlog (after_shop_id, after_delivery_id) values (${none}, ${none})`.execute(
      db,
    )
    await untilDone(() => recountOlderDeliveries(service.services))
    assert.deepEqual(await linesOf(keptCounts(false)), sums)
    assert.deepEqual((await sql`select from report_backlog`.execute(db)).rows, [])
  })

  test('what is asked for over months and days is the sum of its days', async () => {
    const { db } = service.services
    const range = { firstDay: '2026-10-15', lastDay: '2027-01-10' }
    const total = (sums: readonly ReportSum[]) => sums.reduce((sum, { value }) => sum + value, 0)
    const [byDay, inAll] = [
      await sumMeasure(db, 'ORDERED', { range }, ['day']),
      await sumMeasure(db, 'ORDERED', { range }, []),
    ]
    assert.equal(total(inAll), lives)
    assert.equal(total(byDay), lives)
    const { rows: worked } = await sql<{ part: string; days: number }>`
      select part, count(distinct day)::integer as days from report_sums
      where measure = 'TRIP' and not is_month and day between ${range.firstDay}::date and ${range.lastDay}::date
      group by part
    `.execute(db)
    const daysOf = new Map(worked.map(({ part, days }) => [part, days]))
    assert.ok(daysOf.size > 10)
    assert.deepEqual(await countDaysWorked(db, { range }), daysOf)
    const [{ cityId }] = (await sumMeasure(db, 'TRIP', { range }, ['city_id'])) as [ReportSum]
    assert.deepEqual(await countDaysWorked(db, { range, cityId }), daysOf)
    const elsewhere = await sumMeasure(db, 'ORDERED', { range, cityId: 'nowhere' }, ['part', 'bucket'])
    assert.deepEqual(elsewhere, [])
  })

  test('any range is the sum of its days, from whatever rows it is made', async () => {
    const { db } = service.services
    const draw = drawnBy(seed, 'ranges')
    for (let range = 0; range < 25; range += 1) {
      const firstDay = dayAfter('2026-10-01', Math.floor(draw() * 90))
      const lastDay = dayAfter(firstDay, Math.floor(draw() * draw() * 366))
      for (const measure of ['ORDERED', 'STEP', 'MONEY'] as const) {
        const byDay = await sumMeasure(db, measure, { range: { firstDay, lastDay } }, [
          'day',
          'part',
          'bucket',
        ])
        for (const [by, periodOf] of [
          [['part', 'bucket'], () => ''],
          [['month', 'part', 'bucket'], (day: string) => day.slice(0, 7)],
        ] as const) {
          const sums = new Map<string, number>()
          for (const { period, part, bucket, value } of byDay) {
            const key = `${periodOf(period)} ${part} ${bucket}`
            sums.set(key, (sums.get(key) ?? 0) + value)
          }
          const read = await sumMeasure(db, measure, { range: { firstDay, lastDay } }, by)
          assert.deepEqual(
            read.map(({ period, part, bucket, value }) => [`${period} ${part} ${bucket}`, value]).toSorted(),
            [...sums].filter(([, value]) => value !== 0).toSorted(),
            `${measure} ${firstDay} ${lastDay}`,
          )
        }
      }
    }
  })

  test('a shop that is reset takes its deliveries out of the sums; what was booked stays, in no city', async () => {
    const shop = await service.openShop()
    for (let life = 1_000; life < 1_010; life += 1) await live(shop, life)
    await assertExact()
    await resetShop({ ...service.services, forgetCounts: () => {} }, shop.shopId)
    const lines = await linesOf(keptCounts(false))
    assert.equal(lines.filter((line) => line.includes(shop.shopId)).length, 0)
    await assertExact()
  })
})
