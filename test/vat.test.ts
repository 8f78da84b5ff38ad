import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { customerPath, customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { issueInvoices } from '../src/domain/money/statements/invoices/issue-invoices.ts'
import { onServer } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { company } from './support/invoiced-company.ts'
import { beginBooks, delivered, post, secure, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { pdfPages, skipPdf } from './support/printed-pdf.ts'
import { withRules } from './support/rules.ts'

const borne = { payment: { ...secure.payment, feePayer: 'MERCHANT' } }

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open(), company)
    await beginBooks(service)
    service.clock.set('2026-11-21T10:00:00Z')
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  const balance = async (kind: string) =>
    (await listBalances(service.services.db)).find((each) => each.kind === kind)?.balanceFcfa ?? 0
  const faults = async () => (await checkLedger(service.services)).faults

  test('the tax of each kind of earning stands on its own account, and the books agree', async () => {
    // 600 of the customer include 92, the fee of 100 includes 15.
    await delivered(service, shop)
    await settleAll(service)
    assert.deepEqual(
      [await balance('VAT_COLLECTED'), await balance('TRIP_REVENUE'), await balance('COLLECTION_REVENUE')],
      [-107, -508, -85],
    )
    await delivered(service, shop, borne)
    await delivered(service, shop, {})
    const direct = await bringTo(service, shop, 'IN_TRANSIT', {
      payment: { ...secure.payment, collection: 'DIRECT' },
    })
    await changePayment(service.services, direct, 'confirm')
    await act(service, direct, 'handOver')
    await act(service, await bringTo(service, shop, 'IN_TRANSIT', secure), 'cancel')
    const returned = await bringTo(service, shop, 'IN_TRANSIT', secure)
    for (const verb of ['fail', 'return'] as const) await act(service, returned, verb)
    await settleAll(service)
    assert.deepEqual(await faults(), [])
  })

  test('what was booked before there was a tax stays as it is', async () => {
    const before = await balance('VAT_COLLECTED')
    await delivered(service, shop, {})
    await consumeAll(
      service.services,
      settleDeliveries({ clock: service.clock, rules: withRules(service.services, { VAT_RATE: 0 }) }),
    )
    assert.equal(await balance('VAT_COLLECTED'), before)
    assert.deepEqual(await faults(), [])
  })

  test('invoices round as paper does, and the books hold what the papers say', async () => {
    service.clock.set('2026-12-02T10:00:00Z')
    const deps = { ...service.services, actor: { kind: 'CLI' } as const }
    await closeMonth(deps, '2026-11')
    const [invoice] = await issueInvoices(deps, '2026-11')
    // The customer's receipt of 600 includes 92; all other trips and fees are on the invoice.
    assert.equal(-(await balance('VAT_COLLECTED')), (invoice?.vatFcfa ?? 0) + 92)
    assert.equal(invoice?.vatFcfa, Math.round(((invoice?.totalFcfa ?? 0) * 18) / 118))
    assert.deepEqual(await faults(), [])
    assert.deepEqual(await issueInvoices(deps, '2026-11'), [])
  })

  test('a customer who paid the trip has a receipt of it, and nobody else has', {
    skip: skipPdf,
  }, async () => {
    const paid = await delivered(service, shop)
    const prepaid = await delivered(service, shop, {})
    const pageOf = (key: DeliveryKey) =>
      customerPath + customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)
    const get = (url: string) => service.app.inject({ url })
    // Not before it is booked.
    assert.equal((await get(`${pageOf(paid)}/receipt.pdf`)).statusCode, 404)
    await settleAll(service)
    const page = await get(`${pageOf(paid)}?lang=fr`)
    assert.match(page.body, /receipt\.pdf\?lang&#61;fr">Reçu de la course \(PDF\)/)
    const { rawPayload, statusCode } = await get(`${pageOf(paid)}/receipt.pdf?lang=fr`)
    assert.equal(statusCode, 200)
    assert.match(
      (await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' '),
      /Colis Bénin SARL .* Reçu \S+ Course livrée et payée, le .* 508 FCFA TVA 18 % 92 FCFA .* 600 FCFA/,
    )
    assert.equal((await get(`${pageOf(prepaid)}/receipt.pdf`)).statusCode, 404)
    assert.doesNotMatch((await get(pageOf(prepaid))).body, /receipt\.pdf/)
  })

  test('a tax that is not what the earnings include is found', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    await act(service, key, 'handOver')
    await post(service, [
      {
        cause: `delivery:${key.id}`,
        kind: 'DELIVERY_ENDED',
        currency: 'XOF',
        shopId: key.shopId,
        deliveryId: key.id,
        happenedAt: service.clock.now(),
        note: null,
        vatRate: 1_800,
        entries: [
          credit('TRIP_REVENUE', 509),
          credit('VAT_COLLECTED', 91),
          debit('SHOP_FEES', 600, key.shopId),
        ],
      },
    ])
    await settleAll(service)
    assert.deepEqual(
      (await faults()).map(({ rule, expectedFcfa, foundFcfa }) => [rule, expectedFcfa, foundFcfa]),
      [['TAX_BOOKED', 92, 91]],
    )
  })
})
