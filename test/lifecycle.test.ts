import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryStatus, EventType } from '../src/contract/vocabulary.ts'
import { type DeliveryKey, listHistory } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import type { PaymentTransition } from '../src/domain/money/payments/payment-status.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  act,
  assertVerbRefused,
  bringTo,
  confirmable,
  courier,
  eventsOf,
  paymentRefused,
  rowOf,
  transitionRefused,
  type VerbName,
  verbs,
} from './support/delivery-verbs.ts'
import { east, openService, type TestService, testStart } from './support/open-service.ts'
import type { Refusal } from './support/refusal.ts'
import { withoutIds } from './support/without-ids.ts'

const verbNames = ['locate', 'assign', 'pickUp', 'handOver', 'fail', 'return', 'cancel', 'expire'] as const

/** Where each verb leads from each status (spec section 3, decisions 20 to 23); a dot where it is refused. */
// biome-ignore format: the table is read by column
const leads = {
  //                    locate               assign      pickUp        handOver     fail      return      cancel       expire
  AWAITING_LOCATION: ['SEARCHING_COURIER', '.',        '.',          '.',         '.',      '.',        'CANCELLED', 'EXPIRED'],
  SEARCHING_COURIER: ['.',                 'ASSIGNED', '.',          '.',         '.',      '.',        'CANCELLED', 'EXPIRED'],
  ASSIGNED:          ['.',                 '.',        'IN_TRANSIT', '.',         '.',      '.',        'CANCELLED', '.'],
  IN_TRANSIT:        ['.',                 '.',        '.',          'DELIVERED', 'FAILED', '.',        'CANCELLED', '.'],
  DELIVERED:         ['.',                 '.',        '.',          '.',         '.',      '.',        '.',         '.'],
  FAILED:            ['.',                 '.',        '.',          '.',         '.',      'RETURNED', '.',         '.'],
  RETURNED:          ['.',                 '.',        '.',          '.',         '.',      '.',        '.',         '.'],
  CANCELLED:         ['.',                 '.',        '.',          '.',         '.',      '.',        '.',         '.'],
  EXPIRED:           ['.',                 '.',        '.',          '.',         '.',      '.',        '.',         '.'],
} as const satisfies Record<DeliveryStatus, readonly (DeliveryStatus | '.')[]>

/** Spec 6.2. */
const emits: Record<VerbName, EventType> = {
  locate: 'delivery.location_confirmed',
  assign: 'delivery.courier_assigned',
  pickUp: 'delivery.picked_up',
  handOver: 'delivery.delivered',
  fail: 'delivery.failed',
  return: 'delivery.returned',
  cancel: 'delivery.cancelled',
  expire: 'delivery.expired',
}

