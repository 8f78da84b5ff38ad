import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { erasePayers, listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { listDueRefunds } from '../src/domain/money/mobile-money/refund-store.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { fieldsOf, openPage, sendForm, textOf } from './support/customer-visit.ts'
import { onServer } from './support/databases.ts'
import { openFedapayServer } from './support/fedapay-server.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { openMtnServer } from './support/mtn-server.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import type { ProviderServer } from './support/provider-server.ts'
import { type ProviderWork, providerWork } from './support/provider-work.ts'

onServer((open) => {
  let mtn: ProviderServer
  let fedapay: ProviderServer
  let service: TestService
  let shop: TestShop
  let work: ProviderWork
  before(async () => {
    ;[mtn, fedapay] = await Promise.all([openMtnServer(), openFedapayServer()])
    service = await openService(await open(), {
      ...mtn.env,
      ...fedapay.env,
      MOBILE_MONEY_PROVIDER: 'mtn',
      MOBILE_MONEY_ROUTES: '+22901=mtn,+2290199=fedapay',
    })
    shop = await service.openShop()
    await beginBooks(service)
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.updateTable('payment_requests').set({ due_at: null }).execute()
    work = providerWork(service, shop, mtn)
  })
  after(async () => {
    await service.close()
    await mtn.close()
    await fedapay.close()
  })

  const requestsOf = async (key: DeliveryKey) => listPaymentRequests(service.services.db, key)
  const statesOf = async (key: DeliveryKey) => (await requestsOf(key)).map(({ state }) => state)
  /** A customer who was asked on their own phone. */
  async function asked(): Promise<DeliveryKey> {
    const key = await work.pickedUp()
    await work.round()
    return key
  }
  async function payFrom(key: DeliveryKey, payer: string, more: Record<string, string> = {}) {
    const { body } = await openPage(service, key)
    return sendForm(service, key, { ...fieldsOf(body, 'payer'), payer, ...more })
  }

  test('another number is asked, after the first request was closed, and pays once (decision 255)', async () => {
    const key = await asked()
    const { body } = await openPage(service, key)
    assert.match(textOf(body), /Demande envoyée au 01 97 •• •• 01.*Payer depuis un autre numéro/)
    assert.doesNotMatch(body, /<details open><summary>Payer/)
    assert.equal((await payFrom(key, '61 00 00 09'.replace('61', '01 61'))).status, 303)
    assert.deepEqual(await statesOf(key), ['WITHDRAWN', 'DUE'])
    assert.equal(await work.paymentOf(key), 'AWAITING_CUSTOMER')

    await work.round()
    const [, second] = await requestsOf(key)
    assert.deepEqual([second?.state, second?.payer_phone], ['ASKED', '+2290161000009'])
    const payers = mtn.asked
      .filter(({ call }) => mtn.calls.make.test(call))
      .map(({ json }) => json.payer.partyId)
    assert.deepEqual(payers.slice(-2), ['2290197000001', '2290161000009'])
    const page = textOf((await openPage(service, key)).body)
    assert.match(page, /Demande envoyée au 01 61 •• •• 09/)
    assert.doesNotMatch(page, /61 00 00 09/)

    mtn.pays(second?.id ?? '')
    await work.roundAfter(2_000)
    assert.equal(await work.paymentOf(key), 'PAID')
    assert.deepEqual(await statesOf(key), ['WITHDRAWN', 'PAID'])
    assert.equal((await openPage(service, key)).body.includes('Payer depuis un autre numéro'), false)
  })

  test('the first request that is paid after all pays for the parcel, and the other number is not asked', async () => {
    const key = await asked()
    const [first] = await requestsOf(key)
    await payFrom(key, '0161000009')
    mtn.pays(first?.id ?? '')
    for (let round = 0; round < 4; round += 1) await work.roundAfter(5_000)
    assert.equal(await work.paymentOf(key), 'PAID')
    assert.equal((await statesOf(key))[0], 'PAID')
    assert.deepEqual(await dueRefundsOf(key), [])
  })

  test('where both numbers pay, the second payment is given back to whoever made it', async () => {
    const key = await asked()
    await payFrom(key, '0161000009')
    await work.round()
    const [first, second] = await requestsOf(key)
    mtn.pays(second?.id ?? '')
    await work.roundAfter(2_000)
    mtn.pays(first?.id ?? '')
    for (let round = 0; round < 4; round += 1) await work.roundAfter(10 * 60_000)
    assert.deepEqual(await statesOf(key), ['PAID', 'PAID'])
    assert.deepEqual(await dueRefundsOf(key), [[first?.id, '+2290197000001']])
    await settleAll(service)
    service.clock.forward(60_000)
    await work.transferRound()
  })

  test('the one who was named is asked again, and money that is due back to them is shown with their number', async () => {
    const key = await asked()
    await payFrom(key, '0161000009')
    await work.round()
    const [first, second] = await requestsOf(key)
    mtn.refuses(second?.id ?? '')
    await work.roundAfter(2_000)
    assert.equal(await work.paymentOf(key), 'REFUSED')
    await requestPaymentAgain(service.services, key)
    const third = (await requestsOf(key))[2]
    assert.equal(third?.payer_phone, '+2290161000009')
    await work.round()
    mtn.pays(first?.id ?? '')
    for (let round = 0; round < 4; round += 1) await work.roundAfter(60_000)
    assert.equal(await work.paymentOf(key), 'PAID')
    mtn.pays(third?.id ?? '')
    for (let round = 0; round < 4; round += 1) await work.roundAfter(10 * 60_000)
    assert.deepEqual(await dueRefundsOf(key), [[third?.id, '+2290161000009']])

    await service.services.db.transaction().execute((trx) => erasePayers(trx, [key]))
    assert.deepEqual(
      (await requestsOf(key)).map(({ payer_phone }) => payer_phone),
      [null, null, null],
    )
  })

  test('another operator is chosen, and asks in its own way', async () => {
    const key = await asked()
    const { body } = await openPage(service, key)
    assert.match(body, /<select[^>]* name="provider".*MTN MoMo.*FedaPay.*<\/select>/s)
    await payFrom(key, '0161000009', { provider: 'fedapay' })
    await work.round()
    const [, second] = await requestsOf(key)
    assert.deepEqual([second?.provider, second?.state], ['fedapay', 'ASKED'])
    assert.ok((await openPage(service, key)).body.includes('Payer maintenant'))
    // Without a choice it is the operator of the number.
    await payFrom(key, '0199000009')
    assert.equal((await requestsOf(key))[2]?.provider, 'fedapay')
  })

  test('a form that is sent twice asks once, and all together ask five times at most', async () => {
    const key = await asked()
    const fields = { ...fieldsOf((await openPage(service, key)).body, 'payer'), payer: '0161000009' }
    const sent = await Promise.all([sendForm(service, key, fields), sendForm(service, key, fields)])
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303],
    )
    assert.equal((await requestsOf(key)).length, 2)
    for (let more = 0; more < 6; more += 1) await payFrom(key, `016100001${more}`)
    assert.equal((await requestsOf(key)).length, 5)
    assert.equal(await work.paymentOf(key), 'AWAITING_CUSTOMER')
    assert.doesNotMatch(textOf((await openPage(service, key)).body), /Payer depuis un autre numéro/)
  })

  test('a number that nobody can ask is refused beside its field, in both languages, and the request stays', async () => {
    const key = await asked()
    for (const payer of ['12', '+33 6 12 34 56 78', '+237 6 70 00 00 01', '']) {
      const refused = await payFrom(key, payer)
      assert.equal(refused.status, 422, payer)
      assert.match(refused.body, /<details open>/)
      assert.match(textOf(refused.body), /Ce numéro ne peut pas payer ici\. Vérifiez-le/)
    }
    const fields = fieldsOf((await openPage(service, key)).body, 'payer')
    const english = await sendForm(service, key, { ...fields, payer: '12' }, { 'accept-language': 'en' })
    assert.match(textOf(english.body), /This number cannot pay here\. Check it/)
    assert.deepEqual(await statesOf(key), ['ASKED'])
  })

  async function dueRefundsOf(key: DeliveryKey) {
    const refunds = await listDueRefunds(service.services.db, 100)
    return refunds
      .filter(({ deliveryId }) => deliveryId === key.id)
      .map(({ requestId, customer_phone }) => [requestId, customer_phone])
  }
})
