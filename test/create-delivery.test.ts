import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from './support/databases.ts'
import { center, east, openService, plainOrder, type TestService, testStart } from './support/open-service.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  test('a delivery without dropoff awaits the customer’s position at an estimated price (spec 4.4-3)', async () => {
    const shop = await service.openShop()

    const made = await shop.order({ externalRef: 'order-2041' })

    assert.equal(made.status, 201)
    const { id, reference, pickupCode, ...rest } = made.body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.match(reference, /^COL-[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.match(pickupCode, /^\d{4}$/)
    assert.deepEqual(rest, {
      externalRef: 'order-2041',
      status: 'AWAITING_LOCATION',
      createdAt: testStart,
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: '+2290197000001' },
      pickup: { label: 'Boutique', landmark: 'En face du marché', ...center },
      dropoff: null,
      parcel: { category: 'FASHION', size: 'SMALL', fragile: false },
      payment: {
        mode: 'PREPAID',
        goodsAmount: 0,
        feePayer: 'CUSTOMER',
        collection: 'SECURE',
        amountToCollect: 0,
        status: 'NOT_DUE',
        paidAt: null,
      },
      price: 550,
      priceIsEstimate: true,
      cancellationFee: 0,
      returnFee: 0,
      failureReason: null,
      courier: null,
    })
  })

  test('a delivery with dropoff searches a courier at a final price (spec 4.4-3)', async () => {
    const shop = await service.openShop()

    const made = await shop.order({ dropoff: { ...east, label: 'Maison', landmark: 'Portail bleu' } })

    assert.equal(made.body.status, 'SEARCHING_COURIER')
    assert.equal(made.body.priceIsEstimate, false)
    assert.equal(made.body.price, 600)
    assert.deepEqual(made.body.dropoff, { label: 'Maison', landmark: 'Portail bleu', ...east })
  })

  test('no later read shows the pickup code (spec 2.7)', async () => {
    const shop = await service.openShop()
    const { body: made } = await shop.order()
    const { pickupCode, ...withoutCode } = made

    assert.deepEqual((await shop.get(`/deliveries/${made.id}`)).body, withoutCode)
    assert.deepEqual((await shop.get('/deliveries')).body.items, [withoutCode])
    assert.equal(
      JSON.stringify((await shop.get(`/deliveries/${made.id}/events`)).body).includes(pickupCode),
      false,
    )
  })

  test('the same Idempotency-Key and body answer the same delivery, as it is now (spec 4.4-1)', async () => {
    const shop = await service.openShop()
    const headers = { 'idempotency-key': 'order-once' }
    const first = await shop.post('/deliveries', plainOrder, headers)
    await shop.post(`/sandbox/deliveries/${first.body.id}/advance`)

    const again = await shop.post(
      '/deliveries',
      { ...plainOrder, parcel: { size: 'SMALL', category: 'FASHION' } },
      headers,
    )

    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.status, 201)
    assert.equal(again.body.id, first.body.id)
    assert.equal(again.body.pickupCode, first.body.pickupCode)
    assert.equal(again.body.status, 'SEARCHING_COURIER')
    assert.equal((await shop.get('/deliveries')).body.total, 1)
  })

  test('a second delivery with the same externalRef is refused (spec 4.4-2)', async () => {
    const shop = await service.openShop()
    const first = await shop.order({ externalRef: '2041' })

    const second = await shop.order({ externalRef: '2041' }, { 'accept-language': 'en' })

    assert.equal(second.status, 409)
    assert.deepEqual(second.body, {
      statusCode: 409,
      code: 'EXTERNAL_REF_TAKEN',
      message: 'Your shop already has a delivery with the reference 2041.',
      details: { externalRef: '2041', deliveryId: first.body.id },
    })
  })
})
