import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { freeParcel } from '../src/domain/matching/free-parcel.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { readCourierWeek } from '../src/domain/money/statements/courier/read-courier-week.ts'
import { openConsole } from './support/console-work.ts'
import { offersOf, searchOnce } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { eventsOf, rowOf } from './support/delivery-verbs.ts'
import { actWhileHeld } from './support/held-delivery.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { ownerWithPhone } from './support/shop-members.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const act = (action: string) => `/courier/actions/${action}`
const free = { problem: 'BREAKDOWN', words: 'Pneu crevé', course: 'FREE' }
const wait = { problem: 'SHOP_CLOSED', course: 'WAIT' }
const minute = 60_000

onEachDatabase((open) => {
  let service: TestService
  let isServer: boolean
  let shop: TestShop

  before(async () => {
    const database = await open()
    isServer = database.url !== 'memory:'
    service = await openService(database)
    await beginBooks(service)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await setRules(service.services, { PICKUP_WAIT_FEE_FCFA: 500 })
  })
  beforeEach(async () => {
    service.clock.forward(minute)
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    // Parcels of the tests before are offered to nobody any more.
    await searchOnce(service)
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  /** A courier who has accepted a trip; `page` is what they see. */
  async function accepted(): Promise<{ courier: SignedIn; key: DeliveryKey }> {
    const courier = await signInCourier(service)
    const key = await offerTrip(service, shop)
    await courier.visitor.submit(await courier.visitor.open('/courier'), act('accept'))
    return { courier, key }
  }

  async function atShop() {
    const trip = await accepted()
    await submit(trip.courier, 'arrive')
    return trip
  }

  const submit = async ({ visitor }: SignedIn, action: string, fields: Record<string, string> = {}) =>
    visitor.submit(await visitor.open('/courier'), act(action), fields)

  /** Somebody else takes the parcel and hands it over. */
  async function carryOn(key: DeliveryKey): Promise<SignedIn> {
    const other = await signInCourier(service)
    service.clock.forward(31_000)
    await searchOnce(service)
    await submit(other, 'accept')
    await submit(other, 'arrive')
    await submit(other, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    await submit(other, 'hand-over', { code: (await rowOf(service, key)).confirmation_code })
    assert.equal((await rowOf(service, key)).status, 'DELIVERED')
    return other
  }

  const problems = (key: DeliveryKey) =>
    service.services.db
      .selectFrom('pickup_problems')
      .selectAll()
      .where('pickup_problems.delivery_id', '=', key.id)
      .orderBy('pickup_problems.reported_at')
      .orderBy('pickup_problems.id')
      .execute()
  const owed = async (kind: string, owner: string) => {
    const row = await service.services.db
      .selectFrom('ledger_accounts')
      .select('ledger_accounts.balance_fcfa')
      .where('ledger_accounts.kind', '=', kind as never)
      .where('ledger_accounts.owner', '=', owner)
      .executeTakeFirst()
    return Math.abs(Number(row?.balance_fcfa ?? 0))
  }
  const faults = async () => (await checkLedger(service.services)).faults

  test('a parcel that is freed is searched for at once, without the courier who freed it', async () => {
    const { courier, key } = await accepted()
    const page = await submit(courier, 'problem', { ...free, problem: 'PARCEL_TOO_LARGE' })
    assert.match(textOf(page), /^C’est noté\. .*Pas de course pour l’instant/)
    const row = await rowOf(service, key)
    assert.deepEqual(
      [row.status, row.courier_id, row.courier_pay_fcfa, row.times_freed, row.due_at === null],
      ['SEARCHING_COURIER', null, null, 1, false],
    )
    await searchOnce(service)
    assert.doesNotMatch((await courier.visitor.open('/courier')).html, /Une course proposée/)

    const other = await carryOn(key)
    assert.equal((await rowOf(service, key)).courier_id, other.id)
    // Partners have each event once; the history says that the search began anew.
    const types = (await eventsOf(service, key)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'delivery.courier_assigned').length, 1)
    const read = await shop.get(`/deliveries/${key.id}/events`)
    assert.equal(read.status, 200)
    assert.deepEqual(
      read.body.map(({ status }: { status: string }) => status),
      ['SEARCHING_COURIER', 'ASSIGNED', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'],
    )
    await settleAll(service)
    assert.deepEqual(await faults(), [])
    assert.equal(await owed('COURIER_EARNINGS', courier.id), 0)
  })

  test('a shop and the operator read what happened, and how often the courier left a trip', async () => {
    const { courier, key } = await accepted()
    await submit(courier, 'problem', free)
    const owner = await openConsole(service, { shopId: shop.shopId })
    const story = textOf(await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`))
    assert.match(story, /Le livreur laisse le colis à un autre Panne du livreur · Pneu crevé/)
    const operator = await openOperations(service)
    assert.match(
      textOf(await operator.open(`/operations/deliveries/${key.id}`)),
      /Le livreur laisse le colis à un autre Panne du livreur · Pneu crevé/,
    )
    assert.match(
      textOf(await operator.open(`/operations/couriers/${courier.id}`)),
      /30 derniers jours : 1 course laissée à un autre, 0 attente à la boutique/,
    )
  })

  test('the owner is notified of each courier who waits, on the phone and by mail', async () => {
    const owned = await service.openShop({ name: 'Boutique Zongo', ownerEmail: 'zongo@example.com' })
    await ownerWithPhone(service, owned.shopId, '+2290197000047')
    const work = messageWork(service)
    const courier = await signInCourier(service)
    const key = await offerTrip(service, owned)
    await submit(courier, 'accept')
    await submit(courier, 'arrive')
    await submit(courier, 'problem', wait)
    const kinds = ['COURIER_WAITS_OWNER', 'COURIER_WAITS_OWNER_PHONE']
    const notices = async () =>
      (await messagesOf(service, key))
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ kind, state }) => `${kind} ${state}`)
    await work.once()
    assert.deepEqual(await notices(), ['COURIER_WAITS_OWNER SENT', 'COURIER_WAITS_OWNER_PHONE SENT'])

    await submit(courier, 'problem', free)
    const other = await signInCourier(service)
    service.clock.forward(31_000)
    await searchOnce(service)
    await submit(other, 'accept')
    await submit(other, 'arrive')
    await submit(other, 'problem', { ...wait, problem: 'PARCEL_NOT_READY' })
    await work.once()
    const { rows } = await sql<{ said: string }>`
      select messages.kind || ' ' || (messages.content ->> 'problem') as said from messages
      where messages.delivery_id = ${key.id} and messages.kind like 'COURIER_WAITS%' order by said
    `.execute(service.services.db)
    assert.deepEqual(
      rows.map(({ said }) => said),
      kinds.flatMap((kind) => [`${kind} PARCEL_NOT_READY`, `${kind} SHOP_CLOSED`]),
    )
  })

  test('the owner is not notified of a wait that is over before the message is sent', async () => {
    const owned = await service.openShop({ ownerEmail: 'ganhi@example.com' })
    await ownerWithPhone(service, owned.shopId, '+2290197000048')
    const courier = await signInCourier(service)
    const keys = []
    for (const isEnqueued of [false, true]) {
      const key = await offerTrip(service, owned)
      keys.push(key)
      await submit(courier, 'accept')
      await submit(courier, 'arrive')
      await submit(courier, 'problem', wait)
      if (isEnqueued) await messageWork(service).relay()
      await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
      await messageWork(service).once()
      await submit(courier, 'hand-over', { code: (await rowOf(service, key)).confirmation_code })
    }
    const found = await Promise.all(keys.map((key) => messagesOf(service, key)))
    assert.deepEqual(
      found.map((all) =>
        all.filter(({ kind }) => kind.startsWith('COURIER_WAITS')).map(({ state }) => state),
      ),
      [[], ['SKIPPED', 'SKIPPED']],
    )
  })

  test('a wait that lasted as long as was promised is earned with the pick-up, and owed by the shop', async () => {
    const { courier, key } = await atShop()
    await settleAll(service)
    const feesBefore = await owed('SHOP_FEES', shop.shopId)
    const waiting = await submit(courier, 'problem', wait)
    assert.match(
      textOf(waiting),
      /Vous attendez à la boutique Encore 10:00 Si l’attente va au bout, 500 FCFA/,
    )
    service.clock.forward(10 * minute)
    assert.match(
      textOf(await courier.visitor.open('/courier')),
      /L’attente est finie\. 500 FCFA vous reviennent/,
    )
    await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    const row = await rowOf(service, key)
    assert.deepEqual(
      [row.status, row.waiting_fee_fcfa, row.courier_waits_until, row.courier_wait_fee_fcfa],
      ['IN_TRANSIT', 500, null, 0],
    )
    await settleAll(service)
    assert.equal(await owed('COURIER_EARNINGS', courier.id), 500)
    assert.equal((await owed('SHOP_FEES', shop.shopId)) - feesBefore, 500)
    assert.deepEqual(await faults(), [])

    assert.match(
      textOf(await courier.visitor.open('/courier/trips')),
      /Aujourd’hui 500 FCFA 0 course.* 500 FCFA COL-\w{6} Boutique Ganhi · Attente à la boutique/,
    )
    const day = testStart.slice(0, 10)
    const week = await readCourierWeek(service.services.db, {
      ...{ courierId: courier.id, day, timeZone: 'Africa/Porto-Novo' },
    })
    assert.deepEqual(
      [week.statement.sum, week.money.owed],
      [{ trips: 0, payFcfa: 500, bonusFcfa: 0 }, [{ currency: 'XOF', fcfa: 500 }]],
    )
    const owner = await openConsole(service, { shopId: shop.shopId })
    const statement = `/console/shops/${shop.shopId}/statement`
    assert.match(
      textOf(await owner.open(`${statement}?from=${day}&to=${day}`)),
      new RegExp(`${row.reference} Attente du livreur · .* attente 500 FCFA −500 FCFA`),
    )
    assert.match(
      textOf(await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`)),
      /Frais d’attente du livreur 500 FCFA/,
    )
    const csv = await owner.open(`${statement}.csv?from=${day}&to=${day}`)
    assert.match(csv.html, new RegExp(`Attente du livreur.*${row.reference}`))
  })

  test('a courier who picks up before the end of the wait earns nothing by it', async () => {
    const { courier, key } = await atShop()
    await submit(courier, 'problem', wait)
    service.clock.forward(10 * minute - 1)
    await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    const row = await rowOf(service, key)
    assert.deepEqual([row.status, row.waiting_fee_fcfa], ['IN_TRANSIT', 0])
    assert.deepEqual(
      (await problems(key)).map(({ earned_fcfa, wait_ended_at }) => [earned_fcfa, wait_ended_at]),
      [[0, service.clock.now()]],
    )
    await settleAll(service)
    assert.deepEqual([await faults(), await owed('COURIER_EARNINGS', courier.id)], [[], 0])
  })

  test('a courier who waited and left the trip is paid for the wait, and who carries it for the trip', async () => {
    const { courier, key } = await atShop()
    await submit(courier, 'problem', { ...wait, problem: 'PARCEL_NOT_READY' })
    service.clock.forward(11 * minute)
    const left = await submit(courier, 'problem', { problem: 'PARCEL_NOT_READY', course: 'FREE' })
    assert.match(textOf(left), /^C’est noté/)
    assert.equal((await rowOf(service, key)).waiting_fee_fcfa, 500)
    const other = await carryOn(key)
    await settleAll(service)
    assert.equal(await owed('COURIER_EARNINGS', courier.id), 500)
    assert.equal(await owed('COURIER_EARNINGS', other.id), 480)
    assert.deepEqual(await faults(), [])
    // Booked once, however often the log is read.
    await sql`update event_consumers set position = 0 where name = 'ledger'`.execute(service.services.db)
    await settleAll(service)
    assert.equal(await owed('COURIER_EARNINGS', courier.id), 500)
  })

  test('a shop that cancels after the wait owes the wait beside the cancellation', async () => {
    const { courier, key } = await atShop()
    await submit(courier, 'problem', wait)
    service.clock.forward(10 * minute)
    await cancelDelivery(service.services, key, { reason: null, idempotencyKey: null })
    const row = await rowOf(service, key)
    assert.deepEqual([row.status, row.waiting_fee_fcfa], ['CANCELLED', 500])
    await settleAll(service)
    assert.equal(await owed('COURIER_EARNINGS', courier.id), 500 + (row.courier_pay_fcfa ?? 0))
    assert.deepEqual(await faults(), [])
  })

  test('books that have lost or changed a wait are found to be wrong', async () => {
    const { courier, key } = await atShop()
    await submit(courier, 'problem', wait)
    service.clock.forward(10 * minute)
    await submit(courier, 'problem', { problem: 'SHOP_CLOSED', course: 'FREE' })
    await settleAll(service)
    assert.deepEqual(await faults(), [])
    const { reference } = await rowOf(service, key)
    const set = (columns: object) =>
      service.services.db.updateTable('deliveries').set(columns).where('deliveries.id', '=', key.id).execute()
    await set({ waiting_fee_fcfa: 700 })
    assert.deepEqual(await faults(), [
      { rule: 'WAITS', subject: reference, expectedFcfa: 700, foundFcfa: 500 },
    ])
    await set({ waiting_fee_fcfa: 500 })
    await sql`update pickup_problems set earned_fcfa = 300 where earned_fcfa > 0 and delivery_id = ${key.id}`.execute(
      service.services.db,
    )
    assert.deepEqual(await faults(), [
      { rule: 'WAITS', subject: `${reference} ${courier.id}`, expectedFcfa: 300, foundFcfa: 500 },
    ])
    await sql`update pickup_problems set earned_fcfa = 500 where earned_fcfa > 0 and delivery_id = ${key.id}`.execute(
      service.services.db,
    )
  })

  test('a form that is wrong says what is missing, where it is, and keeps what was typed', async () => {
    const { courier, key } = await atShop()
    const rows = [
      [{ words: 'Rideau baissé' }, 'Choisissez ce qui vous en empêche.'],
      [
        { problem: 'SHOP_CLOSED', words: 'Rideau baissé' },
        'Dites si vous attendez ou si vous laissez la course.',
      ],
      [
        { ...wait, problem: 'BREAKDOWN', words: 'Rideau baissé' },
        'On attend seulement si la boutique est fermée',
      ],
      [{ ...wait, words: `Rideau baissé${'é'.repeat(200)}` }, 'C’est trop long : 200 caractères au plus.'],
    ] as const
    for (const [fields, says] of rows) {
      const page = await submit(courier, 'problem', fields)
      assert.equal(page.status, 422)
      assert.ok(textOf(page).includes(says), textOf(page))
      assert.match(page.html, /Rideau baissé/)
      assert.match(page.html, /<details class="fail problem" open>/)
      if ('problem' in fields)
        assert.match(page.html, new RegExp(`value="${fields.problem}" required checked`))
    }
    assert.deepEqual(await problems(key), [])
    assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
  })

  test('nobody waits twice, before they have come, or for the parcel of another', async () => {
    const { courier, key } = await accepted()
    const form = { shop: key.shopId, delivery: key.id }
    const forged = async (by: SignedIn, fields: Record<string, string>, token: string = randomUUID()) => {
      const { status } = await by.visitor.post(
        act('problem'),
        new URLSearchParams({ ...form, ...fields, token }).toString(),
      )
      return [status, textOf(await by.visitor.open(`/courier?answer=${token}`))] as const
    }
    assert.match((await forged(courier, wait))[1], /^On attend une seule fois un colis, à la boutique/)
    const stranger = await signInCourier(service)
    for (const fields of [wait, free])
      assert.match((await forged(stranger, fields))[1], /^Cette livraison n’est pas ou n’est plus la vôtre\./)
    assert.deepEqual(await problems(key), [])

    await submit(courier, 'arrive')
    await submit(courier, 'problem', wait)
    const before = await rowOf(service, key)
    service.clock.forward(5 * minute)
    // A second form says the same: the wait goes on as it began.
    assert.match((await forged(courier, wait))[1], /Encore 5:00/)
    assert.deepEqual(await rowOf(service, key), before)
    // One form acts once, and one that comes after the parcel was freed changes nothing.
    const token = randomUUID()
    for (const _ of [1, 2]) await forged(courier, free, token)
    assert.match((await forged(courier, free))[1], /^C’est noté/)
    assert.match((await forged(courier, wait))[1], /^Cette livraison n’est pas ou n’est plus la vôtre\./)
    assert.deepEqual(
      (await problems(key)).map(({ reason, earned_fcfa }) => [reason, earned_fcfa]),
      [
        ['SHOP_CLOSED', 0],
        ['BREAKDOWN', 0],
      ],
    )
    assert.equal((await rowOf(service, key)).times_freed, 1)
  })

  test('a courier who says that they have a breakdown is off duty and asked no more; for another reason they stay on (decision 271)', async () => {
    const onDuty = async (id: string) =>
      (
        await service.services.db
          .selectFrom('couriers')
          .select('couriers.on_duty_since')
          .where('couriers.id', '=', id)
          .executeTakeFirstOrThrow()
      ).on_duty_since !== null
    const broken = await accepted()
    await submit(broken.courier, 'problem', free)
    assert.equal(await onDuty(broken.courier.id), false)
    assert.match(textOf(await broken.courier.visitor.open('/courier')), /Vous n’êtes pas en service/)
    const tooLarge = await accepted()
    await submit(tooLarge.courier, 'problem', { problem: 'PARCEL_TOO_LARGE', course: 'FREE' })
    assert.equal(await onDuty(tooLarge.courier.id), true)
  })

  test('a problem said after the parcel was picked up or called off is refused', async () => {
    const { courier, key } = await atShop()
    const { visitor } = courier
    const behind = await visitor.open('/courier')
    await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    const page = await visitor.submit(behind, act('problem'), free)
    assert.match(textOf(page), /^La livraison a changé entre-temps : voici où elle en est\./)
    assert.deepEqual([(await rowOf(service, key)).status, await problems(key)], ['IN_TRANSIT', []])
  })

  test('without a fee a wait earns nothing and promises nothing', async () => {
    await setRules(service.services, { PICKUP_WAIT_FEE_FCFA: 0 })
    try {
      const { courier, key } = await atShop()
      assert.match(textOf(await courier.visitor.open('/courier')), /J’attends 10 minutes Je laisse la course/)
      assert.doesNotMatch(textOf(await submit(courier, 'problem', wait)), /Si l’attente va au bout/)
      service.clock.forward(10 * minute)
      await submit(courier, 'problem', { problem: 'SHOP_CLOSED', course: 'FREE' })
      await settleAll(service)
      assert.deepEqual([(await rowOf(service, key)).waiting_fee_fcfa, await faults()], [0, []])
      assert.equal(await owed('COURIER_EARNINGS', courier.id), 0)
    } finally {
      await setRules(service.services, { PICKUP_WAIT_FEE_FCFA: 500 })
    }
  })

  test('of a courier who frees a parcel and a shop that cancels it, one goes first and the other follows', async (context) => {
    if (!isServer) return context.skip('Races mean something only on a server.')
    const { courier, key } = await accepted()
    const problem = { courierId: courier.id, reason: 'BREAKDOWN', words: null } as const
    const both = await actWhileHeld(
      service,
      key,
      () =>
        Promise.allSettled([
          freeParcel(service.services, key, problem),
          cancelDelivery(service.services, key, { reason: null, idempotencyKey: null }),
        ]),
      () => {},
    )
    assert.equal(both[1].status, 'fulfilled')
    const row = await rowOf(service, key)
    assert.equal(row.status, 'CANCELLED')
    assert.equal((await problems(key)).length, both[0].status === 'fulfilled' ? 1 : 0)
    service.clock.forward(31_000)
    await searchOnce(service)
    // Nobody is asked for a parcel that is called off.
    assert.equal((await offersOf(service, key.id)).length, 1)
    const searches = service.services.db
      .selectFrom('courier_searches')
      .select('courier_searches.round')
      .where('courier_searches.delivery_id', '=', key.id)
    assert.deepEqual(await searches.execute(), [])
  })
})
