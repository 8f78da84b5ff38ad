import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, eventsOf } from './support/delivery-verbs.ts'
import {
  type Answer,
  changeTariff,
  openService,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { assertInvalid, assertRefused, type Refusal } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const read = async (shop: TestShop, { id }: DeliveryKey) => (await shop.get(`/deliveries/${id}`)).body
  const history = async (shop: TestShop, { id }: DeliveryKey) =>
    (await shop.get(`/deliveries/${id}/events`)).body

  function cancel(
    shop: TestShop,
    { id }: Pick<DeliveryKey, 'id'>,
    body: unknown = {},
    headers = {},
  ): Promise<Answer> {
    return shop.post(`/deliveries/${id}/cancel`, body, headers)
  }

  /** Cancels, and asserts the whole response: the delivery as it was, cancelled with these fees. */
  async function assertCancelled(
    shop: TestShop,
    key: DeliveryKey,
    fees: { cancellationFee: number; returnFee: number },
  ): Promise<void> {
    const before = await read(shop, key)

    const { status, body } = await cancel(shop, key)

    assert.deepEqual({ status, body }, { status: 200, body: { ...before, status: 'CANCELLED', ...fees } })
    assert.deepEqual(await read(shop, key), body)
  }

  describe('the fees of a cancellation (spec 4.8, decision 22)', () => {
    for (const status of ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED'] as const) {
      test(`cancelling a delivery that is ${status} is free until the courier has arrived at the shop`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, status)

        await assertCancelled(shop, key, { cancellationFee: 0, returnFee: 0 })
      })
    }

    test('cancelling a delivery whose courier has arrived at the shop costs the cancellation fee', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'ASSIGNED')
      await arriveAtPickup(service.services, key)

      await assertCancelled(shop, key, { cancellationFee: 300, returnFee: 0 })
    })

    test('cancelling a delivery that is IN_TRANSIT costs the cancellation fee and the return fee', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'IN_TRANSIT')

      await assertCancelled(shop, key, { cancellationFee: 300, returnFee: 500 })
    })

    test('the fees of a cancellation are those of the city’s tariff', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      await changeTariff(service, { cancellationFeeFcfa: 0, returnFeeFcfa: 125 })

      await assertCancelled(shop, key, { cancellationFee: 0, returnFee: 125 })
      await changeTariff(service, testTariff)
    })
  })

  describe('a delivery that can no longer be cancelled (decision 22)', () => {
    for (const status of ['DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const) {
      test(`cancelling a delivery that is ${status} is refused and changes nothing`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, status)
        const before = [await read(shop, key), await history(shop, key), await eventsOf(service, key)]

        await assertRefused(
          (language) => cancel(shop, key, { reason: 'Trop tard' }, language),
          notCancellable(status),
        )
        await assertRefused(
          (language) => cancel(shop, key, {}, { ...language, 'idempotency-key': 'cancel-late' }),
          notCancellable(status),
        )
        assert.deepEqual(
          [await read(shop, key), await history(shop, key), await eventsOf(service, key)],
          before,
        )
      })
    }
  })

  describe('a payment that is still open is withdrawn (decision 33)', () => {
    const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }

    for (const [transitions, before, then] of [
      [[], 'AWAITING_CUSTOMER', 'NOT_REQUESTED'],
      [['declarePaid'], 'AWAITING_MERCHANT', 'NOT_REQUESTED'],
      [['refuse'], 'REFUSED', 'REFUSED'],
      [['confirm'], 'PAID', 'PAID'],
    ] as const) {
      test(`a payment that is ${before} is ${then} after its delivery is cancelled`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, 'IN_TRANSIT', { payment })
        for (const transition of transitions) await changePayment(service.services, key, transition)
        assert.equal((await read(shop, key)).payment.status, before)

        const { body } = await cancel(shop, key)

        assert.deepEqual([body.status, body.payment.status], ['CANCELLED', then])
      })
    }
  })

  describe('the reason (spec 2.16)', () => {
    test('the reason of a cancellation becomes the note of its history line', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      service.clock.set('2026-11-21T10:07:00.000Z')

      await cancel(shop, key, { reason: '  Commande annulée par le client ' })

      assert.deepEqual(await history(shop, key), [
        { status: 'AWAITING_LOCATION', note: null, occurredAt: testStart },
        { status: 'SEARCHING_COURIER', note: null, occurredAt: testStart },
        {
          status: 'CANCELLED',
          note: 'Commande annulée par le client',
          occurredAt: '2026-11-21T10:07:00.000Z',
        },
      ])
    })

    test('the reason of a cancellation is optional', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')

      await cancel(shop, key, {})

      assert.deepEqual((await history(shop, key)).at(-1), {
        status: 'CANCELLED',
        note: null,
        occurredAt: testStart,
      })
    })

    for (const length of [1, 200]) {
      test(`a cancellation reason with a length of ${length} is accepted (spec 8)`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')

        assert.equal((await cancel(shop, key, { reason: 'é'.repeat(length) })).status, 200)
        assert.equal((await history(shop, key)).at(-1).note, 'é'.repeat(length))
      })
    }

    for (const [what, reason, rule, en, fr] of [
      [
        'of 201 characters',
        'é'.repeat(201),
        'maxLength',
        'must have at most 200 characters',
        'doit avoir au plus 200 caractères',
      ],
      ['that is empty', '', 'minLength', 'must not be blank', 'ne doit pas être vide'],
      ['that is blank', '   ', 'minLength', 'must not be blank', 'ne doit pas être vide'],
      [
        'with a line break',
        'Client\nabsent',
        'text',
        'must not contain line breaks or other control characters',
        'ne doit pas contenir de retours à la ligne ni d’autres caractères de contrôle',
      ],
      ['that is not text', 7, 'type', 'must be text', 'doit être un texte'],
      ['that is null', null, 'type', 'must be text', 'doit être un texte'],
    ] as const) {
      test(`a cancellation reason ${what} is refused`, async () => {
        const shop = await service.openShop()
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')

        await assertInvalid(
          (language) => cancel(shop, key, { reason }, language),
          [{ field: '/reason', rule, en, fr }],
        )
        assert.equal((await read(shop, key)).status, 'AWAITING_LOCATION')
      })
    }
  })

  describe('the body (spec 4.8)', () => {
    test('a cancellation needs a body that is a JSON object (spec 4.8)', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      const missing = { field: '', rule: 'type', en: 'is missing: send {}', fr: 'est absent : envoyez {}' }
      const noObject = { field: '', rule: 'type', en: 'must be a JSON object', fr: 'doit être un objet JSON' }
      const path = `/deliveries/${key.id}/cancel`

      await assertInvalid((language) => shop.post(path, undefined, language), [missing])
      await assertInvalid(
        (language) => shop.post(path, undefined, { ...language, 'content-type': 'application/json' }),
        [missing],
      )
      await assertInvalid((language) => shop.post(path, [], language), [noObject])
      assert.equal((await read(shop, key)).status, 'AWAITING_LOCATION')
    })

    test('the body of a cancellation accepts no field but the reason (spec 4.8)', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')

      await assertInvalid(
        (language) => cancel(shop, key, { raison: 'Client absent', force: true }, language),
        [
          {
            field: '/raison',
            rule: 'additionalProperties',
            en: 'is not a known field; did you mean reason?',
            fr: 'n’est pas un champ connu ; vouliez-vous dire reason ?',
          },
          {
            field: '/force',
            rule: 'additionalProperties',
            en: 'is not a known field',
            fr: 'n’est pas un champ connu',
          },
        ],
      )
    })
  })

  describe('Idempotency-Key (decision 15)', () => {
    const withKey = (key: string) => ({ 'idempotency-key': key })

    test('cancelling again with the same Idempotency-Key returns the same delivery and does nothing more', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      const first = await cancel(shop, key, { reason: 'Plus en stock' }, withKey('cancel-2041'))
      const before = [await history(shop, key), await eventsOf(service, key)]
      service.clock.forward(60_000)

      const again = await cancel(shop, key, { reason: 'Plus en stock' }, withKey('cancel-2041'))

      assert.deepEqual([first.status, first.body.cancellationFee], [200, 300])
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.deepEqual([await history(shop, key), await eventsOf(service, key)], before)
    })

    test('cancelling a cancelled delivery with another Idempotency-Key, or without one, is refused', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await cancel(shop, key, {}, withKey('cancel-2041'))

      for (const headers of [withKey('cancel-2042'), withKey('CANCEL-2041'), {}, { 'idempotency-key': '' }]) {
        await assertRefused(
          (language) => cancel(shop, key, {}, { ...headers, ...language }),
          notCancellable('CANCELLED'),
        )
      }
    })

    test('after a cancellation without an Idempotency-Key, a second one is refused, with a key or without', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await cancel(shop, key)

      assert.equal((await cancel(shop, key)).status, 409)
      assert.equal((await cancel(shop, key, {}, withKey('cancel-2041'))).status, 409)
    })

    test('one Idempotency-Key may cancel several deliveries, and may also have created them', async () => {
      const shop = await service.openShop()
      const first = await shop.order({}, withKey('both-2041'))
      const second = await shop.order()

      for (const { body } of [first, second, first, second])
        assert.equal((await cancel(shop, body, {}, withKey('both-2041'))).status, 200)
    })

    for (const key of ['a'.repeat(7), 'a'.repeat(101), 'cancel 2041', 'cancel.2041']) {
      test(`the Idempotency-Key ${key.slice(0, 20)} (${key.length} characters) is refused as malformed (spec 8)`, async () => {
        const shop = await service.openShop()
        const delivery = await bringTo(service, shop, 'AWAITING_LOCATION')

        await assertRefused((language) => cancel(shop, delivery, {}, { ...withKey(key), ...language }), {
          status: 400,
          code: 'IDEMPOTENCY_KEY_INVALID',
          en: 'The header Idempotency-Key takes 8 to 100 letters, digits, - and _.',
          fr: 'L’en-tête Idempotency-Key accepte 8 à 100 lettres, chiffres, - et _.',
        })
        assert.equal((await read(shop, delivery)).status, 'AWAITING_LOCATION')
      })
    }
  })

  test('cancelling by an unknown or malformed id, or another shop’s, is refused with 404 (decision 5)', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const theirs = await bringTo(service, other, 'AWAITING_LOCATION')

    for (const id of ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', 'COL-7K2M9Q', theirs.id]) {
      await assertRefused((language) => cancel(shop, { id }, {}, language), {
        status: 404,
        code: 'DELIVERY_NOT_FOUND',
        en: 'Your shop has no delivery with this id or reference.',
        fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
      })
    }
    assert.equal((await read(other, theirs)).status, 'AWAITING_LOCATION')
  })
})

const notCancellable = (status: DeliveryStatus): Refusal => ({
  status: 409,
  code: 'DELIVERY_NOT_CANCELLABLE',
  en: `A delivery with the status ${status} can no longer be cancelled.`,
  fr: `Une livraison au statut ${status} ne peut plus être annulée.`,
  details: { status },
})
