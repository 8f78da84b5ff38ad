import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { noteRefunded } from '../src/domain/money/mobile-money/refund-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { textOf as customerText, openPage } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
  })
  after(() => service.close())

  const path = (id: string) => `/console/shops/${shop.shopId}/deliveries/${id}`
  const order = async (
    input: object = {},
  ): Promise<{ id: string; reference: string; pickupCode: string }> => {
    const made = await shop.order({ dropoff: { ...east, landmark: 'Portail bleu' }, ...input })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const advance = async (id: string, body?: object) => {
    const { status } = await shop.post(`/sandbox/deliveries/${id}/advance`, body)
    assert.equal(status, 200)
  }
  const direct = {
    payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000, collection: 'DIRECT', feePayer: 'CUSTOMER' },
  }

  const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000, collection: 'SECURE' } }

  test('the page of a delivery shows its code, its customer, its money and who ordered it', async () => {
    const { id, reference, pickupCode } = await order(direct)
    const page = await owner.open(path(id))
    assert.equal(page.status, 200, page.html)
    const text = textOf(page)
    for (const shown of [reference, pickupCode, 'Portail bleu', 'À encaisser auprès du client', 'par l’API'])
      assert.ok(text.includes(shown), `${shown} is missing in ${text}`)
    assert.match(page.html, /value="https?:\/\/[^"]+\/p\/[\w-]{64}"/)
  })

  test('the pickup code is gone once the parcel is picked up, and the courier is named', async () => {
    const { id, pickupCode } = await order()
    await advance(id)
    await advance(id)
    const page = await owner.open(path(id))
    assert.ok(!textOf(page).includes('Code de retrait'))
    assert.ok(!page.html.includes(`>${pickupCode}<`))
    const { confirmation_code, courier_first_name } = await rowOf(service, {
      shopId: shop.shopId,
      id,
    })
    assert.ok(!page.html.includes(`>${confirmation_code}<`), 'the customer’s code is not the shop’s')
    assert.ok(textOf(page).includes(courier_first_name ?? 'nobody'))
  })

  test('cancelling charges what the page showed, and nothing is cancelled when it costs more by then', async () => {
    const { id } = await order()
    const page = await owner.open(path(id))
    assert.match(textOf(page), /Annuler ne coûte rien/)
    await advance(id)
    await service.services.db
      .updateTable('deliveries')
      .set({ arrived_at_pickup_at: service.clock.now() })
      .where('deliveries.id', '=', id)
      .execute()
    const refused = await owner.submit(page, `${path(id)}/cancel`, { reason: 'Le client a changé d’avis' })
    assert.equal(refused.status, 409)
    assert.match(textOf(refused), /Rien n’a été annulé : cela coûte maintenant/)
    // A line of the story is named by the event of its millisecond.
    service.clock.forward(1_000)
    const cancelled = await owner.submit(refused, `${path(id)}/cancel`, {
      reason: 'Le client a changé d’avis',
    })
    assert.match(textOf(cancelled), /La livraison est annulée/)
    assert.match(textOf(cancelled), /Le client a changé d’avis/)
    assert.match(textOf(cancelled), /par Akouvi Mensah/)
    const lines = await service.services.db
      .selectFrom('audit_lines')
      .select(['audit_lines.action', 'audit_lines.actor'])
      .where('audit_lines.subject_id', '=', id)
      .execute()
    assert.deepEqual(lines, [{ action: 'cancel-delivery', actor: `ACCOUNT:${owner.accountId}` }])
  })

  test('a payment straight to the shop is confirmed or denied with a button', async () => {
    const { id } = await order(direct)
    await advance(id)
    await advance(id)
    const before = await owner.open(path(id))
    const confirmed = await owner.submit(before, `${path(id)}/confirm-payment`)
    assert.match(textOf(confirmed), /Paiement confirmé/)
    // The form that was open in another tab finds it done.
    assert.match(textOf(await owner.submit(before, `${path(id)}/confirm-payment`)), /Paiement confirmé/)
    const denied = await owner.post(`${path(id)}/deny-payment`, {})
    assert.equal(denied.status, 409)
  })

  test('money paid for a parcel that does not come is told as the customer’s, not as the shop’s', async () => {
    const { id } = await order(secure)
    for (let step = 0; step < 2; step += 1) await advance(id)
    const paid = textOf(await owner.open(path(id)))
    assert.match(paid, /Ce qui vous est reversé/)
    const key = { shopId: shop.shopId, id }
    await payAsSimulatedCustomer(service.services, key)
    await advance(id, { outcome: 'FAILED' })
    const read = async () => customerText((await openPage(service, key)).body).replaceAll('\u202f', ' ')
    const due = textOf(await owner.open(path(id)))
    assert.doesNotMatch(due, /Ce qui vous est reversé|Frais d’encaissement/)
    assert.match(due, /À rendre au client, par le service 15 600 FCFA/)
    assert.match(await read(), /Cet argent vous sera rendu/)

    const [request] = await listPaymentRequests(service.services.db, key)
    assert.ok(request)
    const refunded = {
      shop_id: shop.shopId,
      payment_request_id: request.id,
      reference: 'PAY-1',
      amount_fcfa: 15_600,
    }
    await service.services.db.transaction().execute(async (trx) => {
      const now = service.clock.now()
      await trx
        .updateTable('payment_requests')
        .set({ refund_due_at: now })
        .where('payment_requests.id', '=', request.id)
        .execute()
      await noteRefunded(trx, refunded, now)
    })
    assert.match(textOf(await owner.open(path(id))), /Rendu au client, par le service 15 600 FCFA/)
    assert.match(await read(), /Vous aviez payé 15 600 FCFA par mobile money : cet argent vous a été rendu\./)
  })

  test('a parcel that is back is confirmed, and its return code is shown until then', async () => {
    const { id } = await order()
    await advance(id, { outcome: 'FAILED', failureReason: 'CUSTOMER_ABSENT' })
    const failed = await owner.open(path(id))
    const { return_code } = await rowOf(service, { shopId: shop.shopId, id })
    assert.ok(return_code && textOf(failed).includes(return_code))
    assert.match(textOf(failed), /Client absent/)
    const back = await owner.submit(failed, `${path(id)}/confirm-return`)
    assert.match(textOf(back), /le colis est revenu chez vous/)
    assert.ok(!back.html.includes(`>${return_code}<`))
  })

  test('names, landmarks and reasons of strangers are shown as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const { id } = await order({
      customer: { firstName: hostile, lastName: '"><script>alert(2)</script>', phone: '97000001' },
      dropoff: { ...east, landmark: hostile, label: hostile },
      instructions: hostile,
    })
    await cancelDelivery(
      service.services,
      { shopId: shop.shopId, id },
      { reason: hostile, idempotencyKey: null },
    )
    const { html } = await owner.open(path(id))
    assert.ok(!html.includes('<img'))
    assert.ok(!html.includes('<script>alert'))
  })

  test('a delivery that does not exist is refused as a page', async () => {
    for (const id of ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', 'no-id']) {
      const page = await owner.open(path(id))
      assert.deepEqual([page.status, /<h1>/.test(page.html)], [404, true])
    }
  })
})
