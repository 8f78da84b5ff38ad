import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { planShifts } from '../src/domain/couriers/shifts/plan-shifts.ts'
import { listShifts } from '../src/domain/couriers/shifts/shift-store.ts'
import { takeShift } from '../src/domain/couriers/shifts/take-shift.ts'
import { readStaffing } from '../src/domain/reports/read-staffing.ts'
import { readZones } from '../src/domain/zones/zone-store.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

/** A Monday. In Cotonou, as in the company, it is an hour later than UTC. */
const day = '2026-12-28'
const zoned = (time: string, on = day) => new Date(`${on}T${time}:00.000+01:00`)

onEachDatabase((open) => {
  let service: TestService
  let cityId: string
  let zoneId: string

  before(async () => {
    service = await openService(await open())
    cityId = service.services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
    const [zone] = await readZones(service.services.db, cityId)
    zoneId = zone?.id ?? ''
  })
  beforeEach(async () => {
    const { db } = service.services
    service.clock.set(zoned('00:00').toISOString())
    for (const table of ['courier_shifts', 'courier_duty_periods', 'report_sums'] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('couriers').set({ on_duty_since: null }).execute()
  })
  after(() => service.close())

  const ask = (count: number, on: string, hour: number, part = zoneId, city = cityId) =>
    service.services.db
      .insertInto('report_sums')
      .values({
        ...{ measure: 'ORDERED', is_month: false, day: on, city_id: city, part, bucket: hour, value: count },
      })
      .execute()
  const plan = (wanted: number, from: string, until: string, zoneIds: string[] = []) =>
    planShifts(service.services, {
      ...{ cityId, zoneIds, wanted, spans: [{ beginsAt: zoned(from), endsAt: zoned(until) }] },
    })
  async function workFrom(courierId: string, from: Date, until: Date | null): Promise<void> {
    service.clock.set(from.toISOString())
    await setDuty(service.services, courierId, true)
    if (until === null) return
    service.clock.set(until.toISOString())
    await setDuty(service.services, courierId, false)
  }
  const read = async () => {
    const { timeZone, db, clock } = service.services
    return readStaffing(db, { cityId, day, timeZone, now: clock.now() })
  }

  test('an hour has what was asked for on average of the last four such days, and nothing of other days', async () => {
    for (const on of ['2026-12-21', '2026-12-14', '2026-12-07']) await ask(4, on, 9)
    await ask(2, '2026-11-30', 9, '')
    for (const on of [day, '2026-12-27', '2026-11-23']) await ask(100, on, 9)
    const [other] = service.services.pricing.map.current().cities.filter(({ id }) => id !== cityId)
    await ask(100, '2026-12-21', 9, '', other?.id)
    const { hours } = await read()
    assert.equal(hours.length, 24)
    assert.deepEqual(
      hours.filter(({ asked }) => asked > 0).map(({ hour, asked }) => [hour, asked]),
      [[9, 3.5]],
    )
  })

  test('an hour has the couriers wanted and taken, by zone and in the whole city', async () => {
    await plan(3, '08:00', '10:30')
    await plan(2, '09:00', '11:00', [zoneId])
    const [shift] = await listShifts(service.services.db, {
      cityId,
      from: zoned('08:00'),
      until: zoned('08:01'),
    })
    await takeShift(service.services, {
      ...{ shiftId: shift?.id ?? '', courierId: await registerCourier(service) },
    })
    const { hours, zones } = await read()
    assert.deepEqual(
      hours.filter(({ wanted }) => wanted > 0).map(({ hour, wanted, taken }) => [hour, wanted, taken]),
      [
        [8, 3, 1],
        [9, 5, 1],
        [10, 3.5, 0.5],
      ],
    )
    assert.deepEqual(
      zones.map((zone) => [zone.zoneId, zone.wanted.slice(8, 11)]),
      [
        [null, [3, 3, 1.5]],
        [zoneId, [0, 2, 2]],
      ],
    )
  })

  test('a shift of the night before counts in the hours of this day', async () => {
    service.clock.set(zoned('12:00', '2026-12-27').toISOString())
    const spans = [{ beginsAt: zoned('20:00', '2026-12-27'), endsAt: zoned('02:00') }]
    await planShifts(service.services, { cityId, zoneIds: [], wanted: 1, spans })
    const { hours } = await read()
    assert.deepEqual(
      hours.filter(({ wanted }) => wanted > 0).map(({ hour }) => hour),
      [0, 1],
    )
  })

  test('an hour has who was on duty in it, and as a rule; hours to come have nobody yet', async () => {
    const [one, other] = [await registerCourier(service), await registerCourier(service)]
    for (const on of ['2026-12-07', '2026-12-14', '2026-12-21'])
      await workFrom(one, zoned('08:00', on), zoned('09:30', on))
    await workFrom(one, zoned('08:30'), zoned('09:00'))
    await workFrom(other, zoned('09:00'), null)
    service.clock.set(zoned('09:30').toISOString())
    const { hours } = await read()
    assert.deepEqual(
      hours.slice(7, 11).map(({ onDuty, usual }) => [onDuty, usual]),
      [
        [0, 0],
        [0.5, 0.75],
        // The hour goes on: so many were there until now.
        [1, 0.375],
        [null, 0],
      ],
    )
  })

  test('operators see it hour by hour, of a city and a day; others do not', async () => {
    const [operator, dispatcher] = [
      await openOperations(service),
      await openOperations(service, { role: 'DISPATCHER' }),
    ]
    await ask(6, '2026-12-21', 9)
    await plan(2, '09:00', '10:00', [zoneId])
    const week = await operator.open(`/operations/couriers/shifts?city=${cityId}&week=${day}`)
    const href = week.html
      .match(/href="([^"]*needs[^"]*)"/)?.[1]
      ?.replaceAll(/&#?\w+;/g, (sign) => (sign === '&amp;' || sign === '&#38;' ? '&' : '='))
    const page = await operator.open(href ?? '')
    assert.equal(page.status, 200)
    assert.match(textOf(page), /9.h 1,5 2 0 – 0/)
    assert.match(textOf(page), /Demandes par zone/)
    const needs = '/operations/couriers/shifts/needs'
    assert.equal((await dispatcher.open(needs)).status, 403)
    for (const query of ['?city=x&day=2026-02-30', `?city=${zoneId}`, '?day=9999-99-99&day=1'])
      assert.equal((await operator.open(`${needs}${query}`)).status, 200, query)
  })
})
