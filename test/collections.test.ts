import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { createShop } from '../src/domain/shops/create-shop.ts'
import { onServer } from './support/databases.ts'
import { openMtnServer } from './support/mtn-server.ts'
import {
  center,
  east,
  openService,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import type { ProviderServer } from './support/provider-server.ts'
import { textOf } from './support/visitor.ts'

const cash = (payment: object = {}) => ({
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, ...payment },
})
const quote = (change: object = {}) => ({
  pickup: center,
  dropoff: east,
  parcelSize: 'SMALL',
  paymentMode: 'CASH_ON_DELIVERY',
  goodsAmount: 5_000,
  ...change,
})
const english = { 'accept-language': 'en' }

onServer((open) => {
  describe('in production without a provider of mobile money (decision 252)', () => {
    let service: TestService
    let shop: TestShop
    before(async () => {
      service = await openService(await open(), productionSettings)
      shop = await service.openShop()
    })
    after(() => service.close())

    test('SECURE is refused in a quote and an order, and what to use instead is named', async () => {
      for (const refused of [
        await shop.post('/quotes', quote({ collection: 'SECURE' }), english),
        await shop.order(cash({ collection: 'SECURE' }), english),
        await shop.order({ payment: { mode: 'PREPAID', collection: 'SECURE' } }, english),
      ]) {
        assert.equal(refused.status, 422)
        assert.equal(refused.body.code, 'COLLECTION_UNAVAILABLE')
        assert.match(refused.body.message, /customers in Benin\. Send the collection DIRECT/)
        assert.deepEqual(refused.body.details, { collection: 'SECURE', country: 'BJ', use: 'DIRECT' })
      }
      const said = await shop.post('/quotes', quote({ collection: 'SECURE' }))
      assert.match(
        said.body.message,
        /ne sert les clients de ce pays \(Bénin\)\. Envoyez collection à DIRECT/,
      )
    })

    test('an order that says nothing is collected on the number of the shop, and costs no collection fee', async () => {
      const priced = await shop.post('/quotes', quote())
      assert.deepEqual([priced.status, priced.body.codFee], [200, 0])
      const { status, body } = await shop.order(cash())
      assert.deepEqual([status, body.payment.collection], [201, 'DIRECT'])
    })

    test('the page of health is red with the setting that codes need, and says why SECURE is not offered', async () => {
      const operator = await openOperations(service)
      const page = textOf(await operator.open('/operations/service'))
      assert.match(page, /WHATSAPP_TOKEN, SMS_PROVIDER Aucun code n’arrive/)
      assert.match(page, /MOBILE_MONEY_PROVIDER Personne ne fait circuler l’argent mobile : SECURE n’est pas/)
    })

    test('no door sets SECURE for a shop, and a shop that had it keeps it when its provider is lost', async () => {
      const { db } = service.services
      const operator = await openOperations(service)
      const href = `/operations/shops/${shop.shopId}`
      const page = await operator.open(href)
      assert.match(
        textOf(page),
        /Aucun fournisseur mobile money ne sert ce pays : les clients paient la boutique/,
      )
      assert.doesNotMatch(page.html, /name="defaultCollection" value="SECURE"/)
      assert.doesNotMatch((await operator.open('/operations/shops/new')).html, /value="SECURE"/)
      const terms = { name: 'Chez Ama', discountPercent: '0', payoutPhone: '0197000099' }
      for (const at of [href, '/operations/shops/new']) {
        const refused = await operator.post(at, { ...terms, country: 'BJ', defaultCollection: 'SECURE' })
        assert.equal(refused.status, 422)
        assert.match(textOf(refused), /SECURE n’est pas disponible : aucun fournisseur mobile money/)
      }
      const created = { name: 'Chez Ama', country: 'BJ', payoutPhone: '0197000099', discountPercent: 0 }
      const made = await createShop(service.services, created)
      assert.equal(made.default_collection, 'DIRECT')
      const secure = { defaultCollection: 'SECURE' } as const
      const unavailable = { code: 'COLLECTION_UNAVAILABLE' }
      await assert.rejects(createShop(service.services, { ...created, ...secure }), unavailable)
      await assert.rejects(changeShop(service.services, made.id, secure), unavailable)
      await db.updateTable('shops').set({ default_collection: 'SECURE' }).where('id', '=', made.id).execute()
      const kept = await changeShop(service.services, made.id, { ...secure, name: 'Chez Afi' })
      assert.deepEqual([kept.name, kept.default_collection], ['Chez Afi', 'SECURE'])
    })

    test('without a number of the shop nothing can be collected, and prepaid orders go on', async () => {
      const numberless = await service.openShop({ payoutPhone: null, defaultCollection: 'DIRECT' })
      for (const refused of [
        await numberless.post('/quotes', quote()),
        await numberless.order(cash()),
        await numberless.order(cash({ collection: 'DIRECT' })),
        await numberless.order(cash({ collection: 'SECURE' })),
      ])
        assert.deepEqual([refused.status, refused.body.code], [422, 'PAYOUT_ACCOUNT_REQUIRED'])
      assert.equal((await numberless.order()).status, 201)
    })
  })

  describe('in production with MTN of one country (decisions 252 and 253)', () => {
    let mtn: ProviderServer
    let service: TestService
    let shop: TestShop
    before(async () => {
      mtn = await openMtnServer()
      const env = { ...productionSettings, ...mtn.env, MTN_TARGET_ENVIRONMENT: 'mtnbenin' }
      service = await openService(await open(), env)
      shop = await service.openShop()
    })
    after(async () => {
      await service.close()
      await mtn.close()
    })

    test('SECURE is accepted and the default where it serves, and nowhere else', async () => {
      const { body } = await shop.order(cash())
      assert.equal(body.payment.collection, 'SECURE')
      const { providers } = service.services.mobileMoney
      assert.deepEqual(providers.boundsIn('BJ'), { minFcfa: 1, maxFcfa: 2_000_000 })
      assert.equal(providers.boundsIn('TG'), undefined)
      assert.equal(providers.boundsIn('CM'), undefined)
    })

    test('what no wallet holds is refused in a quote and an order, with the bounds', async () => {
      const tooMuch = { goodsAmount: 2_000_001 }
      const refused = await shop.order({ ...cash(tooMuch), dropoff: east }, english)
      assert.deepEqual([refused.status, refused.body.code], [422, 'PAYMENT_AMOUNT_REFUSED'])
      assert.deepEqual(refused.body.details, {
        amount: 2_000_601,
        minimum: 1,
        maximum: 2_000_000,
        use: 'DIRECT',
      })
      assert.match(refused.body.message, /1\sFCFA to 2,000,000\sFCFA at once\. Collect it DIRECT/)
      const priced = await shop.post('/quotes', quote(tooMuch))
      assert.deepEqual([priced.status, priced.body.code], [422, 'PAYMENT_AMOUNT_REFUSED'])
      assert.equal((await shop.order({ ...cash({ ...tooMuch, collection: 'DIRECT' }) })).status, 201)
    })

    test('the most a wallet holds is accepted, and the trip counts where the customer pays for it', async () => {
      const most = { goodsAmount: 1_999_400 }
      assert.equal((await shop.order({ ...cash(most), dropoff: east })).status, 201)
      const more = { goodsAmount: 1_999_401 }
      assert.equal((await shop.order({ ...cash(more), dropoff: east })).status, 422)
      assert.equal(
        (await shop.order({ ...cash({ ...more, feePayer: 'MERCHANT' }), dropoff: east })).status,
        201,
      )
      assert.equal((await shop.post('/quotes', quote(more))).status, 200, 'who pays for the trip is open')
    })

    test('a drop-off that makes the trip too dear to be paid is refused where it is given', async () => {
      const { body } = await shop.order(cash({ goodsAmount: 1_999_400 }))
      const { status, body: said } = await shop.patch(`/deliveries/${body.id}`, {
        dropoff: { lat: 6.42, lng: 2.41 },
        expectedPrice: 10_000,
      })
      assert.deepEqual([status, said.code], [422, 'PAYMENT_AMOUNT_REFUSED'])
    })
  })

  describe('in the sandbox', () => {
    test('the simulated provider serves every customer whatever the amount, and DIRECT needs no number', async () => {
      const service = await openService(await open())
      const shop = await service.openShop()
      const { status, body } = await shop.order(cash({ goodsAmount: 10_000_000 }))
      assert.deepEqual([status, body.payment.collection], [201, 'SECURE'])
      const numberless = await service.openShop({ payoutPhone: null, defaultCollection: 'DIRECT' })
      assert.equal((await numberless.order(cash())).status, 201)
      await service.close()
    })
  })

  test('bounds of the operator’s own contract go before those of the rules', async () => {
    const mtn = await openMtnServer()
    const service = await openService(await open(), {
      ...productionSettings,
      ...mtn.env,
      MTN_TARGET_ENVIRONMENT: 'mtncameroon',
      MOBILE_MONEY_LIMITS: 'mtn:CM=100-1000000, wave:SN=1-5',
    })
    const { providers } = service.services.mobileMoney
    const { minFcfa, maxFcfa } = providers.boundsIn('CM', '+237670000001') ?? {}
    assert.deepEqual([minFcfa, maxFcfa], [100, 1_000_000])
    await service.close()
    await mtn.close()
  })
})
