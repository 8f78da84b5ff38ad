import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { findCourier, findCourierByPhone, insertCourier } from '../src/domain/couriers/courier-store.ts'
import { findPosition, savePositions } from '../src/domain/couriers/position-store.ts'
import { purgePositions } from '../src/domain/couriers/purge-positions.ts'
import { openPositionSink, reportPosition } from '../src/domain/couriers/report-position.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { listCarriedDeliveries } from '../src/domain/deliveries/carrying/carried-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { courierAt, registerCourier } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, courier as card } from './support/delivery-verbs.ts'
import { center, east, openService, type TestService } from './support/open-service.ts'

const notFound = {
  status: 404,
  code: 'COURIER_NOT_FOUND',
  en: 'There is no such courier, or they no longer work here.',
  fr: 'Ce livreur n’existe pas, ou ne travaille plus ici.',
} as const
const phoneTaken = {
  status: 409,
  code: 'COURIER_PHONE_TAKEN',
  en: 'Another courier is registered with this phone number.',
  fr: 'Un autre livreur est déjà inscrit avec ce numéro de téléphone.',
} as const

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  describe('a courier', () => {
    test('a new courier is registered off duty and found by id and by phone', async () => {
      const { db } = service.services
      const id = await registerCourier(service, {
        firstName: 'Afi',
        lastName: 'Dossou',
        phone: '+2290197000010',
        vehicleType: 'TRICYCLE',
        plateNumber: 'AB 1234 RB',
      })

      const row = {
        id,
        first_name: 'Afi',
        last_name: 'Dossou',
        phone: '+2290197000010',
        vehicle_type: 'TRICYCLE',
        plate_number: 'AB 1234 RB',
        on_duty_since: null,
        retired_at: null,
        suspended_at: null,
        suspension_reason: null,
        called_off_seen_at: null,
        created_at: service.clock.now(),
      }
      assert.deepEqual(await findCourier(db, id), row)
      assert.deepEqual(await findCourierByPhone(db, '+2290197000010'), row)
      assert.equal(await findCourierByPhone(db, '+2290197000011'), undefined)
      assert.equal(await findCourier(db, newId(service.clock.now())), undefined)
    })

    test('a courier’s phone cannot be registered for another one until they are retired', async () => {
      const phone = '+2290197000020'
      const first = await registerCourier(service, { phone })
      await assertVerbRefused(registerCourier(service, { phone }), phoneTaken)

      await retireCourier(service.services, first)
      const second = await registerCourier(service, { phone })

      assert.equal((await findCourierByPhone(service.services.db, phone))?.id, second)
      assert.deepEqual((await findCourier(service.services.db, first))?.retired_at, service.clock.now())
      await assertVerbRefused(registerCourier(service, { phone }), phoneTaken)
    })

    test('a courier is stored only with a possible number in international form and an existing city', async () => {
      const { db } = service.services
      const id = await registerCourier(service, { phone: '97000030' })
      const row = await findCourier(db, id)
      assert.equal(row?.phone, '+2290197000030')
      const asTyped = { ...row, id: newId(service.clock.now()), phone: '97000032' }
      await assert.rejects(
        db.transaction().execute((trx) => insertCourier(trx, asTyped, [])),
        /check constraint/,
      )
      await assert.rejects(registerCourier(service, { phone: '9700' }), { code: 'COURIER_PHONE_INVALID' })
      const nowhere = registerCourier(service, {
        phone: '+2290197000031',
        cityIds: [newId(service.clock.now())],
      })
      await assert.rejects(nowhere, { code: 'CITY_NOT_FOUND' })
      assert.equal(await findCourierByPhone(service.services.db, '+2290197000031'), undefined)
    })
  })

  describe('duty', () => {
    test('a courier’s duty begins once, ends, and begins again', async () => {
      const id = await registerCourier(service)
      const since = async () => (await findCourier(service.services.db, id))?.on_duty_since
      const beginning = service.clock.now()

      await setDuty(service.services, id, true)
      service.clock.forward(60_000)
      await setDuty(service.services, id, true)
      assert.deepEqual(await since(), beginning)

      await setDuty(service.services, id, false)
      assert.equal(await since(), null)
      await setDuty(service.services, id, true)
      assert.deepEqual(await since(), service.clock.now())
    })

    test('unknown and retired couriers can be neither taken on duty nor retired', async () => {
      await assertVerbRefused(setDuty(service.services, newId(service.clock.now()), true), notFound)
      const gone = await courierAt(service, center)
      await retireCourier(service.services, gone)
      await assertVerbRefused(setDuty(service.services, gone, true), notFound)
      await assertVerbRefused(retireCourier(service.services, gone), notFound)
      assert.equal((await findCourier(service.services.db, gone))?.on_duty_since, null)
      assert.equal(await findPosition(service.services.db, gone), undefined)
    })
  })

  describe('a position', () => {
    test('a courier’s position is the last one reported', async () => {
      const id = await courierAt(service, center)
      service.clock.forward(5_000)
      await reportPosition(service.services, id, { ...east, accuracyMeters: null })

      assert.deepEqual(await findPosition(service.services.db, id), {
        ...east,
        accuracyMeters: null,
        reportedAt: service.clock.now(),
      })
    })

    test('a courier’s position is never overwritten by an older one, in the same batch or another', async () => {
      const id = await courierAt(service, center)
      const { db } = service.services
      const reported = service.clock.now()
      const older = {
        courierId: id,
        ...east,
        accuracyMeters: 1,
        reportedAt: new Date(reported.getTime() - 1),
      }
      await savePositions(db, [older])
      assert.deepEqual(await findPosition(db, id), { ...center, accuracyMeters: 12, reportedAt: reported })

      const sink = openPositionSink(db)
      const newest = { ...older, lat: 6.38, reportedAt: new Date(reported.getTime() + 2_000) }
      await Promise.all([
        sink.take(newest),
        sink.take({ ...older, lat: 6.39, reportedAt: new Date(reported.getTime() + 1_000) }),
      ])
      await sink.close()
      assert.equal((await findPosition(db, id))?.lat, 6.38)
    })

    test('a courier’s position is deleted with the duty and not kept after it, unless they carry a parcel', async () => {
      const { db } = service.services
      const id = await courierAt(service, center)
      const report = () => reportPosition(service.services, id, { ...east, accuracyMeters: null })

      await setDuty(service.services, id, false)
      assert.equal(await findPosition(db, id), undefined)
      await report()
      assert.equal(await findPosition(db, id), undefined)

      const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...card, id })
      await report()
      assert.deepEqual((await findPosition(db, id))?.reportedAt, service.clock.now())
    })

    for (const [name, verbs] of [
      ['is handed over', ['pickUp', 'handOver']],
      ['is returned', ['pickUp', 'fail', 'return']],
      ['is cancelled', ['cancel']],
    ] as const) {
      test(`the position of a courier off duty is deleted once their parcel ${name}`, async () => {
        const { db } = service.services
        const id = await courierAt(service, center)
        const onDuty = await courierAt(service, center)
        const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
        await assignCourier(service.services, key, { ...card, id })
        await setDuty(service.services, id, false)
        await reportPosition(service.services, id, { ...east, accuracyMeters: null })
        await purgePositions(service.services)
        assert.equal((await findPosition(db, id))?.lng, east.lng)

        for (const verb of verbs) await act(service, key, verb)
        await purgePositions(service.services)
        assert.equal(await findPosition(db, id), undefined)
        assert.ok(await findPosition(db, onDuty))
      })
    }

    test('the position of a courier who was retired with a parcel is not kept', async () => {
      const { db } = service.services
      const id = await courierAt(service, center)
      const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...card, id })
      await retireCourier(service.services, id)
      await reportPosition(service.services, id, { ...east, accuracyMeters: null })
      assert.equal(await findPosition(db, id), undefined)
    })

    test('a position reported for an unknown courier does not affect other reports', async () => {
      const id = await courierAt(service, center)
      service.clock.forward(1_000)
      await Promise.all(
        [newId(service.clock.now()), id].map((each) =>
          reportPosition(service.services, each, { ...east, accuracyMeters: 3 }),
        ),
      )
      assert.equal((await findPosition(service.services.db, id))?.lng, east.lng)
    })

    test('positions that are reported together are written in one statement', async () => {
      const ids = await Promise.all(Array.from({ length: 60 }, () => registerCourier(service)))
      for (const id of ids) await setDuty(service.services, id, true)

      await Promise.all(ids.map((id) => reportPosition(service.services, id, { ...east, accuracyMeters: 5 })))

      const rows = await service.services.database.withSession((session) =>
        session.query<{ transactions: number; positions: number }>(
          `select count(distinct xmin::text)::integer as transactions, count(*)::integer as positions
           from courier_positions where courier_id = any($1::uuid[])`,
          [ids],
        ),
      )
      assert.deepEqual(rows, [{ transactions: 1, positions: 60 }])
    })

    test('positions reported before the service stops are written, and a database error rejects the report', async () => {
      const id = await courierAt(service, center)
      service.clock.forward(1_000)
      const sink = openPositionSink(service.services.db)
      const report = { courierId: id, ...east, accuracyMeters: null, reportedAt: service.clock.now() }
      const taken = sink.take(report)
      await sink.close()
      await taken
      assert.equal((await findPosition(service.services.db, id))?.lng, east.lng)

      await assert.rejects(
        openPositionSink(service.services.db).take({
          ...report,
          courierId: id,
          accuracyMeters: -1,
          lat: 6.3,
          reportedAt: new Date(report.reportedAt.getTime() + 1),
        }),
        /check constraint/,
      )
    })
  })

  describe('what a courier carries', () => {
    for (const [status, isCarried] of [
      ['ASSIGNED', true],
      ['IN_TRANSIT', true],
      ['FAILED', true],
      ['DELIVERED', false],
      ['RETURNED', false],
    ] as const) {
      test(`a delivery that is ${status} ${isCarried ? 'is' : 'is no longer'} carried by its courier`, async () => {
        const id = await registerCourier(service)
        const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
        await assignCourier(service.services, key, { ...card, id })
        const ways = {
          ASSIGNED: [],
          IN_TRANSIT: ['pickUp'],
          FAILED: ['pickUp', 'fail'],
          DELIVERED: ['pickUp', 'handOver'],
          RETURNED: ['pickUp', 'fail', 'return'],
        } as const
        for (const verb of ways[status]) await act(service, key, verb)

        const carried = await listCarriedDeliveries(service.services.db, id)
        assert.deepEqual(
          carried.map((each) => [each.id, each.status, each.courier_slot]),
          isCarried ? [[key.id, status, 1]] : [],
        )
      })
    }

    test('a courier carries one parcel at a time, and may take the next when that one is done', async () => {
      const shop = await service.openShop()
      const id = await registerCourier(service)
      const [first, second] = [
        await bringTo(service, shop, 'SEARCHING_COURIER'),
        await bringTo(service, shop, 'SEARCHING_COURIER'),
      ]
      await assignCourier(service.services, first, { ...card, id })

      await assertVerbRefused(assignCourier(service.services, second, { ...card, id }), {
        status: 409,
        code: 'COURIER_BUSY',
        en: 'This courier already has as many parcels as they may carry.',
        fr: 'Ce livreur a déjà autant de colis qu’il peut en prendre.',
      })
      await act(service, first, 'cancel')
      assert.equal((await assignCourier(service.services, second, { ...card, id })).courier_id, id)
    })

    test('the sandbox’s courier, who is not registered, carries any number of parcels', async () => {
      const shop = await service.openShop()
      for (let n = 0; n < 2; n += 1) {
        const key = await bringTo(service, shop, 'ASSIGNED')
        assert.equal(
          (
            await service.services.db
              .selectFrom('deliveries')
              .select('courier_id')
              .where('id', '=', key.id)
              .executeTakeFirstOrThrow()
          ).courier_id,
          null,
        )
      }
    })
  })

  describe('colis couriers', () => {
    const run = (...argv: string[]) =>
      runCommandLine(argv, { services: async () => service.services, folder: process.cwd() })
    const json = async (...argv: string[]) => {
      const { stdout, stderr, exitCode } = await run('couriers', ...argv, '--json')
      assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 })
      return JSON.parse(stdout)
    }
    const refused = async (sentence: string, ...argv: string[]) =>
      assert.deepEqual(await run('couriers', ...argv), { stdout: '', stderr: `${sentence}\n`, exitCode: 1 })
    const koffi = [
      'add',
      '--first-name',
      'Koffi',
      '--last-name',
      'Mensah',
      '--vehicle',
      'CAR',
      '--plate',
      'CD 1',
    ]

    test('colis couriers registers a courier, shows them, takes them on and off duty, and retires them', async () => {
      const { courierId, ...rest } = await json(
        ...koffi,
        '--phone',
        '0197000050',
        '--cities',
        'cotonou, Parakou',
      )
      assert.deepEqual(rest, {})
      const shown = {
        courierId,
        firstName: 'Koffi',
        lastName: 'Mensah',
        phone: '+2290197000050',
        vehicleType: 'CAR',
        plateNumber: 'CD 1',
        cities: ['Cotonou', 'Parakou'],
        onDutySince: null,
        retiredAt: null,
      }
      const nothing = { position: null, carries: null }
      assert.deepEqual(await json('show', '--courier', courierId), { ...shown, ...nothing })
      const onDutySince = service.clock.now().toISOString()
      assert.deepEqual(await json('on-duty', '--courier', courierId), { ...shown, onDutySince })

      await reportPosition(service.services, courierId, { ...center, accuracyMeters: 8 })
      const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
      const { reference } = await assignCourier(service.services, key, { ...card, id: courierId })
      assert.deepEqual(await json('show', '--courier', courierId), {
        ...shown,
        onDutySince,
        position: { ...center, accuracyMeters: 8, reportedAt: onDutySince },
        carries: { deliveryId: key.id, reference, status: 'ASSIGNED' },
      })
      assert.deepEqual((await run('couriers', 'show', '--courier', courierId)).stdout.split('\n'), [
        `${courierId}  on duty   CAR CD 1  Cotonou, Parakou  +2290197000050  Koffi Mensah`,
        `at ${center.lat},${center.lng} since ${onDutySince}`,
        `carries ${reference}, ASSIGNED`,
        '',
      ])

      assert.deepEqual(await json('off-duty', '--courier', courierId), shown)
      const { couriers } = await json('list')
      const listed = (id: string) => couriers.find((each: { courierId: string }) => each.courierId === id)
      assert.deepEqual(listed(courierId), shown)
      const retiredAt = service.clock.now().toISOString()
      assert.deepEqual(await json('retire', '--courier', courierId), {
        ...shown,
        retiredAt,
        carries: { deliveryId: key.id, reference, status: 'ASSIGNED' },
      })
      await refused(notFound.en, 'on-duty', '--courier', courierId)
    })

    test('colis couriers retire prints what the courier still carries, and what to do about it', async () => {
      const shop = await service.openShop()
      const waysOn = {
        ASSIGNED: (reference: string) => `Next: colis deliveries assign --delivery ${reference} --courier ID`,
        IN_TRANSIT: () => 'Next: get the parcel back to the shop, which then cancels the delivery',
        FAILED: (reference: string) =>
          `Next: colis deliveries confirm-return --shop ${shop.shopId} --delivery ${reference}, once the shop has it back`,
      } as const
      for (const status of ['ASSIGNED', 'IN_TRANSIT', 'FAILED'] as const) {
        const id = await registerCourier(service)
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        const { reference } = await assignCourier(service.services, key, { ...card, id })
        if (status !== 'ASSIGNED') await act(service, key, 'pickUp')
        if (status === 'FAILED') await act(service, key, 'fail')
        const { stdout } = await run('couriers', 'retire', '--courier', id)
        assert.deepEqual(stdout.split('\n').slice(1), [
          `still carries ${reference}, ${status}`,
          waysOn[status](reference),
          '',
        ])
      }
      const idle = await registerCourier(service)
      assert.equal((await run('couriers', 'retire', '--courier', idle)).stdout.split('\n').length, 2)
    })

    test('colis couriers change can change everything of a courier except the phone number', async () => {
      const { courierId } = await json(...koffi, '--phone', '0197000062', '--cities', 'Cotonou')
      const before = await json('show', '--courier', courierId)
      const change = ['change', '--courier', courierId]
      const after = await json(...change, '--plate', 'ZZ 1 RB', '--cities', 'Parakou', '--first-name', 'Kofi')
      const { position: _, carries: __, ...rest } = before
      assert.deepEqual(after, { ...rest, plateNumber: 'ZZ 1 RB', cities: ['Parakou'], firstName: 'Kofi' })
      await refused(
        'Say what to change: --first-name, --last-name, --vehicle, --plate or --cities.',
        ...change,
      )
      await json('retire', '--courier', courierId)
      await refused(notFound.en, ...change, '--plate', 'ZZ 2 RB')
    })

    test('colis couriers refuses invalid values with a one-sentence error', async () => {
      const add = (...more: string[]) => [...koffi, ...more]
      await refused(
        'The phone is not a possible number of BJ.',
        ...add('--phone', '12', '--cities', 'Cotonou'),
      )
      await refused(
        'There is no city Lomé. colis cities list names them.',
        ...add('--phone', '0197000060', '--cities', 'Cotonou,Lomé'),
      )
      await json(...add('--phone', '0197000061', '--cities', 'Cotonou'))
      await refused(phoneTaken.en, ...add('--phone', '+229 97000061', '--cities', 'Cotonou'))
      const nobody = newId(service.clock.now())
      await refused(`There is no courier ${nobody}.`, 'show', '--courier', nobody)
      await refused(notFound.en, 'retire', '--courier', nobody)
    })
  })
})

onServer((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  test('concurrent writes of the same couriers’ positions never deadlock', async () => {
    const { db } = service.services
    const ids: string[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await courierAt(service, center))
    const reportedAt = new Date(service.clock.now().getTime() + 1_000)
    const reports = ids.map((courierId) => ({ courierId, ...east, accuracyMeters: null, reportedAt }))

    await Promise.all(
      Array.from({ length: 100 }, (_, n) => savePositions(db, n % 2 ? reports : reports.toReversed())),
    )

    const rows = await db
      .selectFrom('courier_positions')
      .select('courier_positions.lng')
      .where('courier_positions.reported_at', '=', reportedAt)
      .execute()
    assert.deepEqual(
      rows.map(({ lng }) => lng),
      ids.map(() => east.lng),
    )
  })
})
