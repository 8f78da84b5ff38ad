import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { addPickupAddress, type NewPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  center,
  east,
  openService,
  outskirts,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** Registers an address and lets the service notice it. */
  async function register(
    { shopId }: TestShop,
    address: Omit<NewPickupAddress, 'shopId'>,
  ): Promise<{ id: string }> {
    service.clock.forward(1)
    const row = await addPickupAddress(service.services, { shopId, ...address })
    service.services.shops.forget()
    return row
  }

  const depot = { label: 'Dépôt', landmark: null, formatted: null, isDefault: false, ...east }
  const stall = {
    label: null,
    landmark: 'Derrière la station',
    formatted: 'Akpakpa, Cotonou',
    isDefault: false,
    ...outskirts,
  }

  test('a shop’s addresses are listed with all their fields, the main one first, then the oldest (spec 2.13)', async () => {
    const shop = await service.openShop()
    const first = await register(shop, depot)
    const second = await register(shop, stall)

    const { status, body } = await shop.get('/pickup-addresses')

    assert.deepEqual(
      { status, body },
      {
        status: 200,
        body: [
          {
            id: shop.pickupAddressId,
            label: 'Boutique',
            landmark: 'En face du marché',
            formatted: 'Ganhi, Cotonou',
            isDefault: true,
            ...center,
          },
          { id: first.id, ...depot },
          { id: second.id, ...stall },
        ],
      },
    )
  })

  test('a new main pickup address replaces the one before as the main one', async () => {
    const shop = await service.openShop()
    const { id } = await register(shop, { ...depot, isDefault: true })

    const { body } = await shop.get('/pickup-addresses')

    assert.deepEqual(
      body.map((address: { id: string; isDefault: boolean }) => [address.id, address.isDefault]),
      [
        [id, true],
        [shop.pickupAddressId, false],
      ],
    )
    assert.equal((await shop.order()).body.pickup.label, 'Dépôt')
  })

  test('the list of pickup addresses is empty for a shop without any', async () => {
    const shop = await service.openShop({ withoutAddress: true })

    const { status, body } = await shop.get('/pickup-addresses')

    assert.deepEqual({ status, body }, { status: 200, body: [] })
  })

  test('pickup addresses of another shop are never listed', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    await register(other, depot)

    const { body } = await shop.get('/pickup-addresses')

    assert.deepEqual(
      body.map(({ id }: { id: string }) => id),
      [shop.pickupAddressId],
    )
  })

  for (const scope of [
    'quotes:read',
    'deliveries:read',
    'deliveries:write',
    'pickup-addresses:write',
  ] as const) {
    test(`the right ${scope} is enough to list pickup addresses (decision 4)`, async () => {
      const shop = await service.openShop({ scopes: [scope] })
      assert.equal((await shop.get('/pickup-addresses')).status, 200)
    })
  }

  describe('pickup addresses by API (decision 120)', () => {
    const yard = { label: 'Entrepôt', landmark: 'Portail vert', formatted: 'Akpakpa, Cotonou', ...east }
    const notFound = {
      status: 404,
      code: 'PICKUP_ADDRESS_NOT_FOUND',
      en: 'This shop has no pickup address with this id.',
      fr: 'Cette boutique n’a pas d’adresse de retrait avec cet id.',
    }
    const listOf = async (shop: TestShop) => (await shop.get('/pickup-addresses')).body

    test('a new address is listed at once, and orders can name it at once', async () => {
      const shop = await service.openShop()
      assert.equal((await listOf(shop)).length, 1)
      const { status, body } = await shop.post('/pickup-addresses', { ...yard, label: ` ${yard.label} ` })

      const { id, ...rest } = body
      assert.equal(status, 201)
      assert.deepEqual(rest, { ...yard, isDefault: false })
      assert.deepEqual((await listOf(shop)).at(-1), body)
      const order = await shop.order({ pickupAddressId: id })
      assert.deepEqual([order.status, order.body.pickup.label], [201, 'Entrepôt'])
    })

    test('the first address of a shop is its main one, and only coordinates are needed', async () => {
      const shop = await service.openShop({ withoutAddress: true })
      assert.equal((await shop.order()).body.code, 'PICKUP_REQUIRED')

      const { body } = await shop.post('/pickup-addresses', east)

      const { id, ...rest } = body
      assert.deepEqual(rest, { label: null, landmark: null, formatted: null, isDefault: true, ...east })
      assert.equal((await shop.order()).status, 201)
    })

    test('an address that says the same as another is not added again, and becomes the main one if that is asked for', async () => {
      const shop = await service.openShop()
      const { body } = await shop.post('/pickup-addresses', yard)
      assert.deepEqual((await shop.post('/pickup-addresses', yard)).body, body)
      const main = await shop.post('/pickup-addresses', { ...yard, isDefault: true })
      assert.deepEqual([main.status, main.body], [201, { ...body, isDefault: true }])
      assert.deepEqual(
        (await listOf(shop)).map(({ id }: { id: string }) => id),
        [body.id, shop.pickupAddressId],
      )
      const other = await shop.post('/pickup-addresses', { ...yard, label: 'Kiosque' })
      assert.notEqual(other.body.id, body.id)
    })

    test('what is changed is changed, what is left out stays, and null empties it', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.post('/pickup-addresses', yard)
      const path = `/pickup-addresses/${made.id}`
      const change = async (body: object) => (await shop.send('PATCH', path, body)).body

      assert.deepEqual(await change({ label: 'Kiosque' }), { ...made, label: 'Kiosque' })
      assert.deepEqual(await change(outskirts), { ...made, label: 'Kiosque', ...outskirts })
      const emptied = { ...made, label: null, landmark: null, formatted: null, ...outskirts }
      assert.deepEqual(await change({ label: null, landmark: null, formatted: null }), emptied)
      assert.deepEqual(await change({ isDefault: true }), { ...emptied, isDefault: true })
      assert.deepEqual(
        (await listOf(shop)).map(({ isDefault }: { isDefault: boolean }) => isDefault),
        [true, false],
      )
      assert.equal((await shop.order()).body.pickup.lat, outskirts.lat)
    })

    test('an existing delivery keeps the address that is changed or removed', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.post('/pickup-addresses', yard)
      const { body: order } = await shop.order({ pickupAddressId: made.id })
      await shop.send('PATCH', `/pickup-addresses/${made.id}`, { label: 'Kiosque', ...outskirts })
      await shop.send('DELETE', `/pickup-addresses/${made.id}`)
      assert.deepEqual((await shop.get(`/deliveries/${order.id}`)).body.pickup, order.pickup)
    })

    test('the main address is removed last, and a removed one is unknown at once', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.post('/pickup-addresses', yard)
      const main = `/pickup-addresses/${shop.pickupAddressId}`
      await assertRefused((headers) => shop.send('DELETE', main, undefined, headers), {
        status: 409,
        code: 'PICKUP_ADDRESS_IS_MAIN',
        en: 'This is the main pickup address of the shop. Make another one the main address first.',
        fr: 'C’est l’adresse de retrait principale de la boutique. Choisissez-en d’abord une autre.',
      })

      const path = `/pickup-addresses/${made.id}`
      assert.deepEqual((await shop.send('DELETE', path)).status, 204)

      await assertRefused((headers) => shop.send('DELETE', path, undefined, headers), notFound)
      await assertRefused((headers) => shop.send('PATCH', path, { label: 'A' }, headers), notFound)
      assert.equal((await shop.order({ pickupAddressId: made.id })).body.code, 'PICKUP_ADDRESS_UNKNOWN')
      assert.equal((await shop.send('DELETE', main)).status, 204)
      assert.deepEqual(await listOf(shop), [])
    })

    test('everything wrong with an address is reported at once, in both languages', async () => {
      const shop = await service.openShop()
      const wrong = { lat: 91, label: '', landmark: 'x'.repeat(161), formatted: 'a\u202eb', isDefault: false }
      await assertInvalid(
        (headers) => shop.post('/pickup-addresses', wrong, headers),
        [
          { field: '/lng', rule: 'required', en: 'is required', fr: 'est obligatoire' },
          { field: '/lat', rule: 'maximum', en: 'must be at most 90', fr: 'doit valoir au plus 90' },
          { field: '/label', rule: 'minLength', en: 'must not be blank', fr: 'ne doit pas être vide' },
          {
            field: '/landmark',
            rule: 'maxLength',
            en: 'must have at most 160 characters',
            fr: 'doit avoir au plus 160 caractères',
          },
          {
            field: '/formatted',
            rule: 'text',
            en: 'must not contain characters that are invisible or turn the direction of the text',
            fr: 'ne doit pas contenir de caractères invisibles ou qui inversent le sens du texte',
          },
          {
            field: '/isDefault',
            rule: 'enum',
            en: 'must be one of true',
            fr: 'doit être l’une des valeurs true',
          },
        ],
      )
      await assertInvalid(
        (headers) => shop.send('PATCH', `/pickup-addresses/${shop.pickupAddressId}`, {}, headers),
        [
          {
            field: '',
            rule: 'minProperties',
            en: 'must have at least one of lat, lng, label, landmark, formatted, isDefault',
            fr: 'doit avoir au moins un des champs lat, lng, label, landmark, formatted, isDefault',
          },
        ],
      )
    })

    test('every change by API leaves a line of the audit that names the key', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.post('/pickup-addresses', yard)
      service.clock.forward(1)
      await shop.send('PATCH', `/pickup-addresses/${made.id}`, { label: 'Kiosque' })
      service.clock.forward(1)
      await shop.send('DELETE', `/pickup-addresses/${made.id}`)

      const lines = await listAudit(service.services.db, { subjectId: made.id, limit: 10 })
      assert.deepEqual(
        lines.map(({ action, actor, shop_id: shopId }) => [action, actor, shopId]),
        ['remove-pickup-address', 'change-pickup-address', 'add-pickup-address'].map((action) => [
          action,
          `API_KEY:${shop.keyId}`,
          shop.shopId,
        ]),
      )
    })
  })
})

