import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { actorText } from '../src/base/kernel/actor.ts'
import { type DeliveryStatus, deliveryStatuses } from '../src/contract/vocabulary.ts'
import type { OperatorRole } from '../src/domain/accounts/accounts-tables.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { interventionActs } from '../src/domain/deliveries/changing/delivery-intervention.ts'
import { extendDeadline } from '../src/domain/deliveries/changing/extend-deadline.ts'
import { unlockCode } from '../src/domain/deliveries/codes/unlock-code.ts'
import type { InterventionAct } from '../src/domain/deliveries/deliveries-tables.ts'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { denyPayment } from '../src/domain/deliveries/payment/deny-payment.ts'
import { readDeliveryStory } from '../src/domain/deliveries/story/read-delivery-story.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { declareBroughtBack } from '../src/domain/deliveries/transitions/declare-brought-back.ts'
import { expireDelivery } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import { handOverParcel, handOverWithoutCode } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel, pickUpWithoutCode } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../src/domain/deliveries/transitions/return-parcel.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { declineOffer } from '../src/domain/matching/decline-offer.ts'
import { assignChosenCourier } from '../src/domain/matching/overseeing/assign-chosen-courier.ts'
import { listCouriersToChoose } from '../src/domain/matching/overseeing/list-couriers-to-choose.ts'
import { readSearchStory } from '../src/domain/matching/overseeing/read-search-story.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { courierAt, eastOfShop, registerCourier, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act as bring, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { withRules } from './support/rules.ts'
import { memberOf } from './support/shop-members.ts'

type Acting = { service: TestService; actor: Actor; key: DeliveryKey; reason: string }
type ActName = InterventionAct

const why = 'La cliente l’a dit au téléphone'

/** Each act, from which statuses it works, and what it is refused with elsewhere. */
const acts: Record<
  ActName,
  {
    from: DeliveryStatus[]
    to?: DeliveryStatus
    refused?: string
    act: (acting: Acting) => Promise<unknown>
  }
> = {
  ASSIGN: {
    from: ['SEARCHING_COURIER'],
    to: 'ASSIGNED',
    act: async ({ key, reason, ...acting }) =>
      assignChosenCourier(depsOf(acting), key, await registerCourier(acting.service), reason),
  },
  REASSIGN: {
    from: ['ASSIGNED'],
    act: async ({ key, reason, ...acting }) =>
      reassignCourier(depsOf(acting), key, await registerCourier(acting.service), { reason }),
  },
  CANCEL: {
    from: ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'],
    to: 'CANCELLED',
    refused: 'DELIVERY_NOT_CANCELLABLE',
    act: ({ key, reason, ...acting }) =>
      cancelDelivery(depsOf(acting), key, {
        reason: null,
        interventionReason: reason,
        idempotencyKey: null,
      }),
  },
  EXPIRE: {
    from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'],
    to: 'EXPIRED',
    act: ({ key, reason, ...acting }) => expireDelivery(depsOf(acting), key, reason),
  },
  EXTEND: {
    from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'],
    act: ({ key, reason, ...acting }) => extendDeadline(depsOf(acting), key, { minutes: 30, reason }),
  },
  FAIL: {
    from: ['IN_TRANSIT'],
    to: 'FAILED',
    act: ({ key, reason, ...acting }) =>
      failDelivery(depsOf(acting), key, { code: 'CUSTOMER_ABSENT', words: null }, reason),
  },
  UNLOCK_CODE: {
    from: [],
    refused: 'CODE_NOT_LOCKED',
    act: ({ key, reason, ...acting }) => unlockCode(depsOf(acting), key, reason),
  },
  ARRIVE: {
    from: ['ASSIGNED'],
    act: ({ key, reason, ...acting }) => arriveAtPickup(depsOf(acting), key, reason),
  },
  PICK_UP: {
    from: ['ASSIGNED'],
    to: 'IN_TRANSIT',
    act: ({ key, reason, ...acting }) => pickUpWithoutCode(depsOf(acting), key, reason),
  },
  HAND_OVER: {
    from: ['IN_TRANSIT'],
    to: 'DELIVERED',
    act: ({ key, reason, ...acting }) => handOverWithoutCode(depsOf(acting), key, reason),
  },
  RETURN: {
    from: ['FAILED'],
    to: 'RETURNED',
    act: ({ key, reason, ...acting }) => returnParcel(depsOf(acting), key, reason),
  },
  BRING_BACK: {
    from: [],
    act: ({ key, reason, ...acting }) => declareBroughtBack(depsOf(acting), key, reason),
  },
}

