import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Trx } from '../src/base/database/open-database.ts'
import { newId } from '../src/base/kernel/clock.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { type AccountKind, shownBalance } from '../src/domain/money/ledger/ledger-account.ts'
import { credit, debit, type Entry, type Posting } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances, listEntriesOfDelivery } from '../src/domain/money/ledger/ledger-store.ts'
import { postEntries } from '../src/domain/money/ledger/post-entries.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { courierAt } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll, failsAfter } from './support/event-work.ts'
import { beginTransfer, endTransfer } from './support/money-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'

const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
const operator = { kind: 'CLI' } as const

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
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const settle = () => consumeAll(service.services, settleDeliveries(service.services))
  const check = async () => (await checkLedger(service.services)).faults

  /** What is booked of a delivery: account, whose, amount; positive where the account holds what its kind says. */
  async function booked(key: DeliveryKey): Promise<[string, AccountKind, number][]> {
    const entries = await listEntriesOfDelivery(service.services.db, key.id)
    // Postings of one moment have no order.
    const order = ['PAYMENT_RECEIVED', 'DELIVERY_ENDED', 'REFUND_RECORDED']
    entries.sort((one, other) => order.indexOf(one.postingKind) - order.indexOf(other.postingKind))
    return entries.map(({ postingKind, kind, amountFcfa }) => [
      postingKind,
      kind,
      shownBalance(kind, amountFcfa),
    ])
  }

  const inTrx = <T>(work: (trx: Trx) => Promise<T>) => service.services.db.transaction().execute(work)
  const post = (postings: readonly Posting[]) =>
    inTrx((trx) => postEntries({ db: trx, clock: service.clock }, postings))

  let causes = 0
  const posting = (entries: readonly Entry[], change: Partial<Posting> = {}): Posting => ({
    cause: `test:${++causes}`,
    kind: 'REFUND_RECORDED',
    currency: 'XOF',
    shopId: null,
    deliveryId: null,
    happenedAt: service.clock.now(),
    note: null,
    entries,
    ...change,
  })

  /** A parcel that was handed over after its customer paid through the service. */
  async function delivered(input: object = secure): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'IN_TRANSIT', input)
    if ((await rowOf(service, key)).payment_status === 'AWAITING_CUSTOMER')
      await payAsSimulatedCustomer(service.services, key)
    await act(service, key, 'handOver')
    return key
  }

  /** A parcel that a courier of the service handed over. */
  async function deliveredByCourier(): Promise<{ key: DeliveryKey; courierId: string }> {
    const courierId = await courierAt(service, center, { firstName: 'Afi' })
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await assignCourier(service.services, key, {
      id: courierId,
      firstName: 'Afi',
      phone: '+2290197000002',
      vehicleType: 'MOTO',
      plateNumber: null,
    })
    await act(service, key, 'pickUp')
    await act(service, key, 'handOver')
    return { key, courierId }
  }

  /** Changes the books as the database itself refuses to. */
  const byForce = (statement: string) =>
    service.services.database.withSession((session) =>
      session.runScript(
        `set session_replication_role = replica; ${statement}; reset session_replication_role`,
      ),
    )

  /** Ends a transfer, and books nothing of it. */
  const endWithoutPosting = (
    id: string,
    outcome: { state: 'REFUSED'; reason: 'PROVIDER_FAILED' } | { state: 'PAID'; reason: null },
  ) =>
    service.services.db
      .updateTable('money_transfers')
      .set({ ...outcome, due_at: null, ended_at: service.clock.now() })
      .where('money_transfers.id', '=', id)
      .execute()

  describe('what deliveries book', () => {
    test('a paid delivery credits the shop its goods less the collection fee, and the company the trip (spec 2.5)', async () => {
      const key = await delivered()
      const { price_fcfa, cod_fee_fcfa } = await rowOf(service, key)
      assert.deepEqual([price_fcfa, cod_fee_fcfa], [600, 100])
      await settle()
      assert.deepEqual(await booked(key), [
        ['PAYMENT_RECEIVED', 'CUSTOMER_MONEY', 5600],
        ['PAYMENT_RECEIVED', 'PROVIDER_FLOAT', 5600],
        ['DELIVERY_ENDED', 'COLLECTION_REVENUE', 100],
        ['DELIVERY_ENDED', 'CUSTOMER_MONEY', -5600],
        ['DELIVERY_ENDED', 'SHOP_SALES', 4900],
        ['DELIVERY_ENDED', 'TRIP_REVENUE', 600],
      ])
      assert.deepEqual(await check(), [])
    })

    test('a payment is booked before the parcel arrives, and held for the customer', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await payAsSimulatedCustomer(service.services, key)
      await settle()
      assert.deepEqual(await booked(key), [
        ['PAYMENT_RECEIVED', 'CUSTOMER_MONEY', 5600],
        ['PAYMENT_RECEIVED', 'PROVIDER_FLOAT', 5600],
      ])
      assert.deepEqual(await check(), [])
    })

    test('money for a parcel that does not come stays the customer’s until somebody notes how it was given back', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await payAsSimulatedCustomer(service.services, key)
      await act(service, key, 'fail')
      await act(service, key, 'return')
      await settle()
      assert.deepEqual(await check(), [])
      const request = await service.services.db
        .updateTable('payment_requests')
        .set({ refund_due_at: service.clock.now() })
        .where('payment_requests.delivery_id', '=', key.id)
        .returning('payment_requests.id')
        .executeTakeFirstOrThrow()
      const deps = { ...service.services, actor: operator }
      await recordRefund(deps, { shopId: key.shopId, requestId: request.id, note: 'Virement 123' })
      const { return_fee_fcfa } = await rowOf(service, key)
      assert.deepEqual(
        (await booked(key)).filter(([kind]) => kind !== 'PAYMENT_RECEIVED'),
        [
          ...(return_fee_fcfa > 0
            ? ([
                ['DELIVERY_ENDED', 'RETURN_REVENUE', return_fee_fcfa],
                ['DELIVERY_ENDED', 'SHOP_FEES', return_fee_fcfa],
              ] as const)
            : []),
          ['REFUND_RECORDED', 'CUSTOMER_MONEY', -5600],
          ['REFUND_RECORDED', 'SUSPENSE', -5600],
        ],
      )
      assert.deepEqual(await check(), [])
    })

    test('a trip that the shop bears is taken from its sale, and owed where the sale is smaller', async () => {
      const payment = { ...secure.payment, feePayer: 'MERCHANT' }
      const large = await delivered({ payment })
      const small = await delivered({ payment: { ...payment, goodsAmount: 200 } })
      await settle()
      const ofShop = async (key: DeliveryKey) =>
        (await booked(key)).filter(([, kind]) => kind.startsWith('SHOP_'))
      assert.deepEqual(await ofShop(large), [['DELIVERY_ENDED', 'SHOP_SALES', 4300]])
      assert.deepEqual(await ofShop(small), [['DELIVERY_ENDED', 'SHOP_FEES', 500]])
      assert.deepEqual(await check(), [])
    })

    test('a prepaid delivery, and one paid to the shop itself, are owed by the shop', async () => {
      const prepaid = await delivered({})
      const direct = await bringTo(service, shop, 'IN_TRANSIT', {
        payment: { ...secure.payment, collection: 'DIRECT' },
      })
      await changePayment(service.services, direct, 'confirm')
      await act(service, direct, 'handOver')
      await settle()
      for (const key of [prepaid, direct])
        assert.deepEqual(await booked(key), [
          ['DELIVERY_ENDED', 'SHOP_FEES', 600],
          ['DELIVERY_ENDED', 'TRIP_REVENUE', 600],
        ])
      assert.deepEqual(await check(), [])
    })

    test('a discount is the company’s to give', async () => {
      const dear = await service.openShop({ discountPercent: 10 })
      const key = await bringTo(service, dear, 'DELIVERED')
      await settle()
      assert.deepEqual(await booked(key), [
        ['DELIVERY_ENDED', 'DISCOUNTS', 60],
        ['DELIVERY_ENDED', 'SHOP_FEES', 540],
        ['DELIVERY_ENDED', 'TRIP_REVENUE', 600],
      ])
    })

    test('a courier earns what was promised', async () => {
      const { key, courierId: id } = await deliveredByCourier()
      await settle()
      const { courier_pay_fcfa } = await rowOf(service, key)
      assert.ok(courier_pay_fcfa)
      const balances = await listBalances(service.services.db, { owner: id })
      assert.deepEqual(balances, [
        { kind: 'COURIER_EARNINGS', owner: id, currency: 'XOF', balanceFcfa: -courier_pay_fcfa },
      ])
      assert.deepEqual(await check(), [])
    })

    test('what costs nobody anything is not booked', async () => {
      const keys = [await bringTo(service, shop, 'CANCELLED'), await bringTo(service, shop, 'EXPIRED')]
      await settle()
      for (const key of keys) assert.deepEqual(await booked(key), [])
      assert.deepEqual(await check(), [])
    })

    test('events that come again book nothing again, and a consumer that fails books nothing', async () => {
      const key = await delivered()
      const consumer = settleDeliveries(service.services)
      await assert.rejects(consumeAll(service.services, failsAfter(consumer)), /fails afterwards/)
      assert.deepEqual(await booked(key), [])
      await service.services.db
        .updateTable('event_consumers')
        .set({ retry_at: null, failures: 0 })
        .where('event_consumers.name', '=', 'ledger')
        .execute()
      await settle()
      const once = await booked(key)
      await sql`update event_consumers set position = 0 where name = 'ledger'`.execute(service.services.db)
      await settle()
      assert.deepEqual(await booked(key), once)
      assert.deepEqual(await check(), [])
    })
  })

  describe('what the database refuses', () => {
    const refused = (statement: string) =>
      service.services.db
        .transaction()
        .execute((trx) => sql.raw(statement).execute(trx))
        .then(
          () => assert.fail(`${statement} was allowed.`),
          (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
        )

    before(() => post([posting([debit('PROVIDER_FLOAT', 10, 'mtn'), credit('CUSTOMER_MONEY', 10)])]))

    for (const table of ['ledger_postings', 'ledger_entries', 'ledger_closed_months'])
      test(`rows of ${table} are neither changed nor removed`, async () => {
        const column = {
          ledger_postings: 'note',
          ledger_entries: 'amount_fcfa',
          ledger_closed_months: 'closed_by',
        }[table]
        assert.equal(await refused(`update ${table} set ${column} = ${column}`), 'ledger_is_append_only')
        assert.equal(await refused(`delete from ${table}`), 'ledger_is_append_only')
        assert.equal(await refused(`truncate ${table} cascade`), 'ledger_is_append_only')
      })

    test('an account is not removed, and stays what it is', async () => {
      assert.equal(await refused('delete from ledger_accounts'), 'ledger_is_append_only')
      for (const column of ['id', 'kind', 'owner', 'currency'])
        assert.equal(
          await refused(`update ledger_accounts set ${column} = ${column}`),
          'ledger_is_append_only',
        )
    })

    test('an entry is of a posting and an account that exist', async () => {
      const [unknown, other] = [newId(service.clock.now()), newId(service.clock.now())]
      const entriesOf = (accounts: string, posting: string) => `insert into ledger_entries
        (account_id, posting_id, amount_fcfa)
        select account.id, ${posting}, case account.nth when 1 then 1 else -1 end from (${accounts}) as account`
      const known = `select id, row_number() over () as nth from ledger_accounts where currency = 'XOF' limit 2`
      const invented = `select * from (values ('${unknown}'::uuid, 1), ('${other}'::uuid, 2)) as each (id, nth)`
      const aPosting = '(select id from ledger_postings limit 1)'
      assert.equal(await refused(entriesOf(known, `'${unknown}'`)), 'ledger_posting_has_one_currency')
      assert.equal(await refused(entriesOf(invented, aPosting)), 'ledger_posting_has_one_currency')
    })

    test('a posting gets no entries besides its own', async () => {
      await post([posting([debit('SUSPENSE', 6), credit('TRIP_REVENUE', 6)], { cause: 'test:whole' })])
      assert.equal(
        await refused(`insert into ledger_entries (account_id, posting_id, amount_fcfa)
          select ledger_accounts.id, ledger_postings.id, case ledger_accounts.kind when 'PROVIDER_FLOAT' then 5 else -5 end
          from ledger_accounts, ledger_postings
          where (ledger_accounts.kind, ledger_accounts.owner) in (('PROVIDER_FLOAT', 'mtn'), ('CUSTOMER_MONEY', ''))
            and ledger_accounts.currency = 'XOF' and ledger_postings.cause = 'test:whole'`),
        'ledger_is_append_only',
      )
    })

    test('a posting gets no entries once its month is closed', async () => {
      const id = newId(service.clock.now())
      assert.equal(
        await inTrx(async (trx) => {
          await sql`insert into ledger_postings (id, cause, kind, currency, booked_at)
            values (${id}, 'w', 'X', 'XOF', '2026-01-31T23:59:59Z')`.execute(trx)
          await sql`insert into ledger_closed_months (first_day, closed_at, closed_by, open_since)
            values ('2026-01-01', now(), 'CLI', '2026-01-31T23:59:59.5Z')`.execute(trx)
          await sql`insert into ledger_entries (account_id, posting_id, amount_fcfa)
            select ledger_accounts.id, ${id}, case ledger_accounts.kind when 'PROVIDER_FLOAT' then 5 else -5 end
            from ledger_accounts
            where (ledger_accounts.kind, ledger_accounts.owner) in (('PROVIDER_FLOAT', 'mtn'), ('CUSTOMER_MONEY', ''))
              and ledger_accounts.currency = 'XOF'`.execute(trx)
        }).catch((error: { constraint?: string }) => error.constraint),
        'ledger_month_is_open',
      )
    })

    test('a posting that does not sum to 0 is refused, by the source and by the database', async () => {
      await assert.rejects(post([posting([debit('SUSPENSE', 5), credit('TRIP_REVENUE', 4)])]), RangeError)
      const id = newId(service.clock.now())
      assert.equal(
        await inTrx(async (trx) => {
          await sql`insert into ledger_postings (id, cause, kind, currency, booked_at)
            values (${id}, 'x', 'X', 'XOF', '2026-11-21')`.execute(trx)
          await sql`insert into ledger_entries (account_id, posting_id, amount_fcfa)
            select ledger_accounts.id, ${id}, 1 from ledger_accounts limit 1`.execute(trx)
        }).catch((error: { constraint?: string }) => error.constraint),
        'ledger_posting_sums_to_zero',
      )
    })

    test('XOF and XAF never mix', async () => {
      await post([
        posting([debit('PROVIDER_FLOAT', 7, 'mtn'), credit('CUSTOMER_MONEY', 7)], { currency: 'XAF' }),
      ])
      const floats = await listBalances(service.services.db, { kinds: ['PROVIDER_FLOAT'], owner: 'mtn' })
      assert.deepEqual(
        floats.map(({ currency, balanceFcfa }) => [currency, balanceFcfa]),
        [
          ['XAF', 7],
          ['XOF', 10],
        ],
      )
      const id = newId(service.clock.now())
      assert.equal(
        await inTrx(async (trx) => {
          await sql`insert into ledger_postings (id, cause, kind, currency, booked_at)
            values (${id}, 'y', 'X', 'XOF', '2026-11-21')`.execute(trx)
          await sql`insert into ledger_entries (account_id, posting_id, amount_fcfa)
            select ledger_accounts.id, ${id}, case ledger_accounts.currency when 'XOF' then 1 else -1 end
            from ledger_accounts where ledger_accounts.owner = 'mtn' and ledger_accounts.kind = 'PROVIDER_FLOAT'`.execute(
            trx,
          )
        }).catch((error: { constraint?: string }) => error.constraint),
        'ledger_posting_has_one_currency',
      )
    })

    test('the same cause is booked once', async () => {
      const once = posting([debit('SUSPENSE', 5), credit('TRIP_REVENUE', 5)], { cause: 'test:once' })
      assert.deepEqual(await post([once]), ['test:once'])
      assert.deepEqual(await post([once]), [])
      assert.deepEqual(await check(), [])
    })
  })

  test('faults are found: a balance that was changed, a delivery that was not settled', async () => {
    const { db } = service.services
    await sql`update ledger_accounts set balance_fcfa = balance_fcfa + 1 where kind = 'TRIP_REVENUE'`.execute(
      db,
    )
    const [fault] = await check()
    assert.equal(fault?.rule, 'BALANCES')
    await sql`update ledger_accounts set balance_fcfa = balance_fcfa - 1 where kind = 'TRIP_REVENUE'`.execute(
      db,
    )

    const key = await bringTo(service, shop, 'DELIVERED')
    assert.deepEqual(await check(), [], 'its events have not come yet')
    await consumeAll(service.services, { ...settleDeliveries(service.services), consume: async () => {} })
    const { reference } = await rowOf(service, key)
    assert.deepEqual(await check(), [
      {
        rule: 'SHOP_SETTLED',
        subject: reference,
        expectedFcfa: -600,
        foundFcfa: 0,
      },
      {
        rule: 'COMPANY_SETTLED',
        subject: reference,
        expectedFcfa: 600,
        foundFcfa: 0,
      },
    ])
    await sql`update event_consumers set position = 0 where name = 'ledger'`.execute(db)
    await settle()
    assert.deepEqual(await check(), [])
  })

  test('a posting that does not sum to 0, or is in two currencies, is found', async () => {
    const cause = 'test:by-force'
    await post([posting([debit('SUSPENSE', 5), credit('TRIP_REVENUE', 5)], { cause })])
    const isCause = `ledger_postings.cause = '${cause}'`
    const addToDebit = (fcfa: number) =>
      byForce(`
        with changed as (
          update ledger_entries set amount_fcfa = ledger_entries.amount_fcfa + ${fcfa}
          from ledger_postings
          where ledger_postings.id = ledger_entries.posting_id and ${isCause} and ledger_entries.amount_fcfa > 0
          returning ledger_entries.account_id
        )
        update ledger_accounts set balance_fcfa = ledger_accounts.balance_fcfa + ${fcfa}
        from changed where ledger_accounts.id = changed.account_id`)
    await addToDebit(2)
    assert.deepEqual(await check(), [{ rule: 'SUMS_TO_ZERO', subject: cause, expectedFcfa: 0, foundFcfa: 2 }])
    await addToDebit(-2)
    await byForce(`update ledger_postings set currency = 'XAF' where ${isCause}`)
    assert.deepEqual(await check(), [{ rule: 'ONE_CURRENCY', subject: cause, expectedFcfa: 0, foundFcfa: 0 }])
    await byForce(`update ledger_postings set currency = 'XOF' where ${isCause}`)
    assert.deepEqual(await check(), [])
  })

  test('a courier who earned other than was promised is found', async () => {
    const { key, courierId: id } = await deliveredByCourier()
    await settle()
    const { reference, courier_pay_fcfa } = await rowOf(service, key)
    assert.ok(courier_pay_fcfa)
    const ofDelivery = { kind: 'DELIVERY_ENDED', shopId: key.shopId, deliveryId: key.id } as const
    await post([posting([debit('COURIER_PAY', 50), credit('COURIER_EARNINGS', 50, id)], ofDelivery)])
    assert.deepEqual(await check(), [
      {
        rule: 'COURIER_SETTLED',
        subject: reference,
        expectedFcfa: courier_pay_fcfa,
        foundFcfa: courier_pay_fcfa + 50,
      },
    ])
    await post([posting([debit('COURIER_EARNINGS', 50, id), credit('COURIER_PAY', 50)], ofDelivery)])
    assert.deepEqual(await check(), [])
  })

  test('money of a customer that left before anything was to be given back is found', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
    await payAsSimulatedCustomer(service.services, key)
    await settle()
    const { reference } = await rowOf(service, key)
    const ofDelivery = { shopId: key.shopId, deliveryId: key.id }
    await post([posting([debit('CUSTOMER_MONEY', 600), credit('SUSPENSE', 600)], ofDelivery)])
    assert.deepEqual(await check(), [
      { rule: 'HOLDINGS', subject: reference, expectedFcfa: 5600, foundFcfa: 5000 },
    ])
    await post([posting([debit('SUSPENSE', 600), credit('CUSTOMER_MONEY', 600)], ofDelivery)])
    assert.deepEqual(await check(), [])
  })

  test('a payout whose refusal or payment was not booked is found', async () => {
    await delivered()
    await settle()
    const payout = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4900 })
    assert.deepEqual(await check(), [])
    const fault = { rule: 'TRANSFERS', subject: payout.reference }
    const [owed, sent, left] = [
      { ...fault, expectedFcfa: 0, foundFcfa: 4900 },
      { ...fault, expectedFcfa: 0, foundFcfa: 4900 },
      { ...fault, expectedFcfa: 4900, foundFcfa: 0 },
    ]
    await endWithoutPosting(payout.id, { state: 'REFUSED', reason: 'PROVIDER_FAILED' })
    assert.deepEqual(await check(), [owed, sent])
    await endWithoutPosting(payout.id, { state: 'PAID', reason: null })
    assert.deepEqual(await check(), [sent, left])
    await endTransfer(service, payout, 'PAID')
    assert.deepEqual(await check(), [])
  })

  test('a closed month takes nothing any more: what happened in it is booked now', async () => {
    const deps = { ...service.services, actor: operator }
    const refusal = (month: string, reason: string, en: string, fr: string) => ({
      status: 409,
      code: 'MONTH_NOT_CLOSABLE',
      details: { month, reason },
      en,
      fr,
    })
    await assertVerbRefused(
      closeMonth(deps, '2026-11'),
      refusal(
        '2026-11',
        'NOT_OVER',
        '2026-11 cannot be closed: it is not over yet.',
        'Impossible de clore 2026-11 : ce mois n’est pas terminé.',
      ),
    )
    const late = await bringTo(service, shop, 'DELIVERED')
    // Midnight in Cotonou.
    service.clock.set('2026-11-30T23:00:00.000Z')
    await assertVerbRefused(
      closeMonth(deps, '2026-11'),
      refusal(
        '2026-11',
        'NOT_BOOKED',
        '2026-11 cannot be closed: some of what happened in it is not booked yet. Try again in a minute.',
        'Impossible de clore 2026-11 : il reste des écritures à passer. Réessayez dans une minute.',
      ),
    )
    await settle()
    assert.equal((await booked(late)).length, 2)
    await closeMonth(deps, '2026-11')
    await assertVerbRefused(
      closeMonth(deps, '2026-10'),
      refusal(
        '2026-10',
        'CLOSED',
        '2026-10 cannot be closed: it is closed already.',
        'Impossible de clore 2026-10 : il est déjà clos.',
      ),
    )
    const happenedAt = new Date('2026-11-30T22:59:59.999Z')
    await post([
      posting([debit('SUSPENSE', 3), credit('TRIP_REVENUE', 3)], { happenedAt, cause: 'test:late' }),
    ])
    const { rows } = await sql<{ at: Date }>`
      select booked_at as at from ledger_postings where cause = 'test:late'`.execute(service.services.db)
    assert.deepEqual(rows, [{ at: service.clock.now() }])
    // A process whose clock is behind books at the first moment that is open.
    service.clock.set('2026-11-30T22:59:58.000Z')
    await post([posting([debit('SUSPENSE', 3), credit('TRIP_REVENUE', 3)], { cause: 'test:behind' })])
    const { rows: behind } = await sql<{ at: Date }>`
      select booked_at as at from ledger_postings where cause = 'test:behind'`.execute(service.services.db)
    assert.deepEqual(behind, [{ at: new Date('2026-11-30T23:00:00.000Z') }])
    service.clock.set('2026-11-30T23:00:00.000Z')
    assert.equal(
      await inTrx((trx) =>
        sql`insert into ledger_postings (id, cause, kind, currency, booked_at)
          values (${newId(happenedAt)}, 'z', 'X', 'XOF', ${happenedAt})`.execute(trx),
      ).catch((error: { constraint?: string }) => error.constraint),
      'ledger_month_is_open',
    )
  })
})