onServer((open) => {
  test('of several addresses that are added at once only as many are kept as a shop may have', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const shop = await service.openShop()
    await sql`
      insert into pickup_addresses (shop_id, id, is_default, lat, lng, created_at)
      select ${shop.shopId}, gen_random_uuid(), false, 6, 2 + nth * 0.001, now()
      from generate_series(1, 194) as nth
    `.execute(service.services.db)

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => shop.post('/pickup-addresses', { ...east, label: `Dépôt ${n}` })),
    )

    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 5)
    assert.equal((await shop.get('/pickup-addresses')).body.length, 200)
    await assertRefused((headers) => shop.post('/pickup-addresses', outskirts, headers), {
      status: 422,
      code: 'TOO_MANY_PICKUP_ADDRESSES',
      en: 'A shop has at most 200 pickup addresses. Remove one first.',
      fr: 'Une boutique a au plus 200 adresses de retrait. Retirez-en une d’abord.',
      details: { max: 200 },
    })
    const again = await shop.post('/pickup-addresses', { ...east, label: made[0]?.body.label })
    assert.deepEqual(again.body, made[0]?.body)
  })

  test('one address that is added ten times at once is added once', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const shop = await service.openShop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.post('/pickup-addresses', { ...east, isDefault: true })),
    )
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal((await shop.get('/pickup-addresses')).body.length, 2)
  })
})
