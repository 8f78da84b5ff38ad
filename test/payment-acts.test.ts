import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Collection } from '../src/contract/vocabulary.ts'
import { type DeliveryKey, listPaymentHistory } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  act,
  bringTo,
  confirmable,
  eventsOf,
  paymentRefused,
  requestable,
  rowOf,
  transitionRefused,
} from './support/delivery-verbs.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import {
  type Answer,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'

const paidBy = (collection: Collection) => ({
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection },
})

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ ownerEmail: 'boutique@example.com' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const pickedUp = (collection: Collection) => bringTo(service, shop, 'IN_TRANSIT', paidBy(collection))
  const say = ({ id }: DeliveryKey, received: boolean, headers?: Record<string, string>) =>
    shop.post(`/deliveries/${id}/payment-confirmations`, { received }, headers)
  const request = ({ id }: DeliveryKey, headers?: Record<string, string>) =>
    shop.post(`/deliveries/${id}/payment-requests`, undefined, headers)
  const confirmReturn = ({ id }: DeliveryKey, headers?: Record<string, string>) =>
    shop.post(`/deliveries/${id}/return-confirmations`, undefined, headers)
  const paymentOf = ({ status, body }: Answer) => [status, body.payment.status, body.payment.paidAt]

  /** The delivery as it is, with all that a second call could write. */
  const traceOf = async (key: DeliveryKey) => ({
    row: await rowOf(service, key),
    payments: await listPaymentHistory(service.services.db, key),
    requests: await listPaymentRequests(service.services.db, key),
    events: await eventsOf(service, key),
    audit: await service.services.db
      .selectFrom('audit_lines')
      .selectAll()
      .where('audit_lines.subject_id', '=', key.id)
      .execute(),
  })

  describe('POST /deliveries/{id}/payment-confirmations (decision 121)', () => {
    for (const isDeclared of [true, false])
      test(`a shop confirms a DIRECT payment that the customer ${isDeclared ? 'declared' : 'did not declare'}, and the parcel can be handed over`, async () => {
        const key = await pickedUp('DIRECT')
        if (isDeclared) await declarePaid(service.services, key)

        const answer = await say(key, true)

        assert.deepEqual(paymentOf(answer), [200, 'PAID', testStart])
        assert.deepEqual(answer.body, (await shop.get(`/deliveries/${key.id}`)).body)
        const { events, audit } = await traceOf(key)
        assert.equal(events.filter(({ type }) => type === 'payment.confirmed').length, 1)
        assert.deepEqual(
          audit.map(({ action, actor }) => [action, actor]),
          [['confirm-payment', `API_KEY:${shop.keyId}`]],
        )
        assert.equal((await act(service, key, 'handOver')).status, 'DELIVERED')
      })

    test('a confirmation that is sent again answers 200 with the delivery as it is, and writes nothing', async () => {
      const key = await pickedUp('DIRECT')
      await say(key, true)
      await act(service, key, 'handOver')
      const before = await traceOf(key)

      const again = await say(key, true)

      assert.deepEqual(
        [again.status, again.body.status, again.body.payment.status],
        [200, 'DELIVERED', 'PAID'],
      )
      assert.deepEqual(await traceOf(key), before)
    })

    test('a denial brings a declared payment back to AWAITING_CUSTOMER, and the customer can declare it again', async () => {
      const key = await pickedUp('DIRECT')
      await declarePaid(service.services, key)

      assert.deepEqual(paymentOf(await say(key, false)), [200, 'AWAITING_CUSTOMER', null])

      const { payments, audit } = await traceOf(key)
      assert.deepEqual(
        payments.map(({ status, actor }) => [status, actor]),
        [
          ['NOT_REQUESTED', null],
          ['AWAITING_CUSTOMER', 'SYSTEM'],
          ['AWAITING_MERCHANT', 'SYSTEM'],
          ['AWAITING_CUSTOMER', `API_KEY:${shop.keyId}`],
        ],
      )
      assert.deepEqual(
        audit.map(({ action }) => action),
        ['deny-payment'],
      )
      await declarePaid(service.services, key)
      assert.deepEqual(paymentOf(await say(key, true)), [200, 'PAID', testStart])
    })

    test('a denial that is sent again, or of a payment that nobody declared, answers 200 and writes nothing', async () => {
      const denied = await pickedUp('DIRECT')
      await declarePaid(service.services, denied)
      await say(denied, false)
      for (const key of [denied, await pickedUp('DIRECT')]) {
        const before = await traceOf(key)
        assert.deepEqual(paymentOf(await say(key, false)), [200, 'AWAITING_CUSTOMER', null])
        assert.deepEqual(await traceOf(key), before)
      }
    })

    test('after a denial the customer’s page says so and shows again how to pay, in both languages', async () => {
      const denied = {
        fr: 'Boutique Test n’a pas reçu votre paiement. Vérifiez qu’il est bien parti, et vers le bon numéro.',
        en: 'Boutique Test has not received your payment. Check that it was sent, and to the right number.',
      }
      const key = await pickedUp('DIRECT')
      const page = async (language: string) =>
        textOf((await openPage(service, key, { 'accept-language': language })).body)
      for (const language of ['fr', 'en'] as const)
        assert.ok(!(await page(language)).includes(denied[language]))
      await declarePaid(service.services, key)
      await say(key, false)

      for (const [language, pay, number, declare] of [
        [
          'fr',
          'à Boutique Test, puis dites-le ici.',
          '01 97 00 00 99',
          'C’est payé, redemander à la boutique',
        ],
        ['en', 'to Boutique Test, then say so here.', '01 97 00 00 99', 'It is paid, ask the shop again'],
      ] as const)
        for (const words of [denied[language], pay, number, declare])
          assert.ok((await page(language)).includes(words), `${words} is not on ${await page(language)}`)

      await declarePaid(service.services, key)
      assert.ok(!(await page('fr')).includes(denied.fr))
    })

    test('the owner is notified of each declaration: a second one after a denial is a message of its own', async () => {
      const work = messageWork(service)
      const declarations = async (key: DeliveryKey) =>
        (await messagesOf(service, key)).filter(({ kind }) => /^PAYMENT_DECLARED(_AGAIN)?$/.test(kind))
      const key = await pickedUp('DIRECT')
      await declarePaid(service.services, key)
      await work.once()
      const [first] = await declarations(key)
      await say(key, false)
      await work.once()
      assert.deepEqual(await declarations(key), [first])

      await declarePaid(service.services, key)
      await work.relay()
      const states = async () => (await declarations(key)).map(({ kind, state }) => `${kind} ${state}`)
      assert.deepEqual(await states(), ['PAYMENT_DECLARED SENT', 'PAYMENT_DECLARED_AGAIN PENDING'])
      await work.once()
      assert.deepEqual(await states(), ['PAYMENT_DECLARED SENT', 'PAYMENT_DECLARED_AGAIN SENT'])
      assert.deepEqual(work.reportedErrors, [])
    })

    for (const received of [true, false])
      test(`received ${received} is refused for a SECURE payment, and unless a payment is awaited`, async () => {
        await assertRefused((headers) => pickedUp('SECURE').then((key) => say(key, received, headers)), {
          status: 409,
          code: 'COLLECTION_REFUSED',
          en: 'This payment goes through the service: only the mobile-money operator confirms it.',
          fr: 'Ce paiement passe par le service : seul l’opérateur mobile money le confirme.',
          details: { collection: 'SECURE' },
        })
        const early = await bringTo(service, shop, 'ASSIGNED', paidBy('DIRECT'))
        const cancelled = await bringTo(service, shop, 'CANCELLED', paidBy('DIRECT'))
        const prepaid = await bringTo(service, shop, 'IN_TRANSIT', {
          payment: { mode: 'PREPAID', collection: 'DIRECT' },
        })
        const from = received ? confirmable : (['AWAITING_MERCHANT'] as const)
        for (const [key, paymentStatus, status] of [
          [early, 'NOT_REQUESTED', 'ASSIGNED'],
          [cancelled, 'NOT_REQUESTED', 'CANCELLED'],
          [prepaid, 'NOT_DUE', 'IN_TRANSIT'],
        ] as const)
          await assertRefused(
            (headers) => say(key, received, headers),
            paymentRefused(paymentStatus, status, from),
          )
      })

    test('a payment that was confirmed can no longer be denied', async () => {
      const key = await pickedUp('DIRECT')
      await say(key, true)
      await assertRefused(
        (headers) => say(key, false, headers),
        paymentRefused('PAID', 'IN_TRANSIT', ['AWAITING_MERCHANT']),
      )
    })

    test('a body says received, true or false, and nothing else', async () => {
      const { id } = await pickedUp('DIRECT')
      const send = (body: object) => (headers: Record<string, string>) =>
        shop.post(`/deliveries/${id}/payment-confirmations`, body, headers)
      await assertInvalid(send({}), [
        { field: '/received', rule: 'required', en: 'is required', fr: 'est obligatoire' },
      ])
      await assertInvalid(send({ received: 'true' }), [
        { field: '/received', rule: 'type', en: 'must be true or false', fr: 'doit être true ou false' },
      ])
      await assertInvalid(send({ received: true, amount: 5_600 }), [
        {
          field: '/amount',
          rule: 'additionalProperties',
          en: 'is not a known field',
          fr: 'n’est pas un champ connu',
        },
      ])
      assert.equal((await shop.get(`/deliveries/${id}`)).body.payment.status, 'AWAITING_CUSTOMER')
    })
  })

  describe('POST /deliveries/{id}/payment-requests (decision 121)', () => {
    const refused = async (): Promise<DeliveryKey> => {
      const key = await pickedUp('SECURE')
      await changePayment(service.services, key, 'refuse')
      return key
    }

    for (const ending of ['refuse', 'fail'] as const)
      test(`a SECURE payment is requested again after the transition ${ending}`, async () => {
        const key = await pickedUp('SECURE')
        await changePayment(service.services, key, ending)

        assert.deepEqual(paymentOf(await request(key)), [200, 'AWAITING_CUSTOMER', null])

        const { requests, audit } = await traceOf(key)
        assert.deepEqual(
          requests.map(({ state, amount_fcfa }) => [state, amount_fcfa]),
          [['DUE', 5_600]],
        )
        assert.deepEqual(
          audit.map(({ action, actor }) => [action, actor]),
          [['request-payment-again', `API_KEY:${shop.keyId}`]],
        )
      })

    test('while a request is open and once it is paid, asking again answers 200 and requests nothing', async () => {
      const key = await refused()
      await request(key)
      for (const status of ['AWAITING_CUSTOMER', 'PAID']) {
        if (status === 'PAID') await changePayment(service.services, key, 'confirm')
        const before = await traceOf(key)
        const again = await request(key)
        assert.deepEqual([again.status, again.body.payment.status], [200, status])
        assert.deepEqual(await traceOf(key), before)
      }
    })

    test('a shop can have a customer asked five times for a delivery', async () => {
      const key = await refused()
      for (let time = 1; time <= 5; time += 1) {
        assert.equal((await request(key)).status, 200)
        await changePayment(service.services, key, 'refuse')
      }
      const before = await traceOf(key)
      await assertRefused((headers) => request(key, headers), {
        status: 409,
        code: 'PAYMENT_REQUESTS_USED_UP',
        en: 'The customer has been asked to pay 5 times for this delivery, which is the most. Call them, or ask the delivery service.',
        fr: 'Le client a déjà reçu 5 demandes de paiement pour cette livraison, le maximum. Appelez-le, ou contactez le service de livraison.',
        details: { max: 5 },
      })
      assert.deepEqual(await traceOf(key), before)
    })

    test('asking again is refused for a DIRECT payment, before pick-up and after the delivery has ended', async () => {
      await assertRefused((headers) => pickedUp('DIRECT').then((key) => request(key, headers)), {
        status: 409,
        code: 'COLLECTION_REFUSED',
        en: 'This payment goes straight to the shop: the service does not ask for it.',
        fr: 'Ce paiement va directement à la boutique : le service ne le demande pas.',
        details: { collection: 'DIRECT' },
      })
      const early = await bringTo(service, shop, 'ASSIGNED', paidBy('SECURE'))
      await assertRefused(
        (headers) => request(early, headers),
        paymentRefused('NOT_REQUESTED', 'ASSIGNED', requestable),
      )
      const failed = await refused()
      await act(service, failed, 'fail')
      await assertRefused((headers) => request(failed, headers), transitionRefused('FAILED', ['IN_TRANSIT']))
    })

    test('the request takes no field: none, an empty body and an empty object are accepted', async () => {
      const key = await refused()
      const path = `/deliveries/${key.id}/payment-requests`
      await assertInvalid(
        (headers) => shop.post(path, { amount: 1 }, headers),
        [
          {
            field: '/amount',
            rule: 'additionalProperties',
            en: 'is not a known field',
            fr: 'n’est pas un champ connu',
          },
        ],
      )
      assert.equal((await shop.post(path, {})).status, 200)
      const empty = await service.call({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
        payload: '',
      })
      assert.equal(empty.status, 200)
    })
  })

  describe('POST /deliveries/{id}/return-confirmations (decision 121)', () => {
    test('a shop confirms that its parcel is back, once: the fee is charged and the event published once', async () => {
      const key = await bringTo(service, shop, 'FAILED')

      const { status, body } = await confirmReturn(key)

      assert.deepEqual([status, body.status, body.returnFee], [200, 'RETURNED', 500])
      const before = await traceOf(key)
      assert.deepEqual(
        before.audit.map(({ action }) => action),
        ['return-parcel'],
      )
      const again = await confirmReturn(key)
      assert.deepEqual([again.status, again.body], [200, body])
      assert.deepEqual(await traceOf(key), before)
      assert.equal(before.events.filter(({ type }) => type === 'delivery.returned').length, 1)
    })

    for (const status of ['AWAITING_LOCATION', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED', 'EXPIRED'] as const)
      test(`a return is refused for a delivery that is ${status}`, async () => {
        const key = await bringTo(service, shop, status)
        await assertRefused((headers) => confirmReturn(key, headers), transitionRefused(status, ['FAILED']))
      })
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  const atOnce = (count: number, call: (at: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, at) => call(at)))

  test('of fifty confirmations of a payment at once each answers 200, and it is published once', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', paidBy('DIRECT'))
    const path = `/deliveries/${key.id}/payment-confirmations`

    const answers = await atOnce(50, () => shop.post(path, { received: true }))

    assert.deepEqual(
      [...new Set(answers.map(({ status, body }) => `${status} ${body.payment.status}`))],
      ['200 PAID'],
    )
    const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'payment.confirmed')
    assert.equal(emitted.length, 1)
    assert.equal((await listPaymentHistory(service.services.db, key)).length, 3)
  })

  test('a confirmation that races a denial ends in PAID once it was answered 200', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', paidBy('DIRECT'))
      await declarePaid(service.services, key)
      const path = `/deliveries/${key.id}/payment-confirmations`

      const [confirmed, denied] = await atOnce(2, (at) => shop.post(path, { received: at === 0 }))

      assert.equal(confirmed?.status, 200)
      assert.ok(denied?.status === 200 || denied?.body.code === 'PAYMENT_TRANSITION_REFUSED')
      assert.equal((await rowOf(service, key)).payment_status, 'PAID')
    }
  })

  test('fifty requests at once cause one more request to pay', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', paidBy('SECURE'))
    await changePayment(service.services, key, 'refuse')

    const answers = await atOnce(50, () => shop.post(`/deliveries/${key.id}/payment-requests`))

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal((await listPaymentRequests(service.services.db, key)).length, 1)
  })

  test('fifty confirmations of a return at once charge it once, and each answers 200', async () => {
    const key = await bringTo(service, shop, 'FAILED')

    const answers = await atOnce(50, () => shop.post(`/deliveries/${key.id}/return-confirmations`))

    assert.deepEqual(
      [...new Set(answers.map(({ status, body }) => `${status} ${body.returnFee}`))],
      ['200 500'],
    )
    const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'delivery.returned')
    assert.equal(emitted.length, 1)
  })
})
