import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError } from '../src/contract/errors.ts'
import { cacheUsedKeys } from '../src/domain/deliveries/order/cache-used-keys.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  type Answer,
  east,
  nowhere,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'
import { assertRefused } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** Creates with a key of the test's choice; undefined sends none. */
  function create(
    shop: TestShop,
    key: string | undefined,
    input: object = {},
    headers = {},
  ): Promise<Answer> {
    const keyHeader = key === undefined ? {} : { 'idempotency-key': key }
    return shop.post('/deliveries', { ...plainOrder, ...input }, { ...keyHeader, ...headers })
  }

  async function assertReplayed(again: Answer, first: Answer): Promise<void> {
    assert.deepEqual(
      { status: again.status, replayed: again.headers['idempotent-replayed'], body: again.body },
      { status: 201, replayed: 'true', body: first.body },
    )
  }

  describe('an order sent again with its Idempotency-Key (spec 4.4-1)', () => {
    test('an order sent again with its Idempotency-Key returns the same delivery, in any order of its members', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-once')

      const again = await create(shop, 'order-once', { parcel: { size: 'SMALL', category: 'FASHION' } })

      assert.equal(first.headers['idempotent-replayed'], undefined)
      await assertReplayed(again, first)
      assert.equal((await shop.get('/deliveries')).body.total, 1)
    })

    test('an order sent again returns the delivery as it is now, with its pickup code', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-moves')
      const { body: moved } = await shop.post(`/sandbox/deliveries/${first.body.id}/advance`)

      const again = await create(shop, 'order-moves')

      assert.equal(moved.status, 'SEARCHING_COURIER')
      await assertReplayed(again, { ...first, body: { ...moved, pickupCode: first.body.pickupCode } })
    })

    test('an order sent again is priced again only by a process that has not seen its Idempotency-Key', async () => {
      const { shopId } = await service.openShop()
      let priced = 0
      const { pricing } = service.services
      const measureTrip: typeof pricing.measureTrip = (...trip) => {
        priced += 1
        return pricing.measureTrip(...trip)
      }
      const services = { ...service.services, pricing: { ...pricing, measureTrip } }
      const request = {
        shopId,
        idempotencyKey: 'order-retried',
        input: { ...plainOrder, dropoff: east } as DeliveryOrder,
      }

      const create = async (by: typeof services, asked = request) => {
        const { delivery, isReplay } = await createDelivery(by, asked)
        return { id: delivery.id, isReplay }
      }

      const { id } = await create(services)
      assert.deepEqual(await create(services), { id, isReplay: true })
      assert.equal(priced, 1)

      const elsewhere = { ...services, usedKeys: cacheUsedKeys() }
      for (let tries = 0; tries < 2; tries += 1)
        assert.deepEqual(await create(elsewhere), { id, isReplay: true })
      assert.equal(priced, 2)

      const other = { ...request, input: { ...request.input, instructions: 'Autre' } }
      for (const by of [services, { ...services, usedKeys: cacheUsedKeys() }])
        await assert.rejects(create(by, other), new ApiError('IDEMPOTENCY_KEY_REUSED', { deliveryId: id }))
    })

    test('an order sent again returns its delivery even after it was cancelled', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-cancelled')
      const { body: cancelled } = await shop.post(`/deliveries/${first.body.id}/cancel`, {})

      const again = await create(shop, 'order-cancelled')

      assert.equal(cancelled.status, 'CANCELLED')
      await assertReplayed(again, { ...first, body: { ...cancelled, pickupCode: first.body.pickupCode } })
    })

    test('an order sent again is not refused with EXTERNAL_REF_TAKEN (decision 13)', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-with-ref', { externalRef: '2041' })

      await assertReplayed(await create(shop, 'order-with-ref', { externalRef: '2041' }), first)
    })

    test('an order sent again is not refused for a promo code used up since, and uses it once (decision 13)', async () => {
      const shop = await service.openShop()
      await insertPromo(service, { code: 'DERNIER', maxUses: 1 })
      const first = await create(shop, 'order-with-promo', { promoCode: 'DERNIER' })

      const again = await create(shop, 'order-with-promo', { promoCode: 'DERNIER' })

      assert.equal(first.status, 201)
      assert.equal(
        (await create(shop, 'order-too-late', { promoCode: 'DERNIER' })).body.code,
        'PROMO_CODE_REFUSED',
      )
      await assertReplayed(again, first)
      assert.equal(await usesOf(service, 'DERNIER'), 1)
    })

    test('an order sent again is not refused for a pickup address removed since (decision 13)', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-then-moved')
      await service.services.db
        .deleteFrom('pickup_addresses')
        .where('pickup_addresses.shop_id', '=', shop.shopId)
        .execute()

      await assertReplayed(await create(shop, 'order-then-moved'), first)
      service.services.shops.forget()
      await assertReplayed(await create(shop, 'order-then-moved'), first)
    })

    test('an order sent again gets a response in the language of the second call', async () => {
      const shop = await service.openShop()
      const first = await create(shop, 'order-two-languages', { dropoff: east })
      for (const outcome of [undefined, undefined, { outcome: 'FAILED', failureReason: 'REFUSED' }])
        await shop.post(`/sandbox/deliveries/${first.body.id}/advance`, outcome)

      const reasonIn = async (language: string) =>
        (await create(shop, 'order-two-languages', { dropoff: east }, { 'accept-language': language })).body
          .failureReason

      assert.equal(await reasonIn('en'), 'Parcel refused by the customer')
      assert.equal(await reasonIn('fr'), 'Colis refusé par le client')
    })

    test('the same Idempotency-Key and body of two shops make two deliveries', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]

      const [mine, theirs] = [await create(shop, 'same-for-both'), await create(other, 'same-for-both')]

      assert.deepEqual([mine.status, theirs.status], [201, 201])
      assert.notEqual(mine.body.id, theirs.body.id)
      assert.equal(theirs.headers['idempotent-replayed'], undefined)
    })
  })

  test('the same Idempotency-Key with another body is refused, and nothing is created or changed (decision 13)', async () => {
    const shop = await service.openShop()
    const { body: first } = await create(shop, 'order-reused', { externalRef: 'first' })
    const { pickupCode, ...firstAsRead } = first

    for (const input of [
      { externalRef: 'second' },
      { externalRef: 'first', dropoff: east },
      { externalRef: 'first', instructions: 'Sonner deux fois' },
      { externalRef: 'first', parcel: { ...plainOrder.parcel, fragile: false } },
      // These would be refused by themselves too.
      { externalRef: 'first', dropoff: nowhere },
      { externalRef: 'first', promoCode: 'INCONNU' },
    ]) {
      await assertRefused((language) => create(shop, 'order-reused', input, language), {
        status: 422,
        code: 'IDEMPOTENCY_KEY_REUSED',
        en: `This Idempotency-Key was already used with another body: it made the delivery ${firstAsRead.id}. Use a new key for a new order.`,
        fr: `Cet Idempotency-Key a déjà servi avec un autre contenu : il a créé la livraison ${firstAsRead.id}. Prenez une nouvelle clé pour une nouvelle commande.`,
        details: { deliveryId: firstAsRead.id },
      })
    }

    const { body: list } = await shop.get('/deliveries')
    assert.deepEqual([list.total, list.items], [1, [firstAsRead]])
  })

  test('a refused order does not use up its Idempotency-Key (decision 13)', async () => {
    const shop = await service.openShop()
    await create(shop, 'takes-the-ref', { externalRef: 'taken' })
    await insertPromo(service, { code: 'ECHU', endsAt: service.clock.now() })

    for (const [input, code] of [
      [{ customer: { ...plainOrder.customer, phone: 'bad' } }, 'VALIDATION_FAILED'],
      [{ customer: { ...plainOrder.customer, phone: '019700000' } }, 'PHONE_NUMBER_INVALID'],
      [{ dropoff: nowhere }, 'OUT_OF_ZONE'],
      [{ externalRef: 'taken' }, 'EXTERNAL_REF_TAKEN'],
      [{ promoCode: 'ECHU' }, 'PROMO_CODE_REFUSED'],
      [{ parcel: { ...plainOrder.parcel, photoKey: 'photo_unknown' } }, 'PHOTO_KEY_UNKNOWN'],
    ] as const) {
      const key = `free-after-${code}`
      assert.equal((await create(shop, key, input)).body.code, code)

      const made = await create(shop, key)

      assert.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined], code)
    }
  })

  test('creating a delivery without an Idempotency-Key is refused (decision 13)', async () => {
    const shop = await service.openShop()

    for (const key of [undefined, '']) {
      await assertRefused((language) => create(shop, key, {}, language), {
        status: 400,
        code: 'IDEMPOTENCY_KEY_REQUIRED',
        en: 'Send the header Idempotency-Key: 8 to 100 letters, digits, - and _, one for each order.',
        fr: 'Envoyez l’en-tête Idempotency-Key : 8 à 100 lettres, chiffres, - et _, un par commande.',
      })
    }
  })

  for (const [what, key] of [
    ['of 7 characters', 'a'.repeat(7)],
    ['of 101 characters', 'a'.repeat(101)],
    ['with a space', 'order 2041'],
    ['with a dot', 'order.2041'],
    ['with a slash', 'order/2041'],
    ['with an accent', 'commandé-1'],
    ['with a comma, as two joined headers have,', 'order-2041, order-2042'],
  ] as const) {
    test(`an order’s Idempotency-Key ${what} is refused as malformed (spec 8)`, async () => {
      const shop = await service.openShop()

      await assertRefused((language) => create(shop, key, {}, language), {
        status: 400,
        code: 'IDEMPOTENCY_KEY_INVALID',
        en: 'The header Idempotency-Key takes 8 to 100 letters, digits, - and _.',
        fr: 'L’en-tête Idempotency-Key accepte 8 à 100 lettres, chiffres, - et _.',
      })
    })
  }

  test('an Idempotency-Key of 8 or 100 letters, digits, - and _ is accepted and is case-sensitive (spec 8)', async () => {
    const shop = await service.openShop()

    for (const key of ['Az09_-Az', 'aZ09_-Az', 'k'.repeat(100)]) {
      const made = await create(shop, key)
      assert.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined])
    }
  })
})