const statuses = Object.keys(leads) as DeliveryStatus[]

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  /** The whole state of a delivery. */
  const stateOf = async (key: DeliveryKey) => ({
    row: await rowOf(service, key),
    history: await listHistory(service.services.db, key),
    events: await eventsOf(service, key),
  })

  describe('every status and every verb (spec section 3)', () => {
    for (const from of statuses) {
      for (const [column, verb] of verbNames.entries()) {
        const to = leads[from][column] ?? '.'
        if (to === '.') {
          test(`a delivery with the status ${from} refuses ${verb} and stays unchanged`, () =>
            assertStays(from, verb))
        } else {
          test(`${verb} moves a delivery from ${from} to ${to} and publishes one event`, () =>
            assertMoves(from, verb, to))
        }
      }
    }

    async function assertMoves(from: DeliveryStatus, verb: VerbName, to: DeliveryStatus): Promise<void> {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, from)
      const before = await stateOf(key)
      service.clock.forward(60_000)
      const now = service.clock.now()

      const moved = await act(service, key, verb)

      const { body: delivery } = await shop.get(`/deliveries/${key.id}`)
      const { row, history, events } = await stateOf(key)
      assert.deepEqual([moved, row.status, delivery.status], [row, to, to])
      assert.deepEqual(history.slice(0, -1), before.history)
      assert.deepEqual([history.at(-1)?.status, history.at(-1)?.occurred_at], [to, now])
      const [event, ...others] = events.filter(
        ({ id }) => !before.events.some((emitted) => emitted.id === id),
      )
      assert.deepEqual(
        { ...event, body: JSON.parse(event?.body ?? '') },
        {
          shop_id: key.shopId,
          id: event?.id,
          delivery_id: key.id,
          type: emits[verb],
          created_at: now,
          body: { id: event?.id, type: emits[verb], createdAt: now.toISOString(), data: delivery },
        },
      )
      assert.deepEqual([others, events.length], [[], before.events.length + 1])
      await assertStaysAt(key, verb, to)
    }

    async function assertStays(status: DeliveryStatus, verb: VerbName): Promise<void> {
      const key = await bringTo(service, await service.openShop(), status)
      await assertStaysAt(key, verb, status)
    }

    /** A transition that has happened is refused the second time, like any other that is not allowed. */
    async function assertStaysAt(key: DeliveryKey, verb: VerbName, status: DeliveryStatus): Promise<void> {
      const before = await stateOf(key)
      service.clock.forward(60_000)

      await assertVerbRefused(act(service, key, verb), refusalOf(verb, status))

      assert.deepEqual(await stateOf(key), before)
    }
  })

  test('no transition finds a delivery that the shop does not have (decision 5)', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const theirs = await bringTo(service, other, 'AWAITING_LOCATION')
    const before = await stateOf(theirs)

    for (const verb of verbNames) {
      const call = verbs[verb](service.services, { ...theirs, shopId: shop.shopId }, before.row)
      await assertVerbRefused(call, deliveryNotFound)
    }
    await assertVerbRefused(
      arriveAtPickup(service.services, { ...theirs, shopId: shop.shopId }),
      deliveryNotFound,
    )
    assert.deepEqual(await stateOf(theirs), before)
  })

  describe('published events (spec 6.3)', () => {
    test('an event keeps the delivery as it was read at the moment of the event', async () => {
      const shop = await service.openShop()
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }
      const { pickupCode, ...created } = (await shop.order({ payment, externalRef: 'story' })).body
      const key = { shopId: shop.shopId, id: created.id }
      const readAt: Partial<Record<EventType, unknown>> = { 'delivery.created': created }

      for (const verb of ['locate', 'assign', 'pickUp', 'confirm', 'handOver'] as const) {
        service.clock.forward(60_000)
        await (verb === 'confirm' ? changePayment(service.services, key, verb) : act(service, key, verb))
        const { body } = await shop.get(`/deliveries/${key.id}`)
        readAt[verb === 'confirm' ? 'payment.confirmed' : emits[verb]] = body
      }

      const events = await eventsOf(service, key)
      assert.deepEqual(
        events.map(({ type, body }) => [type, JSON.parse(body).data]),
        Object.entries(readAt),
      )
      assert.deepEqual(
        events.map(({ created_at, body }) => [created_at.toISOString(), JSON.parse(body).createdAt]),
        [0, 1, 2, 3, 4, 5].map((minute) => Array(2).fill(`2026-11-21T10:0${minute}:00.000Z`)),
      )
    })

    test('a delivery publishes each event type once, and each event has its own identifier', async () => {
      const shop = await service.openShop()
      const [one, two] = [await bringTo(service, shop, 'RETURNED'), await bringTo(service, shop, 'RETURNED')]

      const emitted = [...(await eventsOf(service, one)), ...(await eventsOf(service, two))]

      const types = ['created', 'location_confirmed', 'courier_assigned', 'picked_up', 'failed', 'returned']
      assert.deepEqual(
        emitted.map(({ type }) => type).sort(),
        types.flatMap((type) => Array(2).fill(`delivery.${type}`)).sort(),
      )
      assert.equal(new Set(emitted.map(({ id }) => id)).size, 12)
    })

    test('a published event never holds a code', async () => {
      const key = await bringTo(service, await service.openShop(), 'DELIVERED')

      for (const { body } of await eventsOf(service, key)) assert.doesNotMatch(withoutIds(body), /code/i)
    })

    test('the text in an event is in the language of the service', async (t) => {
      const key = await bringTo(service, await service.openShop(), 'FAILED')
      const english = await openService(await open(), { DEFAULT_LANGUAGE: 'en' })
      t.after(() => english.close())
      const other = await bringTo(english, await english.openShop(), 'FAILED')

      const publishedReason = async (of: TestService, delivery: DeliveryKey) => {
        const failed = (await eventsOf(of, delivery)).find(({ type }) => type === 'delivery.failed')
        return JSON.parse(failed?.body ?? '{}').data.failureReason
      }
      assert.equal(await publishedReason(service, key), 'Colis refusé par le client')
      assert.equal(await publishedReason(english, other), 'Parcel refused by the customer')
    })
  })

  describe('the courier', () => {
    test('the courier of a delivery is shown from the moment of accepting it (spec 2.9)', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      assert.equal((await shop.get(`/deliveries/${key.id}`)).body.courier, null)

      await act(service, key, 'assign')

      const { id: _, ...shown } = courier
      assert.deepEqual((await shop.get(`/deliveries/${key.id}`)).body.courier, shown)
    })

    test('the courier’s arrival at the shop is recorded once, as a time and not as a status (decision 22)', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'ASSIGNED')
      const before = await stateOf(key)
      const { body: read } = await shop.get(`/deliveries/${key.id}`)

      service.clock.set('2026-11-21T10:20:00.000Z')
      await arriveAtPickup(service.services, key)
      service.clock.set('2026-11-21T10:25:00.000Z')
      await arriveAtPickup(service.services, key)
      service.clock.set('2026-11-21T10:30:00.000Z')

      const { row, history, events } = await stateOf(key)
      assert.equal(row.arrived_at_pickup_at?.toISOString(), '2026-11-21T10:20:00.000Z')
      assert.deepEqual(history, before.history)
      const arrived = { ...read, courierArrivedAt: '2026-11-21T10:20:00.000Z' }
      assert.deepEqual((await shop.get(`/deliveries/${key.id}`)).body, arrived)
      const [published, ...others] = events.slice(before.events.length)
      assert.deepEqual([published?.type, others], ['delivery.courier_arrived', []])
      assert.deepEqual(JSON.parse(published?.body ?? '').data, arrived)
      await act(service, key, 'pickUp')
      assert.deepEqual((await rowOf(service, key)).arrived_at_pickup_at, row.arrived_at_pickup_at)
    })

    test('picking the parcel up records the courier’s arrival at the shop', async () => {
      const key = await bringTo(service, await service.openShop(), 'ASSIGNED')
      service.clock.set('2026-11-21T10:20:00.000Z')

      await act(service, key, 'pickUp')

      assert.deepEqual((await rowOf(service, key)).arrived_at_pickup_at, service.clock.now())
    })

    for (const status of statuses.filter((one) => one !== 'ASSIGNED')) {
      test(`a courier cannot arrive at the shop while the delivery is ${status}`, async () => {
        const key = await bringTo(service, await service.openShop(), status)
        const before = await stateOf(key)

        await assertVerbRefused(
          arriveAtPickup(service.services, key),
          transitionRefused(status, ['ASSIGNED']),
        )

        assert.deepEqual(await stateOf(key), before)
      })
    }
  })

  describe('a failed hand-over (decision 21)', () => {
    for (const [code, words, fr, en] of [
      ['CUSTOMER_ABSENT', null, 'Client absent', 'Customer absent'],
      ['REFUSED', null, 'Colis refusé par le client', 'Parcel refused by the customer'],
      ['ADDRESS_NOT_FOUND', null, 'Adresse introuvable', 'Address not found'],
      ['CUSTOMER_UNREACHABLE', null, 'Client injoignable', 'Customer unreachable'],
      ['PARCEL_DAMAGED', null, 'Colis endommagé', 'Parcel damaged'],
      ['PAYMENT_REFUSED', null, 'Paiement refusé', 'Payment refused'],
      ['OTHER', null, 'Autre raison', 'Another reason'],
      ['OTHER', 'Rue inondée', 'Rue inondée', 'Rue inondée'],
      ['CUSTOMER_ABSENT', 'Personne à la porte', 'Client absent', 'Customer absent'],
    ] as const) {
      test(`a hand-over that failed for the reason ${code}${words ? ` (${words})` : ''} reads "${en}"`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, 'IN_TRANSIT')

        await failDelivery(service.services, key, { code, words })

        for (const [language, reason] of Object.entries({ fr, en })) {
          const headers = { 'accept-language': language }
          const { body: delivery } = await shop.get(`/deliveries/${key.id}`, headers)
          const { body: history } = await shop.get(`/deliveries/${key.id}/events`, headers)
          assert.deepEqual([delivery.status, delivery.failureReason], ['FAILED', reason])
          assert.deepEqual(history.at(-1), { status: 'FAILED', note: reason, occurredAt: testStart })
        }
      })
    }

    test('a failed hand-over charges nothing until the parcel is back, then the return fee', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'FAILED')
      const feesOf = async () => {
        const { body } = await shop.get(`/deliveries/${key.id}`)
        return [body.cancellationFee, body.returnFee]
      }

      assert.deepEqual(await feesOf(), [0, 0])
      await act(service, key, 'return')
      assert.deepEqual(await feesOf(), [0, 500])
    })
  })

  describe('the payment (decision 33)', () => {
    const cash = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }

    /** How far the payment went before the delivery ended, and where it stands then. */
    const paths: [PaymentTransition[], status: string, ended: string][] = [
      [[], 'AWAITING_CUSTOMER', 'NOT_REQUESTED'],
      [['declarePaid'], 'AWAITING_MERCHANT', 'NOT_REQUESTED'],
      [['refuse'], 'REFUSED', 'REFUSED'],
      [['fail'], 'FAILED', 'FAILED'],
      [['refuse', 'requestAgain'], 'AWAITING_CUSTOMER', 'NOT_REQUESTED'],
      [['fail', 'requestAgain'], 'AWAITING_CUSTOMER', 'NOT_REQUESTED'],
      [['confirm'], 'PAID', 'PAID'],
      [['declarePaid', 'confirm'], 'PAID', 'PAID'],
    ]

    for (const [transitions, status, ended] of paths) {
      for (const verb of ['fail', 'cancel'] as const) {
        test(`a payment after ${['pickUp', ...transitions].join(', ')} is ${status}, and ${ended} after ${verb}`, async () => {
          const shop = await service.openShop()
          const key = await bringTo(service, shop, 'IN_TRANSIT', { payment: cash })
          const paymentStatus = async () => (await shop.get(`/deliveries/${key.id}`)).body.payment.status

          for (const transition of transitions) await changePayment(service.services, key, transition)
          assert.equal(await paymentStatus(), status)
          await act(service, key, verb)
          assert.equal(await paymentStatus(), ended)
        })
      }
    }

    test('the payment is requested when the parcel is picked up, and not before', async () => {
      const shop = await service.openShop()
      const seen = []
      for (const status of ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'] as const) {
        const { id } = await bringTo(service, shop, status, { payment: cash })
        seen.push((await shop.get(`/deliveries/${id}`)).body.payment.status)
      }
      assert.deepEqual(seen, ['NOT_REQUESTED', 'NOT_REQUESTED', 'NOT_REQUESTED', 'AWAITING_CUSTOMER'])
    })

    test('the payment is confirmed once, with its time, and published (spec 6.2)', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'IN_TRANSIT', { payment: cash })
      const before = await stateOf(key)
      service.clock.set('2026-11-21T11:11:11.111Z')

      await changePayment(service.services, key, 'confirm')

      const { body: read } = await shop.get(`/deliveries/${key.id}`)
      assert.deepEqual(
        [read.status, read.payment.status, read.payment.paidAt],
        ['IN_TRANSIT', 'PAID', '2026-11-21T11:11:11.111Z'],
      )
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
      assert.deepEqual(
        emitted.map(({ body }) => JSON.parse(body)),
        [
          {
            id: emitted[0]?.id,
            type: 'payment.confirmed',
            createdAt: '2026-11-21T11:11:11.111Z',
            data: read,
          },
        ],
      )
      const after = await stateOf(key)
      assert.deepEqual(after.history, before.history)
      await assertVerbRefused(
        changePayment(service.services, key, 'confirm'),
        paymentRefused('PAID', 'IN_TRANSIT', confirmable),
      )
      assert.deepEqual(await stateOf(key), after)
    })

    test('the payment cannot be confirmed before it was requested', async () => {
      const key = await bringTo(service, await service.openShop(), 'ASSIGNED', { payment: cash })
      await assertVerbRefused(
        changePayment(service.services, key, 'confirm'),
        paymentRefused('NOT_REQUESTED', 'ASSIGNED', confirmable),
      )
    })

    test('the payment of a prepaid order is never due', async () => {
      const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT')
      await assertVerbRefused(
        changePayment(service.services, key, 'confirm'),
        paymentRefused('NOT_DUE', 'IN_TRANSIT', confirmable),
      )
    })

    for (const status of statuses.filter((one) => one !== 'IN_TRANSIT' && one !== 'DELIVERED')) {
      test(`the payment is not requested while the delivery is ${status}, as the parcel is not on its way`, async () => {
        const key = await bringTo(service, await service.openShop(), status, { payment: cash })
        const before = await stateOf(key)

        await assertVerbRefused(
          changePayment(service.services, key, 'request'),
          transitionRefused(status, ['IN_TRANSIT']),
        )

        assert.deepEqual(await stateOf(key), before)
      })
    }

    test('a refused payment is not requested again once the hand-over has failed', async () => {
      const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT', { payment: cash })
      await changePayment(service.services, key, 'refuse')
      await act(service, key, 'fail')

      await assertVerbRefused(
        changePayment(service.services, key, 'requestAgain'),
        transitionRefused('FAILED', ['IN_TRANSIT']),
      )
    })
  })

  test('a delivery ordered with its destination begins as SEARCHING_COURIER and takes the same steps', async () => {
    const shop = await service.openShop()
    const made = await shop.order({ dropoff: east })
    const key = { shopId: shop.shopId, id: made.body.id }

    await assertVerbRefused(
      act(service, key, 'locate'),
      transitionRefused('SEARCHING_COURIER', ['AWAITING_LOCATION']),
    )
    for (const verb of ['assign', 'pickUp', 'handOver'] as const) await act(service, key, verb)

    const { body: history } = await shop.get(`/deliveries/${key.id}/events`)
    assert.deepEqual(
      history.map(({ status }: { status: string }) => status),
      ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'],
    )
  })
})

const deliveryNotFound: Refusal = {
  status: 404,
  code: 'DELIVERY_NOT_FOUND',
  en: 'Your shop has no delivery with this id or reference.',
  fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
}

/** The statuses from which a verb leads anywhere. */
const startsOf = (verb: VerbName) =>
  statuses.filter((status) => leads[status][verbNames.indexOf(verb)] !== '.')

function refusalOf(verb: VerbName, status: DeliveryStatus): Refusal {
  if (verb !== 'cancel') return transitionRefused(status, startsOf(verb))
  return {
    status: 409,
    code: 'DELIVERY_NOT_CANCELLABLE',
    en: `A delivery with the status ${status} can no longer be cancelled.`,
    fr: `Une livraison au statut ${status} ne peut plus être annulée.`,
    details: { status },
  }
}