const depsOf = ({ service, actor }: Pick<Acting, 'service' | 'actor'>) => ({ ...service.services, actor })

/** Somebody who runs the service. */
async function operatorOf(service: TestService, role: OperatorRole = 'OPERATOR'): Promise<Actor> {
  const { id } = await memberOf(service, null)
  await service.services.db
    .insertInto('operators')
    .values({ account_id: id, role, created_at: service.clock.now() })
    .execute()
  return { kind: 'OPERATOR', id }
}

/** A delivery in which an act works, and locked codes or a parcel called back where it takes those. */
async function readyFor(service: TestService, shop: TestShop, name: ActName): Promise<DeliveryKey> {
  if (name === 'UNLOCK_CODE') {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    for (const _ of [1, 2, 3, 4, 5]) await assert.rejects(handOverParcel(service.services, key, 'none'))
    return key
  }
  if (name === 'BRING_BACK') {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const { services } = service
    await assignChosenCourier(services, key, await registerCourier(service), 'Choisi au téléphone')
    await pickUpWithoutCode(services, key, 'Pris sans code')
    await bring(service, key, 'cancel')
    return key
  }
  return bringTo(service, shop, acts[name].from[0] ?? 'ASSIGNED')
}

const auditOf = ({ services }: TestService, { id }: DeliveryKey, actor: Actor) =>
  services.db
    .selectFrom('audit_lines')
    .select(['audit_lines.action', 'audit_lines.after'])
    .where('audit_lines.subject_id', '=', id)
    .where('audit_lines.actor', '=', actorText(actor))
    .execute()

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: Actor
  let dispatcher: Actor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    operator = await operatorOf(service)
    dispatcher = await operatorOf(service, 'DISPATCHER')
  })
  after(() => service.close())

  for (const name of interventionActs) {
    const { act, from, to, refused = 'TRANSITION_REFUSED' } = acts[name]

    test(`${name} is for operators and dispatchers, and for nobody else`, async () => {
      const key = await readyFor(service, shop, name)
      const before = await rowOf(service, key)
      const others: Actor[] = [
        await memberOf(service, shop.shopId, 'OWNER'),
        await memberOf(service, shop.shopId, 'STAFF'),
        await memberOf(service, null),
        { kind: 'OPERATOR', id: (await memberOf(service, shop.shopId, 'OWNER')).id },
        { kind: 'API_KEY', id: shop.keyId },
        { kind: 'COURIER', id: await registerCourier(service) },
        { kind: 'CUSTOMER' },
      ]
      for (const actor of others)
        await assert.rejects(act({ service, actor, key, reason: why }), { code: 'ROLE_REQUIRED' })
      assert.deepEqual(await rowOf(service, key), before)

      await act({ service, actor: operator, key, reason: why })
      const other = await readyFor(service, shop, name)
      await act({ service, actor: dispatcher, key: other, reason: why })
      for (const [actor, acted] of [
        [operator, key],
        [dispatcher, other],
      ] as const) {
        const lines = await auditOf(service, acted, actor)
        assert.equal(lines.length, 1)
        assert.equal(lines[0]?.after?.reason, why)
      }
    })

    test(`${name} asks for a reason of 3 to 200 characters`, async () => {
      const key = await readyFor(service, shop, name)
      const before = await rowOf(service, key)
      for (const reason of ['', '  ', 'ab', '\u200b\u200b\u200b', 'x'.repeat(201)])
        await assert.rejects(act({ service, actor: operator, key, reason }), { code: 'REASON_REQUIRED' })
      assert.deepEqual(await rowOf(service, key), before)
      await act({ service, actor: operator, key, reason: ` ${'é'.repeat(200)}\n` })
    })

    test(`${name} is told in the history, by whom and why, and partners read of it only with its status`, async () => {
      const key = await readyFor(service, shop, name)
      const read = async () =>
        (await shop.get(`/deliveries/${key.id}/events`)).body as { note: string | null }[]
      const linesBefore = (await read()).length
      service.clock.forward(1_000)
      await act({ service, actor: operator, key, reason: why })
      const story = await readDeliveryStory(service.services.db, await rowOf(service, key))
      const told = story.filter((line) => 'note' in line && line.note?.includes(why))
      assert.equal(told.length, 1)
      assert.deepEqual(
        { ...told[0], at: null },
        to
          ? {
              kind: 'STATUS',
              at: null,
              actor: actorText(operator),
              status: to,
              note: why,
              failureCode: name === 'FAIL' ? 'CUSTOMER_ABSENT' : null,
              intervention: name,
            }
          : { kind: 'INTERVENTION', at: null, actor: actorText(operator), act: name, note: why },
      )
      const lines = await read()
      assert.equal(lines.length, linesBefore + (to ? 1 : 0))
      if (to) assert.equal(lines.at(-1)?.note, name === 'FAIL' ? 'Client absent' : why)
      for (const { body } of await eventsOf(service, key)) assert.ok(!body.includes(why))
    })

    for (const status of deliveryStatuses)
      if (from.includes(status))
        test(`${name} works for a delivery of the status ${status}`, async () => {
          const key = await bringTo(service, shop, status)
          await act({ service, actor: dispatcher, key, reason: why })
          assert.equal((await rowOf(service, key)).status, to ?? status)
        })
      else
        test(`${name} is refused for a delivery of the status ${status}`, async () => {
          const key = await bringTo(service, shop, status)
          const before = await rowOf(service, key)
          const code = name === 'BRING_BACK' && status === 'CANCELLED' ? 'ALREADY_DONE' : refused
          await assert.rejects(act({ service, actor: dispatcher, key, reason: why }), { code })
          assert.deepEqual(await rowOf(service, key), before)
        })

    test(`${name} finds no delivery of another shop’s key`, async () => {
      const { id } = await readyFor(service, shop, name)
      const key = { shopId: (await service.openShop()).shopId, id }
      await assert.rejects(act({ service, actor: operator, key, reason: why }), {
        code: 'DELIVERY_NOT_FOUND',
      })
    })
  }

  test('partners have the same events as when a courier or a shop acts', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const acting = { service, actor: operator, key, reason: why }
    for (const name of ['ASSIGN', 'ARRIVE', 'PICK_UP', 'FAIL', 'RETURN'] as const) {
      service.clock.forward(1_000)
      await acts[name].act(acting)
    }
    assert.deepEqual(
      (await eventsOf(service, key)).map(({ type }) => type),
      [
        'delivery.created',
        'delivery.location_confirmed',
        'delivery.courier_assigned',
        'delivery.courier_arrived',
        'delivery.picked_up',
        'delivery.failed',
        'delivery.returned',
      ],
    )
  })

  test('a failure for another reason is worded for partners as the operator wrote it (spec 2.7)', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const reason = 'Le pont de Porto-Novo est fermé'
    await failDelivery(depsOf({ service, actor: operator }), key, { code: 'OTHER', words: null }, reason)
    assert.equal((await shop.get(`/deliveries/${key.id}`)).body.failureReason, reason)
  })

  test('a parcel that is not paid for is not handed over, with or without a code (decision 33)', async () => {
    for (const collection of ['SECURE', 'DIRECT']) {
      const input = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection } }
      const key = await bringTo(service, shop, 'IN_TRANSIT', input)
      await assert.rejects(acts.HAND_OVER.act({ service, actor: operator, key, reason: why }), {
        code: 'PAYMENT_NOT_SETTLED',
      })
      assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')
      if (collection === 'SECURE') continue
      service.clock.forward(1_000)
      await confirmPayment(depsOf({ service, actor: operator }), key, why)
      await acts.HAND_OVER.act({ service, actor: operator, key, reason: why })
      const story = await readDeliveryStory(service.services.db, await rowOf(service, key))
      const paid = story.find((line) => line.kind === 'PAYMENT' && line.status === 'PAID')
      assert.deepEqual(paid && 'note' in paid ? [paid.actor, paid.note] : null, [actorText(operator), why])
    }
  })

  test('what somebody says of a payment is audited with their reason', async () => {
    const input = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'DIRECT' } }
    const key = await bringTo(service, shop, 'IN_TRANSIT', input)
    const deps = depsOf({ service, actor: dispatcher })
    await assert.rejects(confirmPayment(deps, key, 'x'), { code: 'REASON_REQUIRED' })
    await assert.rejects(denyPayment(deps, key, why), { code: 'PAYMENT_TRANSITION_REFUSED' })
    await assert.rejects(requestPaymentAgain(deps, key, { reason: why }), { code: 'COLLECTION_REFUSED' })
    await confirmPayment(deps, key, why)
    const lines = await auditOf(service, key, dispatcher)
    assert.deepEqual(
      lines.map(({ action, after }) => [action, after?.reason]),
      [['confirm-payment', why]],
    )
  })

  test('a deadline is moved by 5 to 720 minutes and to two days from now, from now where it has passed', async () => {
    const deps = depsOf({ service, actor: operator })
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const { due_at } = await rowOf(service, key)
    for (const minutes of [0, 4, 721, -30, 7.5, Number.NaN, Number.POSITIVE_INFINITY])
      await assert.rejects(extendDeadline(deps, key, { minutes, reason: why }), { code: 'EXTENSION_REFUSED' })
    const extended = await extendDeadline(deps, key, { minutes: 45, reason: why })
    assert.equal(extended.due_at?.getTime(), (due_at?.getTime() ?? 0) + 45 * 60_000)
    await assert.rejects(
      extendDeadline(deps, key, { minutes: 45, reason: why, shownDueAt: due_at ?? new Date(0) }),
      { code: 'DELIVERY_CHANGED_MEANWHILE' },
    )
    service.clock.forward(3 * 3_600_000)
    const late = await extendDeadline(deps, key, { minutes: 10, reason: why })
    assert.equal(late.due_at?.getTime(), service.clock.now().getTime() + 10 * 60_000)
    for (const _ of [1, 2, 3]) await extendDeadline(deps, key, { minutes: 720, reason: why })
    await assert.rejects(extendDeadline(deps, key, { minutes: 720, reason: why }), {
      code: 'EXTENSION_REFUSED',
    })
  })

  test('acts that leave the status as it is are bounded', async () => {
    const deps = depsOf({ service, actor: operator })
    const key = await bringTo(service, shop, 'ASSIGNED')
    const couriers = [await registerCourier(service), await registerCourier(service)]
    for (let turn = 0; turn < 100; turn += 1)
      await reassignCourier(deps, key, couriers[turn % 2] ?? '', { reason: why })
    await assert.rejects(reassignCourier(deps, key, couriers[0] ?? '', { reason: why }), {
      code: 'DELIVERY_CHANGED_TOO_OFTEN',
    })
    await pickUpWithoutCode(deps, key, why)
  })

  test('a courier is chosen on duty or off, not retired, busy, of another city or with a vehicle too small', async () => {
    const deps = depsOf({ service, actor: operator })
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const large = await bringTo(service, shop, 'SEARCHING_COURIER', {
      parcel: { category: 'OTHER', size: 'LARGE' },
    })
    const [free, busy] = [await registerCourier(service), await registerCourier(service)]
    await assignChosenCourier(deps, await bringTo(service, shop, 'SEARCHING_COURIER'), busy, why)
    await assert.rejects(assignChosenCourier(deps, key, busy, why), { code: 'COURIER_BUSY' })
    await assert.rejects(assignChosenCourier(deps, large, free, why), { code: 'COURIER_VEHICLE_UNFIT' })
    await assert.rejects(assignChosenCourier(deps, key, shop.shopId, why), { code: 'COURIER_NOT_FOUND' })
    const assigned = await assignChosenCourier(deps, key, free, why)
    assert.equal(assigned.courier_id, free)
    assert.ok((assigned.courier_pay_fcfa ?? 0) > 0)
    await assert.rejects(reassignCourier(deps, key, free, { reason: why }), { code: 'ALREADY_DONE' })
    await assert.rejects(
      reassignCourier(deps, key, await registerCourier(service), { reason: why, instead: busy }),
      { code: 'DELIVERY_CHANGED_MEANWHILE' },
    )
  })

  describe('the search of a delivery', () => {
    test('its story says who was asked in which round and what each answered', async () => {
      const [near, far, farther] = [
        await courierAt(service, eastOfShop(200), { firstName: 'Afi' }),
        await courierAt(service, eastOfShop(400), { firstName: 'Ibou' }),
        await courierAt(service, eastOfShop(600), { firstName: 'Sèna' }),
      ]
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service, { rules: withRules(service.services, { COURIER_OFFERS_PER_ROUND: 3 }) })
      const read = async () => readSearchStory(service.services, await rowOf(service, key))
      const answers = async () =>
        (await read()).asked.flatMap(({ offers }) => offers.map((each) => each.answer))
      assert.deepEqual(await answers(), ['OPEN', 'OPEN', 'OPEN'])
      await declineOffer(service.services, far, key)
      const open = await read()
      assert.equal(open.rounds, 1)
      assert.ok(open.nextRoundAt)
      assert.deepEqual(
        open.asked.map(({ round, offers }) => [
          round,
          offers.map(({ firstName, answer }) => [firstName, answer]),
        ]),
        [
          [
            1,
            [
              ['Afi', 'OPEN'],
              ['Ibou', 'DECLINED'],
              ['Sèna', 'OPEN'],
            ],
          ],
        ],
      )
      await acceptOffer(service.services, near, key)
      assert.deepEqual(await answers(), ['TAKEN', 'DECLINED', 'ENDED'])
      assert.equal((await read()).nextRoundAt, null)
      service.clock.forward(3_600_000)
      assert.deepEqual(await answers(), ['TAKEN', 'DECLINED', 'ENDED'])

      const listed = await listCouriersToChoose(service.services, await rowOf(service, key))
      const shown = listed.filter(({ id }) => [near, far, farther].includes(id))
      assert.deepEqual(
        shown.map(({ id, distanceMeters, carried, offer }) => [
          id,
          distanceMeters,
          carried.map((parcel) => parcel.id),
          offer,
        ]),
        [
          [near, 200, [key.id], 'EXPIRED'],
          [far, 400, [], 'DECLINED'],
          [farther, 600, [], 'EXPIRED'],
        ],
      )
      const named = await listCouriersToChoose(service.services, await rowOf(service, key), ' sèna ')
      assert.deepEqual(
        named.map(({ id }) => id),
        [farther],
      )
      assert.deepEqual(await listCouriersToChoose(service.services, await rowOf(service, key), '%_'), [])
    })
  })
})

