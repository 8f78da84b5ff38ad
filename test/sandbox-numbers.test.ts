import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { failureCodes } from '../src/contract/vocabulary.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import { retryTransfer } from '../src/domain/money/transfers/retry-transfer.ts'
import { listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { eventsOf, rowOf } from './support/delivery-verbs.ts'
import { handOnAll } from './support/event-work.ts'
import { east, openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf as readable } from './support/visitor.ts'

const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    await service.services.db
      .updateTable('ledger_beginning')
      .set({ began_at: new Date('2026-01-01T00:00:00Z') } as never)
      .execute()
  })
  after(() => service.close())

  const as = () => ({ ...service.services, actor: { kind: 'CLI' } as const })
  const order = async (ending: string, input: object = secure): Promise<string> =>
    (
      await shop.order({
        ...input,
        dropoff: east,
        customer: { ...plainOrder.customer, phone: `019700${ending}` },
      })
    ).body.id
  const step = async (id: string) => (await shop.post(`/sandbox/deliveries/${id}/advance`)).body
  const events = async (id: string) =>
    (await eventsOf(service, { shopId: shop.shopId, id })).map(({ type }) => type)

  /** What the service does by itself while `ms` pass, every five seconds of the first minute. */
  async function letPass(ms: number): Promise<void> {
    for (let passed = 0; passed <= Math.min(ms, 60_000); passed += 5_000) {
      await handOnAll(service.services)
      await processDueRequests(as(), randomUUID())
      await beginDueTransfers(as())
      await processDueTransfers(as(), randomUUID())
      service.clock.forward(5_000)
    }
    service.clock.forward(Math.max(ms - 60_000, 0))
  }
  /** A shop that is paid at once, to a number with this ending, after its first sale. */
  async function soldBy(ending: string): Promise<TestShop> {
    const seller = await service.openShop({
      payoutPhone: `+22901970${ending === '0001' ? '3' : ending.at(-2)}${ending}`,
    })
    await service.services.db
      .updateTable('shops')
      .set({ payout_rhythm: 'AT_ONCE' })
      .where('shops.id', '=', seller.shopId)
      .execute()
    const { id } = (await seller.order({ ...secure, dropoff: east })).body
    for (let steps = 0; steps < 3; steps += 1) await seller.post(`/sandbox/deliveries/${id}/advance`)
    await settled()
    return seller
  }
  const payoutsTo = (seller: TestShop) => listTransfersTo(service.services.db, { shop: seller.shopId }, 5)
  const settled = async () => {
    await letPass(30_000)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  }

  describe('the numbers of the sandbox', () => {
    test('no courier is found for 0021', async () => {
      const id = await order('0021')
      const ended = await step(id)
      assert.equal(ended.status, 'EXPIRED')
      assert.equal((await events(id)).at(-1), 'delivery.expired')
    })

    for (const [at, code] of failureCodes.entries())
      test(`the hand-over to 00${31 + at} fails with ${code}`, async () => {
        const id = await order(`00${31 + at}`, {})
        await step(id)
        await step(id)
        const failed = await step(id)
        const { failure_code } = await rowOf(service, { shopId: shop.shopId, id })
        assert.deepEqual([failed.status, failure_code], ['FAILED', code])
      })

    test('0041 pays, and what they paid is given back', async () => {
      const id = await order('0041')
      for (let steps = 0; steps < 3; steps += 1) await step(id)
      assert.ok((await events(id)).includes('payment.confirmed'))
      await settled()
      assert.deepEqual(await refunds(id), ['PAID'])
    })

    test('the refund of 0042 is refused, and so is every other try; that of 0043 is paid at the second', async () => {
      const operator = await openOperations(service)
      for (const [ending, then] of [
        ['0042', ['REFUSED', 'REFUSED']],
        ['0043', ['PAID', 'REFUSED']],
      ] as const) {
        const id = await order(ending)
        for (let steps = 0; steps < 3; steps += 1) await step(id)
        await settled()
        const [refused, ...others] = await transfersOf(id)
        assert.deepEqual([refused?.state, refused?.reason, others], ['REFUSED', 'NUMBER_REFUSED', []])
        assert.match(
          readable(await operator.open('/operations/service/refunds')),
          new RegExp(
            `Afi Dossou · \\+229 01 97 00 ${ending.slice(0, 2)} ${ending.slice(2)} COL-.* L’opérateur n’a pas voulu le rendre : numéro refusé\\. Le renvoyer, depuis les versements`,
          ),
        )
        await retryTransfer(as(), { id: refused?.id ?? '', shopId: null })
        await settled()
        assert.deepEqual(await refunds(id), then)
      }
    })

    test('0005 pays after the deadline, which counts while the parcel is on its way', async () => {
      const id = await order('0005')
      await step(id)
      await step(id)
      await letPass(30_000)
      service.clock.forward(10 * 60_000)
      await letPass(5_000)
      assert.equal((await shop.get(`/deliveries/${id}`)).body.payment.status, 'FAILED')
      for (let minute = 0; minute < 20; minute += 1) {
        service.clock.forward(60_000)
        await letPass(0)
      }
      assert.equal((await shop.get(`/deliveries/${id}`)).body.payment.status, 'PAID')
      assert.ok((await events(id)).includes('payment.confirmed'))
    })

    test('what 0005 pays after the hand-over failed is given back', async () => {
      const id = await order('0005')
      await step(id)
      await step(id)
      await letPass(30_000)
      await shop.post(`/sandbox/deliveries/${id}/advance`, { outcome: 'FAILED' })
      for (let minute = 0; minute < 20; minute += 1) {
        service.clock.forward(60_000)
        await letPass(0)
      }
      await settled()
      const { status, payment } = (await shop.get(`/deliveries/${id}`)).body
      assert.deepEqual([status, payment.status, await refunds(id)], ['FAILED', 'NOT_REQUESTED', ['PAID']])
      assert.ok(!(await events(id)).includes('payment.confirmed'))
    })

    test('0005 who pays after the hand-over failed reads that the money comes back, and then that it did', async () => {
      const id = await order('0005')
      const key = { shopId: shop.shopId, id }
      const money = async () =>
        /Paiement (.*?) Actualiser|$/.exec(textOf((await openPage(service, key)).body))?.[1]
      await step(id)
      await step(id)
      await letPass(30_000)
      service.clock.forward(10 * 60_000)
      await letPass(5_000)
      await shop.post(`/sandbox/deliveries/${id}/advance`, { outcome: 'FAILED' })
      assert.equal(await money(), undefined)
      service.clock.forward(10 * 60_000)
      for (let look = 0; look < 5 && (await money()) === undefined; look += 1) {
        await processDueRequests(as(), randomUUID())
        service.clock.forward(60_000)
      }
      assert.match(
        (await money()) ?? '',
        /Vous avez payé 5\u202f\d00 FCFA par mobile money\. Cet argent vous sera rendu/,
      )
      await settled()
      assert.match((await money()) ?? '', /^Vous aviez payé 5\u202f\d00 FCFA .* vous a été rendu\./)
      assert.equal((await shop.get(`/deliveries/${id}`)).body.payment.status, 'FAILED')
    })

    for (const [ending, states] of [
      ['0001', ['PAID']],
      ['0011', ['REFUSED', 'REFUSED']],
      ['0012', ['PAID', 'REFUSED']],
      ['0014', ['SENT']],
    ] as const)
      test(`sales are paid out to a number that ends in ${ending} as the guide says`, async () => {
        const seller = await soldBy(ending)
        const [first] = await payoutsTo(seller)
        if (first?.state === 'REFUSED') {
          await retryTransfer(as(), { id: first.id, shopId: seller.shopId })
          await settled()
        }
        assert.deepEqual(
          (await payoutsTo(seller)).map(({ state }) => state),
          states,
        )
      })

    test('a payout to a number that ends in 0013 fails, and is tried again after an hour', async () => {
      const seller = await soldBy('0013')
      const outcomes = async () => (await payoutsTo(seller)).map(({ state, reason }) => [state, reason])
      const failed = ['REFUSED', 'PROVIDER_FAILED']
      assert.deepEqual(await outcomes(), [failed])
      const [{ ended_at } = { ended_at: null }] = await payoutsTo(seller)
      const hourAfter = Number(ended_at) + 3_600_000
      service.clock.set(new Date(hourAfter - 1).toISOString())
      await letPass(0)
      assert.deepEqual(await outcomes(), [failed])
      service.clock.set(new Date(hourAfter).toISOString())
      await settled()
      assert.deepEqual(await outcomes(), [failed, failed])
    })
  })

  async function transfersOf(deliveryId: string) {
    return service.services.db
      .selectFrom('money_transfers')
      .selectAll()
      .where('money_transfers.delivery_id', '=', deliveryId)
      .orderBy('money_transfers.created_at', 'desc')
      .execute()
  }
  const refunds = async (id: string) => (await transfersOf(id)).map(({ state }) => state)
})
