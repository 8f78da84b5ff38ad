import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPickupAddress, type NewPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  center,
  east,
  openService,
  outskirts,
  type TestService,
  type TestShop,
} from './support/open-service.ts'

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

  for (const scope of ['quotes:read', 'deliveries:read', 'deliveries:write'] as const) {
    test(`the right ${scope} is enough to list pickup addresses (decision 4)`, async () => {
      const shop = await service.openShop({ scopes: [scope] })
      assert.equal((await shop.get('/pickup-addresses')).status, 200)
    })
  }
})