/** Races mean something on a server only: the embedded database runs one statement at a time. */
onServer((open) => {
  let service: TestService
  let shop: TestShop
  let operators: Actor[]

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    operators = [await operatorOf(service), await operatorOf(service, 'DISPATCHER')]
  })
  after(() => service.close())

  /** What each call was refused with; null for one that succeeded. */
  const refusals = async (calls: (() => Promise<unknown>)[]) =>
    (await Promise.allSettled(calls.map((call) => call())))
      .map((settled) => (settled.status === 'rejected' ? settled.reason.code : null))
      .sort()

  const seenBy = async (name: ActName, key: DeliveryKey): Promise<(acting: Acting) => Promise<unknown>> => {
    const { due_at, courier_id }: DeliveryRow = await rowOf(service, key)
    if (name === 'EXTEND')
      return ({ reason, ...acting }) =>
        extendDeadline(depsOf(acting), key, { minutes: 30, reason, shownDueAt: due_at ?? new Date(0) })
    if (name === 'REASSIGN')
      return async ({ reason, ...acting }) =>
        reassignCourier(depsOf(acting), key, await registerCourier(service), { reason, instead: courier_id })
    return acts[name].act
  }

  const secondIsTold: Partial<Record<ActName, string>> = {
    REASSIGN: 'DELIVERY_CHANGED_MEANWHILE',
    EXTEND: 'DELIVERY_CHANGED_MEANWHILE',
    ARRIVE: 'ALREADY_DONE',
    BRING_BACK: 'ALREADY_DONE',
  }

  for (const name of interventionActs)
    test(`of two who do ${name} at once one does, and the other is told so`, async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const key = await readyFor(service, shop, name)
        const act = await seenBy(name, key)
        const told = secondIsTold[name] ?? acts[name].refused ?? 'TRANSITION_REFUSED'
        const outcomes = await refusals(
          operators.map((actor) => () => act({ service, actor, key, reason: why })),
        )
        assert.deepEqual(outcomes, [told, null])
        const lines = await service.services.db
          .selectFrom('delivery_history')
          .select('delivery_history.intervention')
          .where('delivery_history.delivery_id', '=', key.id)
          .where('delivery_history.intervention', '=', name)
          .execute()
        assert.equal(lines.length, 1)
      }
    })

  test('an operator and a courier who end a delivery at once end it once', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      const { confirmation_code } = await rowOf(service, key)
      const outcomes = await refusals([
        () => acts.FAIL.act({ service, actor: operators[0] as Actor, key, reason: why }),
        () => handOverParcel(service.services, key, confirmation_code),
        () => acts.HAND_OVER.act({ service, actor: operators[1] as Actor, key, reason: why }),
      ])
      assert.deepEqual(outcomes, ['TRANSITION_REFUSED', 'TRANSITION_REFUSED', null])
      const types = (await eventsOf(service, key)).map(({ type }) => type)
      assert.equal(types.filter((type) => /delivered|failed/.test(type)).length, 1)
    }
  })

  test('a courier who accepts while an operator chooses another: one of them has the parcel', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const asked = await courierAt(service, eastOfShop(100 + turn))
      const chosen = await registerCourier(service)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service)
      const outcomes = await refusals([
        () => acceptOffer(service.services, asked, key),
        () => assignChosenCourier(depsOf({ service, actor: operators[0] as Actor }), key, chosen, why),
      ])
      assert.equal(outcomes.filter((each) => each === null).length, 1)
      assert.ok(outcomes.includes('OFFER_GONE') || outcomes.includes('TRANSITION_REFUSED'))
      const types = (await eventsOf(service, key)).map(({ type }) => type)
      assert.equal(types.filter((type) => type === 'delivery.courier_assigned').length, 1)
      await bring(service, key, 'pickUp')
      await bring(service, key, 'handOver')
    }
  })

  test('the courier’s code and the operator’s word take the parcel once', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const key = await bringTo(service, shop, 'ASSIGNED')
      const { pickup_code } = await rowOf(service, key)
      const outcomes = await refusals([
        () => pickUpParcel(service.services, key, pickup_code),
        () => acts.PICK_UP.act({ service, actor: operators[0] as Actor, key, reason: why }),
      ])
      assert.deepEqual(outcomes, ['TRANSITION_REFUSED', null])
    }
  })
})
