import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { newId } from '../src/base/kernel/clock.ts'
import { newTransferReference } from '../src/base/kernel/short-code.ts'
import type { Currency } from '../src/contract/vocabulary.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { credit, debit, type Posting } from '../src/domain/money/ledger/ledger-posting.ts'
import { postEntries } from '../src/domain/money/ledger/post-entries.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { begunPosting } from '../src/domain/money/transfers/transfer-posting.ts'
import { newTransfer } from '../src/domain/money/transfers/transfer-row.ts'
import { insertTransfer } from '../src/domain/money/transfers/transfer-store.ts'
import { courierAt } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'

const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

/** Books are append-only, so what a test plants stays: each looks at what it added. */
onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let planted: unknown[] = []
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    await service.services.db
      .updateTable('ledger_beginning')
      .set({ began_at: new Date('2026-01-01T00:00:00Z') } as never)
      .execute()
  })
  after(() => service.close())

  /** The faults that were not there before, as rule, subject and what was found. */
  async function newFaults(): Promise<unknown[]> {
    const { faults } = await checkLedger(service.services)
    const all = faults.map(({ rule, subject, foundFcfa }) => [rule, subject, foundFcfa])
    const before = planted
    planted = all
    return all.filter((fault) => !before.some((each) => isDeepStrictEqual(each, fault)))
  }

  const settle = () => consumeAll(service.services, settleDeliveries(service.services))

  /** Books something in the place of the source, which finds it booked when its turn comes. */
  const plant = (posting: Pick<Posting, 'cause' | 'kind' | 'entries'> & Partial<Posting>) =>
    service.services.db.transaction().execute((trx) =>
      postEntries({ db: trx, clock: service.clock }, [
        {
          currency: 'XOF',
          shopId: null,
          deliveryId: null,
          happenedAt: service.clock.now(),
          note: null,
          ...posting,
        },
      ]),
    )

  /** A parcel whose customer paid 5,600 through the service, on its way to the books. */
  async function paid(): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
    await payAsSimulatedCustomer(service.services, key)
    return key
  }

  const sale = (key: DeliveryKey, { seller = key.shopId, currency = 'XOF' as Currency } = {}) => ({
    cause: `delivery:${key.id}`,
    kind: 'DELIVERY_ENDED' as const,
    currency,
    shopId: key.shopId,
    deliveryId: key.id,
    entries: [
      credit('TRIP_REVENUE', 600),
      credit('COLLECTION_REVENUE', 100),
      credit('SHOP_SALES', 4900, seller),
      debit('CUSTOMER_MONEY', 5600),
    ],
  })

  test('a sale that is credited to another shop is found', async () => {
    const key = await paid()
    await act(service, key, 'handOver')
    const { shopId: other } = await service.openShop()
    await plant(sale(key, { seller: other }))
    await settle()
    assert.deepEqual(await newFaults(), [['OWNERS', `delivery:${key.id} SHOP_SALES ${other}`, -4900]])
  })

  test('a sale that is booked in another currency is found', async () => {
    const key = await paid()
    await act(service, key, 'handOver')
    await plant(sale(key, { currency: 'XAF' }))
    await settle()
    const faults = await newFaults()
    assert.equal(faults.length, 4)
    for (const kind of ['TRIP_REVENUE', 'COLLECTION_REVENUE', `SHOP_SALES ${key.shopId}`, 'CUSTOMER_MONEY'])
      assert.ok(
        faults.some((fault) =>
          isDeepStrictEqual((fault as string[]).slice(0, 2), ['OWNERS', `delivery:${key.id} ${kind}`]),
        ),
        kind,
      )
  })

  test('earnings that are credited to another courier are found', async () => {
    const [own, other] = [await courierAt(service, center), await courierAt(service, center)]
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await assignCourier(service.services, key, {
      id: own,
      firstName: 'Afi',
      phone: '+2290197000002',
      vehicleType: 'MOTO',
      plateNumber: null,
    })
    await act(service, key, 'pickUp')
    await act(service, key, 'handOver')
    const { courier_pay_fcfa: payFcfa, price_fcfa: priceFcfa } = await rowOf(service, key)
    assert.ok(payFcfa)
    await plant({
      ...sale(key),
      entries: [
        credit('TRIP_REVENUE', priceFcfa),
        debit('SHOP_FEES', priceFcfa, key.shopId),
        debit('COURIER_PAY', payFcfa),
        credit('COURIER_EARNINGS', payFcfa, other),
      ],
    })
    await settle()
    assert.deepEqual(await newFaults(), [
      ['OWNERS', `delivery:${key.id} COURIER_EARNINGS ${other}`, -payFcfa],
    ])
  })

  test('a payment that is booked to another provider is found', async () => {
    const key = await paid()
    const { id } = await service.services.db
      .selectFrom('payment_requests')
      .select('payment_requests.id')
      .where('payment_requests.delivery_id', '=', key.id)
      .executeTakeFirstOrThrow()
    await plant({
      ...sale(key),
      cause: `payment-request:${id}`,
      kind: 'PAYMENT_RECEIVED',
      entries: [debit('PROVIDER_FLOAT', 5600, 'mtn'), credit('CUSTOMER_MONEY', 5600)],
    })
    await settle()
    assert.deepEqual(await newFaults(), [['OWNERS', `payment-request:${id} PROVIDER_FLOAT mtn`, 5600]])
  })

  test('a payout that is taken from another shop is found', async () => {
    const now = service.clock.now()
    const { shopId: other } = await service.openShop()
    const transfer = newTransfer(
      {
        kind: 'SHOP_PAYOUT',
        shop_id: shop.shopId,
        provider: 'simulated',
        phone: '+2290197000099',
        currency: 'XOF',
        amount_fcfa: 900,
      },
      { id: newId(now), reference: newTransferReference(), now },
    )
    await service.services.db.transaction().execute((trx) => insertTransfer(trx, transfer))
    await plant(begunPosting({ ...transfer, shop_id: other }))
    assert.deepEqual(await newFaults(), [
      ['PAID_TWICE', `SHOP_SALES ${other} XOF`, 900],
      ['OWNERS', `transfer:${transfer.id}:begun SHOP_SALES ${other}`, 900],
    ])
  })

  test('a customer who was charged twice, or for nothing, and is owed nothing back is found', async () => {
    const [twice, inVain] = [await paid(), await bringTo(service, shop, 'IN_TRANSIT', secure)]
    await act(service, twice, 'handOver')
    await act(service, inVain, 'cancel')
    const now = service.clock.now()
    for (const key of [twice, inVain])
      await service.services.db
        .insertInto('payment_requests')
        .values({
          shop_id: key.shopId,
          id: newId(now),
          delivery_id: key.id,
          number: 7,
          amount_fcfa: 5_600,
          provider: 'simulated',
          state: 'PAID',
          due_at: null,
          deadline_at: now,
          lease_owner: null,
          created_at: now,
          ended_at: now,
        })
        .execute()
    await settle()
    const found = new Map((await newFaults()).map((fault) => [(fault as string[])[1], fault]))
    const { reference } = await rowOf(service, twice)
    assert.deepEqual(found.get(reference), ['CHARGES', reference, 11_200])
    const other = (await rowOf(service, inVain)).reference
    assert.deepEqual(found.get(other), ['CHARGES', other, 5_600])
  })
})
