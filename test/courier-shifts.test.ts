import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { changeCourier } from '../src/domain/couriers/change-courier.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { changeShift } from '../src/domain/couriers/shifts/change-shift.ts'
import { leaveShift } from '../src/domain/couriers/shifts/leave-shift.ts'
import { planShifts } from '../src/domain/couriers/shifts/plan-shifts.ts'
import { purgeShifts } from '../src/domain/couriers/shifts/purge-shifts.ts'
import { removeShift } from '../src/domain/couriers/shifts/remove-shift.ts'
import { listShifts } from '../src/domain/couriers/shifts/shift-store.ts'
import { listShiftTakers } from '../src/domain/couriers/shifts/shift-taker-store.ts'
import { takeShift } from '../src/domain/couriers/shifts/take-shift.ts'
import { suspendCourier } from '../src/domain/couriers/standing/suspend-courier.ts'
import { remindOfShifts } from '../src/domain/messages/couriers/remind-of-shifts.ts'
import { readZones } from '../src/domain/zones/zone-store.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { messageWork } from './support/message-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const href = '/operations/couriers/shifts'
/** A Monday: it is Saturday when the tests begin. In Cotonou it is an hour later than UTC. */
const monday = '2026-11-23'
const morning = { beginsAt: new Date(`${monday}T07:00:00Z`), endsAt: new Date(`${monday}T13:00:00Z`) }

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let cityId: string

  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    cityId = service.services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.deleteFrom('courier_shifts').execute()
    await service.services.db.deleteFrom('messages').execute()
  })
  after(() => service.close())

  const acting = () => ({
    ...service.services,
    actor: { kind: 'OPERATOR', id: operator.accountId } as Actor,
  })
  const as = (courierId: string) => ({
    ...service.services,
    actor: { kind: 'COURIER', id: courierId } as Actor,
  })
  const allShifts = () =>
    listShifts(service.services.db, {
      cityId,
      from: new Date('2026-01-01T00:00:00Z'),
      until: new Date('2030-01-01T00:00:00Z'),
    })
  async function shift(wanted = 1, span = morning): Promise<string> {
    await planShifts(acting(), { cityId, zoneIds: [], wanted, spans: [span] })
    return (await allShifts()).find(({ beginsAt }) => +beginsAt === +span.beginsAt)?.id ?? ''
  }
  const takersOf = async (shiftId: string) =>
    (await listShiftTakers(service.services.db, [shiftId], service.clock.now())).map(
      ({ courierId }) => courierId,
    )
  /** What couriers are told now: kinds and couriers. */
  async function told(): Promise<string[]> {
    const { db } = service.services
    await db.deleteFrom('messages').execute()
    while (await remindOfShifts(service.services.messages));
    const rows = await db.selectFrom('messages').select(['kind', 'courier_id']).execute()
    return rows.map(({ kind, courier_id }) => `${kind} ${courier_id}`).toSorted()
  }

  describe('planning', () => {
    const form = { city: '', week: monday, from: '08:00', to: '14:00', wanted: '3' }

    test('an operator plans a shift for several days, in a zone, and sees the week', async () => {
      const [zone] = await readZones(service.services.db, cityId)
      const planned = await operator.post(href, {
        ...{ ...form, city: cityId, [`zone-${zone?.id}`]: 'on' },
        ...{ [`day-${monday}`]: 'on', 'day-2026-11-25': 'on' },
      })
      assert.match(textOf(planned), /Les créneaux sont prévus\./)
      assert.match(textOf(planned), new RegExp(`lundi 23 nov\\. 2026 8 h – 14 h ${zone?.name} 0 sur 3`))
      assert.match(textOf(planned), /mercredi 25 nov\. 2026 8 h – 14 h/)
      const shifts = await allShifts()
      assert.deepEqual(
        shifts.map(({ beginsAt, endsAt, zoneIds, wanted }) => [
          ...[beginsAt.toISOString(), endsAt.toISOString(), zoneIds, wanted],
        ]),
        ['2026-11-23', '2026-11-25'].map((day) => [
          ...[`${day}T07:00:00.000Z`, `${day}T13:00:00.000Z`, [zone?.id], 3],
        ]),
      )
      const again = await operator.post(href, {
        ...{ ...form, city: cityId, [`zone-${zone?.id}`]: 'on', [`day-${monday}`]: 'on' },
      })
      assert.match(textOf(again), /Rien de nouveau à prévoir\./)
      assert.equal((await allShifts()).length, 2)
    })

    test('a shift that ends before it begins ends on the next day', async () => {
      await operator.post(href, { ...form, city: cityId, from: '20:00', to: '02:00', 'day-2026-11-29': 'on' })
      const [night] = await allShifts()
      assert.deepEqual(
        [night?.beginsAt.toISOString(), night?.endsAt.toISOString()],
        ['2026-11-29T19:00:00.000Z', '2026-11-30T01:00:00.000Z'],
      )
    })

    test('a week is planned as the one before, by the clocks of the city and without who took it', async () => {
      const id = await shift(2)
      await takeShift(acting(), { shiftId: id, courierId: await registerCourier(service) })
      const page = await operator.open(`${href}?city=${cityId}&week=2026-11-30`)
      const copied = await operator.submit(page, `${href}/copy`)
      assert.match(textOf(copied), /Les créneaux sont prévus\./)
      const shifts = await allShifts()
      assert.deepEqual(
        shifts.map(({ beginsAt }) => beginsAt.toISOString()),
        ['2026-11-23T07:00:00.000Z', '2026-11-30T07:00:00.000Z'],
      )
      assert.deepEqual(await takersOf(shifts[1]?.id ?? ''), [])
      assert.match(textOf(await operator.submit(copied, `${href}/copy`)), /Rien de nouveau/)
    })

    test('what is no shift is refused beside its field', async () => {
      const day = { [`day-${monday}`]: 'on' }
      for (const [fields, says] of [
        [{}, /Cochez au moins un jour\./],
        [{ ...day, from: '8h' }, /Une heure comme 08:00\./],
        [{ ...day, wanted: '0' }, /Un nombre entier de 1 à 200\./],
        [{ ...day, wanted: '201' }, /Un nombre entier de 1 à 200\./],
        [{ ...day, to: '08:15' }, /dure d’une demi-heure à 16 heures/],
        [{ ...day, from: '08:00', to: '08:00' }, /dure d’une demi-heure à 16 heures/],
      ] as const) {
        const page = await operator.post(href, { ...form, city: cityId, ...fields })
        assert.equal(page.status, 422, JSON.stringify(fields))
        assert.match(textOf(page), says)
      }
      const [other] = service.services.pricing.map.current().cities.filter(({ id }) => id !== cityId)
      const spans = [morning]
      await assert.rejects(planShifts(acting(), { cityId, zoneIds: [cityId], wanted: 1, spans }), {
        code: 'SHIFT_INVALID',
      })
      service.clock.set('2026-11-23T13:00:00.000Z')
      await assert.rejects(planShifts(acting(), { cityId, zoneIds: [], wanted: 1, spans }), {
        code: 'SHIFT_INVALID',
      })
      assert.ok(other === undefined || other.id)
      assert.deepEqual(await allShifts(), [])
    })

    test('dispatchers see shifts and change none', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const id = await shift()
      assert.match(textOf(await dispatcher.open(`${href}?week=${monday}`)), /0 sur 1/)
      const page = await dispatcher.open(`${href}/${id}`)
      assert.doesNotMatch(page.html, /\/put|\/remove/)
      const courierId = await registerCourier(service)
      for (const [path, fields] of [
        [href, { ...form, city: cityId }],
        [`${href}/copy`, { city: cityId, week: monday }],
        [`${href}/${id}/put`, { courierId }],
        [`${href}/${id}/remove`, {}],
      ] as const)
        assert.equal((await dispatcher.post(path, fields)).status, 403, path)
      for (const actor of [{ kind: 'OPERATOR', id: dispatcher.accountId }] as Actor[]) {
        const deps = { ...service.services, actor }
        const role = { code: 'ROLE_REQUIRED' }
        await assert.rejects(planShifts(deps, { cityId, zoneIds: [], wanted: 1, spans: [morning] }), role)
        await assert.rejects(removeShift(deps, id), role)
        await assert.rejects(takeShift(deps, { shiftId: id, courierId }), role)
        await assert.rejects(leaveShift(deps, { shiftId: id, courierId }), role)
      }
    })
  })

  describe('couriers', () => {
    test('a courier takes a shift and leaves it until three hours before it begins', async () => {
      const { id: courierId, visitor } = await signInCourier(service)
      const id = await shift()
      const page = await visitor.open('/courier/shifts')
      assert.match(textOf(page), /lundi 23 novembre, 08:00 – 14:00 Cotonou · 1 place libre/)
      const taken = await visitor.submit(page, '/courier/shifts/take')
      assert.match(textOf(taken), /Le créneau est à vous\./)
      assert.deepEqual(await takersOf(id), [courierId])
      assert.match(textOf(taken), /Quitter ce créneau/)

      service.clock.set('2026-11-23T04:00:00.000Z')
      assert.match(textOf(await visitor.open('/courier')), /Créneau : aujourd’hui à 8 h, jusqu’à 14 h/)
      const left = await visitor.submit(await visitor.open('/courier/shifts'), '/courier/shifts/leave')
      assert.match(textOf(left), /Vous avez quitté le créneau\./)
      assert.deepEqual(await takersOf(id), [])

      await visitor.submit(await visitor.open('/courier/shifts'), '/courier/shifts/take')
      service.clock.set('2026-11-23T04:00:00.001Z')
      assert.match(
        textOf(await visitor.open('/courier/shifts')),
        /Si vous ne pouvez pas venir, appelez votre responsable\./,
      )
      const late = await visitor.post('/courier/shifts/leave', { shift: id })
      assert.equal(late.status, 409)
      assert.match(textOf(late), /jusqu’à 3 h avant son début/)
      assert.deepEqual(await takersOf(id), [courierId])
    })

    test('the last place is given once, and nobody is in two shifts at a time', async () => {
      const [one, other] = [await registerCourier(service), await registerCourier(service)]
      const id = await shift()
      const outcomes = await Promise.allSettled(
        [one, other].map((courierId) => takeShift(as(courierId), { shiftId: id, courierId })),
      )
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      const [taker = ''] = await takersOf(id)
      await assert.rejects(takeShift(as(other), { shiftId: id, courierId: taker === one ? other : one }), {
        code: 'SHIFT_FULL',
      })
      await takeShift(as(taker), { shiftId: id, courierId: taker })
      assert.deepEqual(await takersOf(id), [taker])
      const later = await shift(5, {
        ...morning,
        beginsAt: new Date(`${monday}T12:59:00Z`),
        endsAt: new Date(`${monday}T18:00:00Z`),
      })
      await assert.rejects(takeShift(as(taker), { shiftId: later, courierId: taker }), {
        code: 'SHIFT_OVERLAPS',
      })
      const after = await shift(5, { beginsAt: morning.endsAt, endsAt: new Date(`${monday}T18:00:00Z`) })
      await takeShift(as(taker), { shiftId: after, courierId: taker })
    })

    test('who is retired leaves the shifts to come, whose places are free again', async () => {
      const [one, other] = [await registerCourier(service), await registerCourier(service)]
      const id = await shift()
      await takeShift(as(one), { shiftId: id, courierId: one })
      await retireCourier(service.services, one)
      assert.deepEqual(await takersOf(id), [])
      await takeShift(as(other), { shiftId: id, courierId: other })
    })

    test('a courier sees the shifts of their own cities, and no full one of others', async () => {
      const { id: courierId, visitor } = await signInCourier(service)
      const id = await shift()
      await takeShift(acting(), { shiftId: id, courierId: await registerCourier(service) })
      assert.match(textOf(await visitor.open('/courier/shifts')), /Aucun créneau n’a de place/)
      const full = await visitor.post('/courier/shifts/take', { shift: id })
      assert.equal(full.status, 409)
      assert.match(textOf(full), /Ce créneau n’a plus de place\./)
      await shift(3, { ...morning, endsAt: new Date(`${monday}T14:00:00Z`) })
      assert.match(textOf(await visitor.open('/courier/shifts')), /3 places libres/)
      await service.services.db.deleteFrom('courier_cities').where('courier_id', '=', courierId).execute()
      assert.match(textOf(await visitor.open('/courier/shifts')), /Aucun créneau n’a de place/)
      for (const foreign of [id, courierId, 'x', ''])
        assert.equal((await visitor.post('/courier/shifts/take', { shift: foreign })).status, 404, foreign)
    })

    test('shifts are said in Portuguese and Spanish too', async () => {
      const { visitor } = await signInCourier(service)
      const says = async (language: string) =>
        textOf(await visitor.open('/courier/shifts', { 'accept-language': language }))
      assert.match(await says('pt'), /Os meus turnos/)
      assert.match(await says('es'), /Mis turnos/)
    })

    test('who is on duty without a shift is on duty as ever', async () => {
      const courierId = await registerCourier(service)
      await shift()
      service.clock.set('2026-11-23T08:00:00.000Z')
      assert.ok((await setDuty(as(courierId), courierId, true)).on_duty_since)
    })
  })

  describe('what is told and seen', () => {
    test('a courier is reminded once, an hour before, unless they are on duty or took it since', async () => {
      const [plain, working, late] = [
        await registerCourier(service),
        await registerCourier(service),
        await registerCourier(service),
      ]
      const id = await shift(3)
      for (const courierId of [plain, working]) await takeShift(as(courierId), { shiftId: id, courierId })
      service.clock.set('2026-11-23T05:59:59.000Z')
      assert.deepEqual(await told(), [])
      service.clock.set('2026-11-23T06:00:00.000Z')
      await setDuty(as(working), working, true)
      await takeShift(as(late), { shiftId: id, courierId: late })
      assert.deepEqual(await told(), [`COURIER_SHIFT_SOON ${plain}`])
      assert.deepEqual(await told(), [])
    })

    test('an operator puts a courier on a shift and takes them off it, and they are told', async () => {
      const [courierId, other] = [
        await registerCourier(service, { firstName: 'Sessi' }),
        await registerCourier(service),
      ]
      const id = await shift()
      await takeShift(as(other), { shiftId: id, courierId: other })
      const path = `${href}/${id}`
      const put = await operator.submit(await operator.open(path), `${path}/put`, { courierId })
      assert.match(textOf(put), /Le livreur est mis sur le créneau, et prévenu\./)
      assert.match(textOf(put), /Sessi Ahouansou Attendu/)
      assert.deepEqual(await told(), [`COURIER_SHIFT_GIVEN ${courierId}`])
      const off = await operator.post(`${path}/take-off`, { courierId })
      assert.match(textOf(off), /Le livreur est retiré du créneau, et prévenu\./)
      assert.deepEqual(await told(), [`COURIER_SHIFT_TAKEN ${courierId}`])
      await takeShift(acting(), { shiftId: id, courierId })
      await leaveShift(acting(), { shiftId: id, courierId })
      assert.deepEqual(await told(), [`COURIER_SHIFT_TAKEN ${courierId}`])
    })

    test('who has a shift that is removed is told, and nobody can take it any more', async () => {
      const courierId = await registerCourier(service)
      const id = await shift()
      await takeShift(as(courierId), { shiftId: id, courierId })
      const path = `${href}/${id}`
      const removed = await operator.submit(await operator.open(path), `${path}/remove`)
      assert.match(textOf(removed), /Le créneau est supprimé\./)
      assert.deepEqual(await told(), [`COURIER_SHIFT_TAKEN ${courierId}`])
      const work = messageWork(service)
      await work.once()
      const sent = await service.services.db.selectFrom('messages').select('state').execute()
      assert.deepEqual(sent, [{ state: 'SENT' }])
      assert.deepEqual(work.reportedErrors, [])
      await assert.rejects(takeShift(as(courierId), { shiftId: id, courierId }), { code: 'SHIFT_NOT_FOUND' })
      assert.equal((await operator.open(path)).status, 404)
      assert.equal(await shift().then((again) => again !== id && again !== ''), true)
    })

    test('an operator changes the time and the zones of a shift, and whoever has it is told and reminded anew', async () => {
      const [zone] = await readZones(service.services.db, cityId)
      const courierId = await registerCourier(service)
      const id = await shift()
      await takeShift(as(courierId), { shiftId: id, courierId })
      service.clock.set('2026-11-23T06:00:00.000Z')
      assert.deepEqual(await told(), [`COURIER_SHIFT_SOON ${courierId}`])
      const path = `${href}/${id}`
      const page = await operator.open(path)
      assert.match(page.html, /value="08:00"[\s\S]*value="14:00"[\s\S]*value="1"/)
      const changed = await operator.submit(page, `${path}/change`, {
        ...{ from: '10:30', to: '15:00', wanted: '2', [`zone-${zone?.id}`]: 'on' },
      })
      assert.match(textOf(changed), /Le créneau est modifié, et les livreurs qui l’ont pris sont prévenus\./)
      const after = { id, cityId, zoneIds: [zone?.id], wanted: 2 }
      const span = { beginsAt: new Date(`${monday}T09:30:00Z`), endsAt: new Date(`${monday}T14:00:00Z`) }
      assert.deepEqual(await allShifts(), [{ ...after, ...span }])
      assert.deepEqual(await takersOf(id), [courierId])
      assert.deepEqual(await told(), [`COURIER_SHIFT_CHANGED ${courierId}`])
      const work = messageWork(service)
      await work.once()
      const sent = await service.services.db.selectFrom('messages').select('state').execute()
      assert.deepEqual([sent, work.reportedErrors], [[{ state: 'SENT' }], []])
      service.clock.set('2026-11-23T08:30:00.000Z')
      assert.deepEqual(await told(), [`COURIER_SHIFT_SOON ${courierId}`])

      // How many are wanted is nothing that they are told, and the same again changes nothing.
      await changeShift(acting(), id, { ...span, zoneIds: [zone?.id ?? ''], wanted: 5 })
      await changeShift(acting(), id, { ...span, zoneIds: [zone?.id ?? ''], wanted: 5 })
      assert.deepEqual(await told(), [])
      const lines = await service.services.db
        .selectFrom('audit_lines')
        .select('audit_lines.id')
        .where('audit_lines.action', '=', 'change-shift')
        .execute()
      assert.equal(lines.length, 2)
    })

    test('a change of a shift that nobody could keep is refused, and the shift stays as it was', async () => {
      const courierId = await registerCourier(service)
      const id = await shift()
      const afternoon = { beginsAt: new Date(`${monday}T13:00:00Z`), endsAt: new Date(`${monday}T18:00:00Z`) }
      const later = await shift(3, afternoon)
      for (const shiftId of [id, later]) await takeShift(as(courierId), { shiftId, courierId })
      const before = await allShifts()
      const change = (span: object) =>
        changeShift(acting(), id, { ...morning, zoneIds: [], wanted: 1, ...span })
      for (const [span, code] of [
        [{ endsAt: new Date(`${monday}T13:30:00Z`) }, 'SHIFT_OVERLAPS'],
        [{ zoneIds: [cityId] }, 'SHIFT_INVALID'],
        [{ endsAt: new Date(`${monday}T07:10:00Z`) }, 'SHIFT_INVALID'],
        [{ wanted: 201 }, 'SHIFT_INVALID'],
      ] as const)
        await assert.rejects(change(span), { code })
      await leaveShift(as(courierId), { shiftId: id, courierId })
      await assert.rejects(change(afternoon), { code: 'SHIFT_PLANNED' })
      await assert.rejects(changeShift(acting(), courierId, { ...morning, zoneIds: [], wanted: 1 }), {
        code: 'SHIFT_NOT_FOUND',
      })
      assert.deepEqual(await allShifts(), before)
      const wrong = await operator.post(`${href}/${id}/change`, { from: '8h', to: '14:00', wanted: '1' })
      assert.equal(wrong.status, 422)
      assert.match(textOf(wrong), /Une heure comme 08:00\./)
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const fields = { from: '09:00', to: '14:00', wanted: '1' }
      assert.equal((await dispatcher.post(`${href}/${id}/change`, fields)).status, 403)
      service.clock.set('2026-11-23T13:00:00.000Z')
      await assert.rejects(change({}), { code: 'SHIFT_OVER' })
    })

    test('who is suspended, or works in a city no more, loses the shifts to come there, and is told', async () => {
      const [suspended, moved, stays] = [
        await registerCourier(service),
        await registerCourier(service),
        await registerCourier(service),
      ]
      const id = await shift(3)
      for (const courierId of [suspended, moved, stays])
        await takeShift(as(courierId), { shiftId: id, courierId })
      const { cities } = service.services.pricing.map.current()
      const elsewhere = cities.find(({ name }) => name === 'Parakou')?.id ?? ''
      await suspendCourier(acting(), suspended, 'Plainte')
      await changeCourier(acting(), moved, { cityIds: [elsewhere] })
      await changeCourier(acting(), stays, { cityIds: [cityId, elsewhere] })
      assert.deepEqual(await takersOf(id), [stays])
      assert.deepEqual(
        await told(),
        [suspended, moved].map((courierId) => `COURIER_SHIFT_TAKEN ${courierId}`).toSorted(),
      )
      assert.match(textOf(await operator.open(`${href}?week=${monday}`)), /1 sur 3/)
      const audited = await service.services.db
        .selectFrom('audit_lines')
        .select(['audit_lines.subject_id', 'audit_lines.after'])
        .where('audit_lines.action', 'in', ['suspend-courier', 'change-courier'])
        .execute()
      assert.deepEqual(
        audited
          .filter(({ after }) => JSON.stringify(after).includes(`freedShifts`))
          .map(({ subject_id }) => subject_id)
          .toSorted(),
        [suspended, moved].toSorted(),
      )
    })

    test('a message that is no longer true is not sent', async () => {
      const courierId = await registerCourier(service)
      const id = await shift()
      await takeShift(acting(), { shiftId: id, courierId })
      assert.deepEqual(await told(), [`COURIER_SHIFT_GIVEN ${courierId}`])
      await leaveShift(as(courierId), { shiftId: id, courierId })
      await messageWork(service).once()
      const rows = await service.services.db
        .selectFrom('messages')
        .select(['state', 'last_failure'])
        .execute()
      assert.deepEqual(rows, [{ state: 'SKIPPED', last_failure: 'NO_LONGER_TRUE' }])
    })

    test('a quarter of an hour after the beginning the page says who did not come', async () => {
      const [comes, missing] = [
        await registerCourier(service, { firstName: 'Bio' }),
        await registerCourier(service, { firstName: 'Sessi' }),
      ]
      const id = await shift(2)
      for (const courierId of [comes, missing]) {
        await takeShift(as(courierId), { shiftId: id, courierId })
        service.clock.forward(1_000)
      }
      service.clock.set('2026-11-23T07:10:00.000Z')
      await setDuty(as(comes), comes, true)
      const page = async () => textOf(await operator.open(`${href}/${id}`))
      assert.match(await page(), /Bio Ahouansou En service .*Sessi Ahouansou Attendu/)
      service.clock.set('2026-11-23T07:15:00.000Z')
      assert.match(await page(), /Sessi Ahouansou Pas venu/)
      await setDuty(as(comes), comes, false)
      assert.match(await page(), /Bio Ahouansou Venu/)
      assert.match(textOf(await operator.open(`${href}?week=${monday}`)), /1 pas venu 2 sur 2/)
    })

    test('shifts are kept for 400 days', async () => {
      const id = await shift()
      await takeShift(acting(), { shiftId: id, courierId: await registerCourier(service) })
      service.clock.set('2027-12-27T00:00:00.000Z')
      await purgeShifts(service.services)
      assert.equal((await allShifts()).length, 1)
      service.clock.set('2027-12-29T00:00:00.000Z')
      await purgeShifts(service.services)
      assert.deepEqual(await allShifts(), [])
    })
  })
})
