import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { readShopStatement } from '../src/domain/money/statements/shop/read-shop-statement.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import { setShopTerms } from '../src/domain/shops/terms/set-shop-terms.ts'
import type { ShopTerms } from '../src/domain/shops/terms/shop-terms.ts'
import { findShopTerms } from '../src/domain/shops/terms/shop-terms-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onServer } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { settleAll } from './support/money-work.ts'
import { east, openService, type TestService, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { scriptedProvider } from './support/scripted-provider.ts'
import { oweToShop } from './support/transfer-trials.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/terms'
const atFirst: ShopTerms = {
  maxOwedFcfa: null,
  newShopTrips: 0,
  tripMinutes: 15,
  leastPayoutFcfa: 1,
  payoutFeesBy: 'COMPANY',
}
const form = {
  maxOwedFcfa: '',
  newShopTrips: '0',
  tripMinutes: '15',
  leastPayoutFcfa: '1',
  payoutFeesBy: 'COMPANY',
}

onServer((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
  })
  after(() => service.close())
  beforeEach(async () => {
    service.clock.set(testStart)
    await agree(atFirst)
  })

  const terms = () => findShopTerms(service.services.db)
  const agree = async (change: Partial<ShopTerms>) => {
    await setShopTerms({ ...service.services, actor: { kind: 'CLI' } }, change)
    service.services.shops.forget()
  }

  test('an operator sets the terms for shops, and the audit says so', async () => {
    assert.deepEqual(await terms(), atFirst)
    const page = await operator.open(path)
    assert.match(textOf(page), /Courses payées d’avance.*Plus petit versement/)
    const done = await operator.submit(page, path, {
      maxOwedFcfa: '25 000',
      newShopTrips: '3',
      tripMinutes: '20',
      leastPayoutFcfa: '2000',
      payoutFeesBy: 'SHOP',
    })
    assert.match(textOf(done), /Enregistré/)
    assert.deepEqual(await terms(), {
      maxOwedFcfa: 25_000,
      newShopTrips: 3,
      tripMinutes: 20,
      leastPayoutFcfa: 2_000,
      payoutFeesBy: 'SHOP',
    })
    assert.match(
      textOf(await operator.open('/operations/service/audit')),
      /Conditions des boutiques changées.*Peut devoir jusqu’à \(FCFA\) rien → 25.000 FCFA/,
    )
  })

  for (const [term, value, sentence] of [
    ['maxOwedFcfa', '-1', 'Il faut un nombre entier de 0 à 100 000 000.'],
    ['maxOwedFcfa', '1e3', 'Il faut un nombre entier de 0 à 100 000 000.'],
    ['newShopTrips', '1001', 'Il faut un nombre entier de 0 à 1 000.'],
    ['tripMinutes', '4', 'Il faut un nombre entier de 5 à 1 440.'],
    ['tripMinutes', '', 'Il faut un nombre entier de 5 à 1 440.'],
    ['leastPayoutFcfa', '0', 'Il faut un nombre entier de 1 à 1 000 000.'],
  ] as const)
    test(`${term} of "${value}" is refused beside its field, and nothing is changed`, async () => {
      const refused = await operator.post(path, { ...form, [term]: value })
      assert.equal(refused.status, 422)
      assert.ok(textOf(refused).includes(sentence), textOf(refused))
      assert.ok(refused.html.includes(`id="${term}-error"`), refused.html)
      assert.deepEqual(await terms(), atFirst)
    })

  test('what one shop may owe is set on its page', async () => {
    const shop = await service.openShop({ name: 'Boutique Tokpa' })
    const page = await operator.open(`/operations/shops/${shop.shopId}`)
    const shopForm = { name: 'Boutique Tokpa', discountPercent: '0', defaultCollection: 'DIRECT' }
    await operator.submit(page, `/operations/shops/${shop.shopId}`, { ...shopForm, maxOwedFcfa: '100000001' })
    const owed = () =>
      sql<{ max: number | null }>`select max_owed_fcfa as max from shops where id = ${shop.shopId}`.execute(
        service.services.db,
      )
    assert.equal((await owed()).rows[0]?.max, null)
    await operator.submit(page, `/operations/shops/${shop.shopId}`, { ...shopForm, maxOwedFcfa: '500' })
    assert.equal((await owed()).rows[0]?.max, 500)
    service.services.shops.forget()
    const { body } = await shop.order({ dropoff: east })
    assert.equal(body.payment.status, 'AWAITING_SENDER')
  })

  test('no payout is smaller than was agreed with all shops, and its fee is borne by whom was agreed', async () => {
    const provider = scriptedProvider()
    const deps = {
      ...service.services,
      mobileMoney: { providers: everyNumberBy(provider) },
      onError: (message: string, error: unknown) => assert.fail(`${message} ${error}`),
    }
    const shop = await service.openShop({
      payoutPhone: '0197000050',
      payoutMinimumFcfa: 1_000,
      payoutRhythm: 'AT_ONCE',
    })
    await oweToShop(service, shop.shopId, 4_000)
    await agree({ leastPayoutFcfa: 5_000, payoutFeesBy: 'SHOP' })
    await beginDueTransfers(deps)
    assert.equal(provider.sent.size, 0)
    await oweToShop(service, shop.shopId, 1_000)
    await beginDueTransfers(deps)
    // Agreed when it began.
    await agree({ payoutFeesBy: 'COMPANY' })
    await processDueTransfers(deps, randomUUID())
    provider.answers({ state: 'PAID', feeFcfa: 50 })
    service.clock.forward(60_000)
    await processDueTransfers(deps, randomUUID())
    const balances = await listBalances(service.services.db, { owner: shop.shopId })
    assert.deepEqual(
      balances
        .filter(({ balanceFcfa }) => balanceFcfa !== 0)
        .map(({ kind, balanceFcfa }) => [kind, balanceFcfa]),
      [['SHOP_FEES', 50]],
    )
    const fees = await listBalances(service.services.db, { kinds: ['PROVIDER_FEES'], owner: 'scripted' })
    assert.equal(fees[0]?.balanceFcfa, 0)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
    const { lines, sums } = await statementOf(shop.shopId)
    assert.deepEqual(lines.map(({ kind, toShopFcfa }) => `${kind} ${toShopFcfa}`).sort(), [
      'OTHER 1000',
      'OTHER 4000',
      'PAYOUT -5000',
      'PAYOUT_FEE -50',
    ])
    assert.equal(sums.otherFcfa, 5_000 - 50)
  })

  test('a shop sees on its console what to pay, pays from another number, and reads it on its statement', async () => {
    await agree({ maxOwedFcfa: 0 })
    const shop = await service.openShop({ payoutPhone: '0197000050' })
    const visitor = await openConsole(service, { shopId: shop.shopId })
    const { body } = await shop.order({ dropoff: east, externalRef: 'CMD-7' })
    await consumeAll(service.services, enqueuePaymentRequests(service.services))
    const href = `/console/shops/${shop.shopId}/deliveries/${body.id}`
    const page = await visitor.open(href)
    assert.match(
      textOf(page),
      /Course à payer avant le retrait Payez 600 FCFA avant le .* Une demande est sur le 01 97 00 00 50/,
    )
    assert.match(
      textOf(await visitor.open(`/console/shops/${shop.shopId}`)),
      /Course à payer avant le retrait/,
    )
    const done = await visitor.submit(page, `${href}/pay-trip`, { phone: '01 97 00 00 51' })
    assert.match(textOf(done), /La demande de paiement arrive.*Une demande est sur le 01 97 00 00 51/)
    const wrong = await visitor.post(`${href}/pay-trip`, { phone: '12' })
    assert.deepEqual([wrong.status, /n’est pas un numéro possible/.test(textOf(wrong))], [422, true])
    const key = { shopId: shop.shopId, id: body.id }
    for (let step = 0; step < 2; step += 1) await shop.post(`/sandbox/deliveries/${body.id}/advance`)
    assert.equal((await rowOf(service, key)).payment_status, 'PAID')
    const late = await visitor.post(`${href}/pay-trip`, { phone: '0197000051' })
    assert.equal(late.status, 409)
    await settleAll(service)
    const { lines, sums } = await statementOf(shop.shopId)
    assert.deepEqual(
      lines.map(({ kind, toShopFcfa, subject }) => [kind, toShopFcfa, subject?.externalRef]),
      [['TRIP_PREPAID', 600, 'CMD-7']],
    )
    assert.equal(sums.paidByShopFcfa, 600)
  })

  const statementOf = (shopId: string) =>
    readShopStatement(
      service.services,
      {
        shopId,
        currency: 'XOF',
        period: {
          firstDay: '2026-11-21',
          lastDay: '2026-11-22',
          from: new Date('2026-11-21T00:00:00Z'),
          until: new Date('2026-11-23T00:00:00Z'),
        },
      },
      { limit: 100 },
    )
})