onServer((open) => {
  test('balances are the sum of what everybody booked, and nobody is refused', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const { db } = service.services
    const book = (cause: number) =>
      db.transaction().execute((trx) =>
        postEntries({ db: trx, clock: service.clock }, [
          {
            cause: `race:${cause}`,
            kind: 'REFUND_RECORDED',
            currency: 'XOF',
            shopId: null,
            deliveryId: null,
            happenedAt: service.clock.now(),
            note: null,
            entries:
              cause % 2 === 0
                ? [debit('PROVIDER_FLOAT', 10, 'mtn'), credit('CUSTOMER_MONEY', 10)]
                : [debit('CUSTOMER_MONEY', 4), credit('TRIP_REVENUE', 4)],
          },
        ]),
      )
    // Each is booked twice at once. No more than there are connections: a slow machine keeps nobody waiting for one.
    const numbers = Array(300).keys()
    const made: string[] = []
    async function worker() {
      for (const number of numbers) made.push(...(await book(Math.floor(number / 2))))
    }
    await Promise.all(Array.from({ length: 10 }, worker))
    assert.equal(made.length, 150)
    const balances = (await listBalances(db)).map(({ kind, balanceFcfa }) => [
      kind,
      shownBalance(kind, balanceFcfa),
    ])
    assert.deepEqual(balances, [
      ['CUSTOMER_MONEY', 750 - 300],
      ['PROVIDER_FLOAT', 750],
      ['TRIP_REVENUE', 300],
    ])
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })
})
