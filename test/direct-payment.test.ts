import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Collection } from '../src/contract/vocabulary.ts'
import { type DeliveryKey, listPaymentHistory } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  act,
  assertVerbRefused,
  bringTo,
  confirmable,
  eventsOf,
  paymentRefused,
  requestable,
  rowOf,
} from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import type { Refusal } from './support/refusal.ts'

const paidBy = (collection: Collection) => ({
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection },
})

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const pickedUp = (collection: Collection) => bringTo(service, shop, 'IN_TRANSIT', paidBy(collection))

  const readPayment = async ({ id }: DeliveryKey) => {
    const { status, paidAt } = (await shop.get(`/deliveries/${id}`)).body.payment
    return [status, paidAt]
  }

  const timesPublished = async (key: DeliveryKey) =>
    (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed').length

  const paymentHistory = async (key: DeliveryKey) =>
    (await listPaymentHistory(service.services.db, key)).map(
      ({ status, occurred_at }) => `${status} ${occurred_at.toISOString().slice(11, 16)}`,
    )

  describe('the history of a payment', () => {
    test('the history of a payment holds each of its statuses and when it began', async () => {
      const key = await pickedUp('DIRECT')
      service.clock.set('2026-11-21T10:20:00.000Z')
      await declarePaid(service.services, key)
      service.clock.set('2026-11-21T10:40:00.000Z')
      await confirmPayment(service.services, key)
      await act(service, key, 'handOver')

      assert.deepEqual(await paymentHistory(key), [
        'NOT_REQUESTED 10:00',
        'AWAITING_CUSTOMER 10:00',
        'AWAITING_MERCHANT 10:20',
        'PAID 10:40',
      ])
    })

    test('the history of a payment shows that a failed hand-over or a cancellation withdrew it', async () => {
      for (const verb of ['fail', 'cancel'] as const) {
        const key = await pickedUp('DIRECT')
        await act(service, key, verb)
        const [, , ...withdrawn] = await paymentHistory(key)
        assert.deepEqual(withdrawn, ['NOT_REQUESTED 10:00'], verb)
      }
    })

    test('the history of a payment is empty while its status has not changed', async () => {
      const key = await bringTo(service, shop, 'DELIVERED')
      assert.deepEqual(await paymentHistory(key), [])
    })

    test('the history of a payment has no line for a transition that was refused or rolled back', async () => {
      const key = await pickedUp('DIRECT')
      const before = await paymentHistory(key)
      const alongside = () => Promise.reject(new Error('It cannot be written.'))

      await assert.rejects(
        changePayment(service.services, key, 'confirm', { alongside }),
        /cannot be written/,
      )
      await assertVerbRefused(
        changePayment(service.services, key, 'requestAgain'),
        paymentRefused('AWAITING_CUSTOMER', 'IN_TRANSIT', requestable),
      )

      assert.deepEqual(await paymentHistory(key), before)
    })
  })

  describe('a payment straight to the shop (decision 33)', () => {
    test('a direct payment is declared by the customer, confirmed by the shop and published before hand-over', async () => {
      const key = await pickedUp('DIRECT')
      assert.deepEqual(await readPayment(key), ['AWAITING_CUSTOMER', null])
      await assertVerbRefused(act(service, key, 'handOver'), unsettled('AWAITING_CUSTOMER'))

      await declarePaid(service.services, key)
      assert.deepEqual(await readPayment(key), ['AWAITING_MERCHANT', null])
      assert.equal(await timesPublished(key), 0)
      await assertVerbRefused(act(service, key, 'handOver'), unsettled('AWAITING_MERCHANT'))

      service.clock.set('2026-11-21T10:40:00.000Z')
      await confirmPayment(service.services, key)
      assert.deepEqual(await readPayment(key), ['PAID', '2026-11-21T10:40:00.000Z'])
      assert.equal(await timesPublished(key), 1)
      assert.equal((await act(service, key, 'handOver')).status, 'DELIVERED')
    })

    test('a shop can confirm a direct payment that the customer did not declare', async () => {
      const key = await pickedUp('DIRECT')

      await confirmPayment(service.services, key)

      assert.deepEqual(await readPayment(key), ['PAID', testStart])
      assert.equal(await timesPublished(key), 1)
    })

    test('a direct payment can be declared and confirmed only once', async () => {
      const key = await pickedUp('DIRECT')
      await declarePaid(service.services, key)
      await assertVerbRefused(
        declarePaid(service.services, key),
        paymentRefused('AWAITING_MERCHANT', 'IN_TRANSIT', ['AWAITING_CUSTOMER']),
      )
      await confirmPayment(service.services, key)
      const before = await rowOf(service, key)

      for (const [verb, from] of verbs)
        await assertVerbRefused(verb(service.services, key), paymentRefused('PAID', 'IN_TRANSIT', from))

      assert.deepEqual(await rowOf(service, key), before)
      assert.equal(await timesPublished(key), 1)
    })

    for (const [status, paymentStatus] of [
      ['ASSIGNED', 'NOT_REQUESTED'],
      ['FAILED', 'NOT_REQUESTED'],
      ['CANCELLED', 'NOT_REQUESTED'],
    ] as const) {
      test(`a direct payment can be neither declared nor confirmed while the delivery is ${status}`, async () => {
        const key = await bringTo(service, shop, status, paidBy('DIRECT'))

        for (const [verb, from] of verbs)
          await assertVerbRefused(verb(service.services, key), paymentRefused(paymentStatus, status, from))
      })
    }

    test('a direct payment is not due for a prepaid parcel, which is handed over without it', async () => {
      const payment = { mode: 'PREPAID', collection: 'DIRECT' }
      const key = await bringTo(service, shop, 'IN_TRANSIT', { payment })

      for (const [verb, from] of verbs)
        await assertVerbRefused(verb(service.services, key), paymentRefused('NOT_DUE', 'IN_TRANSIT', from))

      assert.equal((await act(service, key, 'handOver')).status, 'DELIVERED')
    })
  })

  test('a payment through the service can be neither declared nor confirmed by a person (decision 34)', async () => {
    const key = await pickedUp('SECURE')
    const before = await rowOf(service, key)

    for (const verb of [declarePaid, confirmPayment])
      await assertVerbRefused(verb(service.services, key), {
        status: 409,
        code: 'COLLECTION_REFUSED',
        en: 'This payment goes through the service: only the mobile-money operator confirms it.',
        fr: 'Ce paiement passe par le service : seul l’opérateur mobile money le confirme.',
        details: { collection: 'SECURE' },
      })

    assert.deepEqual(await rowOf(service, key), before)
  })

  test('a failed write in the transaction of a payment’s transition rolls the transition back', async () => {
    const key = await pickedUp('DIRECT')
    const before = await rowOf(service, key)
    const alongside = () => Promise.reject(new Error('It cannot be written.'))

    await assert.rejects(changePayment(service.services, key, 'confirm', { alongside }), /cannot be written/)

    assert.deepEqual(await rowOf(service, key), before)
    assert.equal(await timesPublished(key), 0)
  })
})

onServer((open) => {
  test('when a customer declares a payment while the shop confirms it, it is paid and published once', async () => {
    const service = await openService(await open())
    const shop = await service.openShop()
    for (let round = 0; round < 10; round += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', paidBy('DIRECT'))

      await Promise.allSettled([
        declarePaid(service.services, key),
        confirmPayment(service.services, key),
        confirmPayment(service.services, key),
      ])

      assert.equal((await rowOf(service, key)).payment_status, 'PAID')
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
      assert.equal(emitted.length, 1)
    }
    await service.close()
  })
})

const unsettled = (paymentStatus: string): Refusal => ({
  status: 409,
  code: 'PAYMENT_NOT_SETTLED',
  en: `The parcel is handed over once it is paid; the payment is ${paymentStatus}.`,
  fr: `Le colis se remet une fois payé ; le paiement est ${paymentStatus}.`,
  details: { paymentStatus },
})

/** What is done to a direct payment, and the statuses of a payment from which it works. */
const verbs = [
  [declarePaid, ['AWAITING_CUSTOMER']],
  [confirmPayment, confirmable],
] as const
