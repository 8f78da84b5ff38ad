import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { eraseCustomer } from '../src/domain/customers/erase-customer.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { readPromoCosts } from '../src/domain/deliveries/past-prices/promo-use-store.ts'
import { makeDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { shownBalance } from '../src/domain/money/ledger/ledger-account.ts'
import { listEntriesOfDelivery } from '../src/domain/money/ledger/ledger-store.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { createPromoCode } from '../src/domain/money/payments/create-promo-code.ts'
import { endPromoCode } from '../src/domain/money/payments/end-promo-code.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import {
  type Answer,
  changeTariff,
  east,
  openService,
  plainOrder,
  productionSettings,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'
import { assertRefused } from './support/refusal.ts'
import { openSecondService } from './support/second-service.ts'
import { recordStatements } from './support/statements.ts'

const otherPhone = { customer: { ...plainOrder.customer, phone: '0197000077' } }
const { SECRETS_KEY } = productionSettings

/** The uses that count and those that were given back, as the rows have them. */
async function rowsOf({ services }: Pick<TestService, 'services'>, code: string) {
  const rows = await services.db
    .selectFrom('promo_code_uses')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_code_uses.promo_code_id')
    .selectAll('promo_code_uses')
    .where('promo_codes.code', '=', code)
    .execute()
  const kept = rows.filter(({ released_at }) => released_at === null)
  return { kept: kept.length, released: rows.length - kept.length, rows }
}

/** The counter of a code, which its rows prove. */
async function provenUses(service: Pick<TestService, 'services'>, code: string): Promise<number> {
  const uses = await usesOf(service, code)
  assert.equal((await rowsOf(service, code)).kept, uses)
  return uses
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  let made = 0
  const newCode = async (terms: Parameters<typeof insertPromo>[1] | object = {}) => {
    const code = `USE${++made}`
    await insertPromo(service, { ...terms, code })
    return code
  }

  describe('limits', () => {
    test('a shop uses a code as often as it may, and others still can', async () => {
      const code = await newCode({ maxUsesPerShop: 2 })
      const other = await service.openShop()
      for (let time = 0; time < 2; time += 1)
        assert.equal((await shop.order({ promoCode: code })).status, 201)
      await assertRefused((language) => shop.order({ promoCode: code }, language), {
        status: 422,
        code: 'PROMO_CODE_REFUSED',
        details: { reason: 'SHOP_LIMIT' },
        en: 'Your shop has used this promo code as often as it may. Order without it.',
        fr: 'Votre boutique a utilisé ce code promo autant de fois que possible. Commandez sans code.',
      })
      assert.equal((await other.order({ promoCode: code })).status, 201)
      assert.equal(await provenUses(service, code), 3)
    })

    test('a customer uses a code as often as they may, whichever shop they order from and however they write their number', async () => {
      const code = await newCode({ maxUsesPerCustomer: 1 })
      const other = await service.openShop()
      assert.equal((await shop.order({ promoCode: code })).status, 201)
      const phone = `+229 ${plainOrder.customer.phone.replace('+229', '')}`
      const again = { promoCode: code, customer: { ...plainOrder.customer, phone } }
      await assertRefused((language) => other.order(again, language), {
        status: 422,
        code: 'PROMO_CODE_REFUSED',
        details: { reason: 'CUSTOMER_LIMIT' },
        en: 'This customer has used this promo code as often as they may. Order without it.',
        fr: 'Ce client a utilisé ce code promo autant de fois que possible. Commandez sans code.',
      })
      assert.equal((await other.order({ promoCode: code, ...otherPhone })).status, 201)
      assert.equal(await provenUses(service, code), 2)
    })

    test('a code for some shops is refused to others', async () => {
      const code = await newCode({ shopIds: [shop.shopId] })
      const other = await service.openShop()
      assert.equal((await shop.order({ promoCode: code })).status, 201)
      await assertRefused((language) => other.order({ promoCode: code }, language), {
        status: 422,
        code: 'PROMO_CODE_REFUSED',
        details: { reason: 'NOT_FOR_SHOP' },
        en: 'This promo code is not for your shop. Order without it.',
        fr: 'Ce code promo n’est pas pour votre boutique. Commandez sans code.',
      })
      const { body } = await other.post('/deliveries/promo-code-checks', { promoCode: code })
      assert.deepEqual(
        [body.valid, body.reason, body.bearer, body.expiresAt],
        [false, 'NOT_FOR_SHOP', null, null],
      )
    })

    test('a check says what the limits leave, and uses nothing up', async () => {
      const code = await newCode({ maxUsesPerShop: 2, maxUsesPerCustomer: 1, endsAt: new Date('2026-12-01') })
      const check = async (more: object = {}) =>
        (await shop.post('/deliveries/promo-code-checks', { promoCode: code, ...more })).body
      const quote = { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }
      const customer = { phone: plainOrder.customer.phone }
      assert.deepEqual(await check({ customer, quote }), {
        promoCode: code,
        valid: true,
        reason: null,
        condition: null,
        discount: 60,
        bearer: 'SERVICE',
        expiresAt: '2026-12-01T00:00:00.000Z',
      })
      assert.equal(await provenUses(service, code), 0)
      await shop.order({ promoCode: code })
      assert.equal((await check()).valid, true)
      for (const more of [{ customer }, { customer, quote }])
        assert.equal((await check(more)).reason, 'CUSTOMER_LIMIT')
      assert.equal((await check({ customer: { phone: '0197000077' } })).valid, true)
      await shop.order({ promoCode: code, ...otherPhone })
      assert.equal((await check()).reason, 'SHOP_LIMIT')
      const wrong = await shop.post('/deliveries/promo-code-checks', {
        promoCode: await newCode(),
        customer: { phone: '019700000' },
      })
      assert.deepEqual([wrong.status, wrong.body.code], [422, 'PHONE_NUMBER_INVALID'])
    })

    test('the row of a use names a customer by a key alone, and only where the code is limited per customer', async () => {
      const [limited, free] = [await newCode({ maxUsesPerCustomer: 5 }), await newCode()]
      for (const promoCode of [limited, free]) await shop.order({ promoCode })
      const [use] = (await rowsOf(service, limited)).rows
      assert.match(use?.customer_key ?? '', /^[\w-]{43}$/)
      assert.equal((await rowsOf(service, free)).rows[0]?.customer_key, null)
    })
  })

  describe('a code that takes nothing off (decision 272)', () => {
    test('is not used up by an order whose price it does not lower', async () => {
      const code = await newCode({ maxUses: 1, maxUsesPerCustomer: 1 })
      const free = await service.openShop({ discountPercent: 100 })
      const order = { promoCode: code, dropoff: { ...east, landmark: 'Portail bleu' } }
      assert.equal((await free.order(order)).status, 201)
      assert.equal((await free.order(order)).status, 201)
      assert.deepEqual([await provenUses(service, code), (await rowsOf(service, code)).rows], [0, []])
      assert.equal((await shop.order(order)).status, 201)
      assert.equal(await provenUses(service, code), 1)
    })

    test('is given back when the place of the customer makes the price one that it does not lower', async () => {
      const code = await newCode({ maxUses: 1 })
      const other = await service.openShop()
      const made = await other.order({ promoCode: code })
      const key = { shopId: other.shopId, id: made.body.id }
      assert.equal(await provenUses(service, code), 1)
      await service.services.db
        .updateTable('shops')
        .set({ discount_percent: 100 })
        .where('shops.id', '=', other.shopId)
        .execute()
      await act(service, key, 'locate')
      assert.deepEqual([await provenUses(service, code), (await rowsOf(service, code)).released], [0, 1])
      const row = await rowOf(service, key)
      assert.deepEqual([row.price_fcfa, row.promo_code_id], [0, null])
      await act(service, key, 'cancel')
      assert.deepEqual([await provenUses(service, code), (await rowsOf(service, code)).released], [0, 1])
    })
  })

  describe('what becomes of a use', () => {
    const endings = [
      ['was cancelled before its courier came', 'released', (key) => act(service, key, 'cancel')],
      [
        'was cancelled on the way to the shop',
        'released',
        async (key) => {
          for (const verb of ['locate', 'assign', 'cancel'] as const) await act(service, key, verb)
        },
      ],
      ['expired', 'released', (key) => act(service, key, 'expire')],
      [
        'was cancelled with a fee',
        'kept',
        async (key) => {
          for (const verb of ['locate', 'assign'] as const) await act(service, key, verb)
          await arriveAtPickup(service.services, key)
          await act(service, key, 'cancel')
        },
      ],
      [
        'was delivered',
        'kept',
        async (key) => {
          for (const verb of ['locate', 'assign', 'pickUp', 'handOver'] as const)
            await act(service, key, verb)
        },
      ],
      [
        'came back',
        'kept',
        async (key) => {
          for (const verb of ['locate', 'assign', 'pickUp', 'fail', 'return'] as const)
            await act(service, key, verb)
        },
      ],
    ] as const satisfies readonly [string, 'kept' | 'released', (key: DeliveryKey) => Promise<unknown>][]
    for (const [what, becomes, end] of endings)
      test(`the use of a delivery that ${what} is ${becomes}`, async () => {
        const code = await newCode({ maxUses: 1, maxUsesPerShop: 1, maxUsesPerCustomer: 1 })
        const key = await bringTo(service, shop, 'AWAITING_LOCATION', { promoCode: code })
        await end(key)
        const { kept, released } = await rowsOf(service, code)
        assert.deepEqual({ kept, released }, { kept: 0, released: 0, [becomes]: 1 })
        const next = await shop.order({ promoCode: code })
        assert.equal(next.status, becomes === 'released' ? 201 : 422)
        assert.equal(await provenUses(service, code), 1)
      })

    test('a cancellation after the courier came keeps the use even where the tariff asks no fee for it', async () => {
      const code = await newCode({ maxUses: 1 })
      await changeTariff(service, { cancellationFeeFcfa: 0 })
      try {
        const key = await bringTo(service, shop, 'ASSIGNED', { promoCode: code })
        await arriveAtPickup(service.services, key)
        await act(service, key, 'cancel')
        assert.equal((await rowOf(service, key)).cancellation_fee_fcfa, 0)
        assert.equal(await provenUses(service, code), 1)
      } finally {
        await changeTariff(service, { cancellationFeeFcfa: 300 })
      }
    })

    test('an order sent again uses a code once, and a cancellation sent again gives it back once', async () => {
      const code = await newCode({ maxUses: 3 })
      await shop.order({ promoCode: code, ...otherPhone })
      const key = { 'idempotency-key': `sent-again-${code}` }
      const [first, again] = [
        await shop.order({ promoCode: code }, key),
        await shop.order({ promoCode: code }, key),
      ]
      assert.equal(again.body.id, first.body.id)
      assert.equal(await provenUses(service, code), 2)
      for (let time = 0; time < 2; time += 1)
        await shop.post(`/deliveries/${first.body.id}/cancel`, {}, { 'idempotency-key': `cancelled-${code}` })
      assert.equal(await provenUses(service, code), 1)
      assert.equal((await shop.order({ promoCode: code }, key)).body.status, 'CANCELLED')
      assert.equal(await provenUses(service, code), 1)
    })

    test('a changed delivery keeps its one use, which is its new customer’s', async () => {
      const code = await newCode({ maxUsesPerCustomer: 1 })
      const { id } = (await shop.order({ promoCode: code, dropoff: east })).body
      const place = { lat: 6.36, lng: 2.43 }
      const { body } = await shop.post('/quotes', {
        dropoff: place,
        parcelSize: 'SMALL',
        paymentMode: 'PREPAID',
      })
      const expectedPrice = body.price - Math.floor(body.price / 10)
      assert.equal((await shop.patch(`/deliveries/${id}`, { dropoff: place, expectedPrice })).status, 200)
      assert.equal((await shop.patch(`/deliveries/${id}`, otherPhone)).status, 200)
      assert.equal(await provenUses(service, code), 1)
      assert.equal((await shop.order({ promoCode: code, ...otherPhone })).status, 422)
      const next = await shop.order({ promoCode: code })
      assert.equal(next.status, 201)

      const taken = await shop.patch(`/deliveries/${next.body.id}`, otherPhone)
      assert.deepEqual(
        [taken.status, taken.body.code, taken.body.details],
        [422, 'PROMO_CODE_REFUSED', { reason: 'CUSTOMER_LIMIT' }],
      )
      assert.notEqual((await shop.get(`/deliveries/${next.body.id}`)).body.customer.phone, '+2290197000077')
      assert.equal(await provenUses(service, code), 2)
    })

    test('a customer who is erased is no longer known to the code', async () => {
      const code = await newCode({ maxUsesPerCustomer: 1 })
      const phone = '+2290197000055'
      const key = await bringTo(service, shop, 'DELIVERED', {
        promoCode: code,
        customer: { ...plainOrder.customer, phone },
      })
      await consumeAll(service.services, makeDeliveriesSearchable)
      await eraseCustomer(
        { ...service.services, actor: { kind: 'CLI' } },
        { phone, reason: 'Sur sa demande' },
      )
      assert.equal((await rowOf(service, key)).customer_phone, '-')
      assert.equal((await rowsOf(service, code)).rows[0]?.customer_key, null)
      assert.equal(await provenUses(service, code), 1)
    })

    test('a sandbox that is emptied takes its uses with it', async () => {
      const code = await newCode({ maxUses: 5 })
      const other = await service.openShop()
      await shop.order({ promoCode: code })
      await other.order({ promoCode: code })
      await bringTo(service, other, 'CANCELLED', { promoCode: code })
      await resetShop(service.services, other.shopId)
      assert.equal(await provenUses(service, code), 1)
    })
  })

  describe('who bears the discount', () => {
    before(() =>
      sql`update ledger_beginning set began_at = '2026-01-01'`.execute(service.services.db).then(() => {}),
    )

    async function booked(key: DeliveryKey): Promise<Record<string, number>> {
      await consumeAll(service.services, settleDeliveries(service.services))
      const entries = await listEntriesOfDelivery(service.services.db, key.id)
      return Object.fromEntries(entries.map(({ kind, amountFcfa }) => [kind, shownBalance(kind, amountFcfa)]))
    }

    const faults = async () => (await checkLedger(service.services)).faults

    test('a discount that the service bears is its cost, one that the shop bears is owed by the shop', async () => {
      const dear = await service.openShop({ discountPercent: 10 })
      const ofService = await newCode()
      const ofShop = await newCode({ bearer: 'SHOP', shopIds: [dear.shopId] })
      // 600, less a tenth that was agreed with the shop, less a tenth of the rest.
      const borne = await bringTo(service, dear, 'DELIVERED', { promoCode: ofService })
      const owed = await bringTo(service, dear, 'DELIVERED', { promoCode: ofShop })
      for (const key of [borne, owed]) assert.equal((await rowOf(service, key)).price_fcfa, 486)
      assert.deepEqual(await booked(borne), { TRIP_REVENUE: 600, DISCOUNTS: 114, SHOP_FEES: 486 })
      assert.deepEqual(await booked(owed), { TRIP_REVENUE: 600, DISCOUNTS: 60, SHOP_FEES: 540 })
      assert.deepEqual(await faults(), [])
    })

    test('a shop that bears a discount owes it beside a sale that the customer paid less for', async () => {
      const code = await newCode({ bearer: 'SHOP', shopIds: [shop.shopId] })
      const key = await bringTo(service, shop, 'IN_TRANSIT', {
        promoCode: code,
        payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' },
      })
      await payAsSimulatedCustomer(service.services, key)
      await act(service, key, 'handOver')
      const { SHOP_SALES, SHOP_FEES, DISCOUNTS, TRIP_REVENUE, PROVIDER_FLOAT } = await booked(key)
      assert.deepEqual(
        { SHOP_SALES, SHOP_FEES, DISCOUNTS, TRIP_REVENUE, PROVIDER_FLOAT },
        { SHOP_SALES: 4900, SHOP_FEES: 60, DISCOUNTS: undefined, TRIP_REVENUE: 600, PROVIDER_FLOAT: 5540 },
      )
      assert.deepEqual(await faults(), [])
    })

    test('the proof finds a discount that was booked on the wrong side', async () => {
      const code = await newCode({ bearer: 'SHOP', shopIds: [shop.shopId] })
      const key = await bringTo(service, shop, 'DELIVERED', { promoCode: code })
      const { reference } = await rowOf(service, key)
      await booked(key)
      await sql`update promo_codes set bearer = 'SERVICE' where code = ${code}`.execute(service.services.db)
      assert.deepEqual(
        (await faults()).filter(({ subject }) => subject === reference).map(({ rule }) => rule),
        ['SHOP_SETTLED', 'COMPANY_SETTLED'],
      )
      await sql`update promo_codes set bearer = 'SHOP' where code = ${code}`.execute(service.services.db)
      assert.deepEqual(
        (await faults()).filter(({ subject }) => subject === reference),
        [],
      )
    })

    test('nothing is owed for a code where no trip was made', async () => {
      const code = await newCode({ bearer: 'SHOP', shopIds: [shop.shopId] })
      const key = await bringTo(service, shop, 'RETURNED', { promoCode: code })
      const { return_fee_fcfa } = await rowOf(service, key)
      assert.deepEqual(await booked(key), { RETURN_REVENUE: return_fee_fcfa, SHOP_FEES: return_fee_fcfa })
      const { id } = await service.services.db
        .selectFrom('promo_codes')
        .select('promo_codes.id')
        .where('promo_codes.code', '=', code)
        .executeTakeFirstOrThrow()
      assert.deepEqual((await readPromoCosts(service.services.db, [id])).get(id), {
        deliveries: 0,
        discountFcfa: 0,
        released: 0,
      })
    })

    test('a code whose numbers are out of bounds is refused by the verb, whoever calls it', async () => {
      for (const [field, value, min, max] of [
        ['percent', 0, 1, 100],
        ['percent', 12.5, 1, 100],
        ['amountFcfa', 1_000_001, 1, 1_000_000],
        ['minimumTripFcfa', 0, 1, 1_000_000],
        ['maxUses', 1_000_000_001, 1, 1_000_000_000],
        ['maxUsesPerShop', 0, 1, 1_000_000_000],
        ['maxUsesPerCustomer', -1, 1, 1_000_000_000],
      ] as const) {
        const wished = { code: 'HORSBORNES', percent: 10, [field]: value }
        await assert.rejects(createPromoCode(service.services, wished), {
          code: 'NUMBER_OUT_OF_BOUNDS',
          params: { field, min, max },
        })
      }
    })

    test('a code that shops bear names them, and the database holds it', async () => {
      const terms = { code: 'SANSNOM', percent: 10, bearer: 'SHOP' } as const
      const refusal = {
        status: 422,
        code: 'PROMO_CODE_NEEDS_SHOPS',
        en: 'A promo code whose discount shops bear names these shops, and a code names 200 shops at most. Name them, or let the service bear the discount.',
        fr: 'Un code promo dont la remise est à la charge des boutiques nomme ces boutiques, et un code en nomme au plus 200. Nommez-les, ou mettez la remise à la charge du service.',
      }
      const many = Array.from({ length: 201 }, () => newId(service.clock.now()))
      for (const shopIds of [null, [], many])
        await assertVerbRefused(createPromoCode(service.services, { ...terms, shopIds }), refusal)
      await assert.rejects(createPromoCode(service.services, { ...terms, shopIds: many.slice(0, 1) }), {
        code: 'SHOP_NOT_FOUND',
      })
      await assert.rejects(insertPromo(service, terms), {
        constraint: 'shops_that_bear_a_promo_code_are_named',
      })
      const promo = await createPromoCode(service.services, {
        ...terms,
        shopIds: [shop.shopId, shop.shopId],
      })
      assert.deepEqual([promo.bearer, promo.shopIds], ['SHOP', [shop.shopId]])
    })
  })

  test('an order without a code asks the database for nothing that an order without promo codes would not', async () => {
    const recorded = recordStatements(service.services.db)
    const second = { ...service.services, db: recorded.db }
    const { createDelivery } = await import('../src/domain/deliveries/order/create-delivery.ts')
    const order = (promoCode?: string) =>
      createDelivery(second, {
        shopId: shop.shopId,
        idempotencyKey: newId(service.clock.now()),
        input: { ...plainOrder, ...(promoCode !== undefined && { promoCode }) } as never,
      })
    await order()
    recorded.texts.length = 0
    const { delivery } = await order()
    assert.deepEqual(
      recorded.texts.filter((text) => text.includes('promo')),
      [],
    )
    const plain = recorded.texts.length
    await act(service, { shopId: shop.shopId, id: delivery.id }, 'cancel')
    await order(await newCode({ maxUses: 5, maxUsesPerShop: 5, maxUsesPerCustomer: 5 }))
    assert.equal(recorded.texts.length - plain, plain + 1)
  })
})

onServer((open) => {
  let service: TestService
  let second: Awaited<ReturnType<typeof openSecondService>>
  before(async () => {
    const database = await open()
    service = await openService(database, { SECRETS_KEY })
    second = await openSecondService(database.url, { SECRETS_KEY })
  })
  after(async () => {
    await second.close()
    await service.close()
  })

  let orders = 0
  /** An order by one of the two processes in turn. */
  const orderOver = async ({ key }: TestShop, input: object): Promise<Answer> => {
    const app = ++orders % 2 === 0 ? service.app : second.app
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/deliveries',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': `order-of-race-${orders}` },
      payload: { ...plainOrder, ...input },
    })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }

  const phoneOf = (number: number) => ({
    customer: { ...plainOrder.customer, phone: `01970001${String(number).padStart(2, '0')}` },
  })

  /** How many orders were made, and how many were refused for which reason. */
  function outcomesOf(answers: readonly Answer[]): Record<string, number> {
    const outcomes: Record<string, number> = {}
    for (const { status, body } of answers) {
      const outcome = status === 201 ? 'made' : (body.details?.reason ?? `${status} ${body.code}`)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    return outcomes
  }

  test('of sixty orders at once over two pools, a code for twenty uses serves twenty, and no shop or customer gets more than their share', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = `RACE${round}`
      await insertPromo(service, { code, maxUses: 20, maxUsesPerShop: 7, maxUsesPerCustomer: 2 })
      const shops = await Promise.all(Array.from({ length: 4 }, () => service.openShop()))
      // Fifteen orders of each shop, and twelve customers who order five times each.
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, number) => {
          const shop = shops[number % 4]
          assert.ok(shop)
          return orderOver(shop, { promoCode: code, ...phoneOf(number % 12) })
        }),
      )
      const { made = 0, ...refused } = outcomesOf(answers)
      assert.equal(made, 20, JSON.stringify({ made, refused }))
      assert.deepEqual(
        Object.keys(refused).filter((each) => !['EXHAUSTED', 'SHOP_LIMIT', 'CUSTOMER_LIMIT'].includes(each)),
        [],
      )
      assert.equal(await provenUses(service, code), 20)
      const { rows } = await rowsOf(service, code)
      for (const column of ['shop_id', 'customer_key'] as const) {
        const counts = new Map<string, number>()
        for (const row of rows) counts.set(row[column] ?? '', (counts.get(row[column] ?? '') ?? 0) + 1)
        assert.ok(Math.max(...counts.values()) <= { shop_id: 7, customer_key: 2 }[column])
      }
    }
  })

  test('a limit per shop and one per customer hold alone too, however many order at once', async () => {
    await insertPromo(service, { code: 'PARBOUTIQUE', maxUsesPerShop: 3 })
    await insertPromo(service, { code: 'PARCLIENT', maxUsesPerCustomer: 1 })
    const shops = await Promise.all(Array.from({ length: 3 }, () => service.openShop()))
    const order = (promoCode: string, number: number) =>
      orderOver(shops[number % 3] as TestShop, { promoCode, ...phoneOf(number % 5) })
    const answers = (code: string) =>
      Promise.all(Array.from({ length: 30 }, (_, number) => order(code, number)))
    const [byShop, byCustomer] = await Promise.all([answers('PARBOUTIQUE'), answers('PARCLIENT')])
    assert.deepEqual(outcomesOf(byShop), { made: 9, SHOP_LIMIT: 21 })
    assert.deepEqual(outcomesOf(byCustomer), { made: 5, CUSTOMER_LIMIT: 25 })
  })

  test('a cancellation that races orders for the last use gives it to one of them at most, and none is lost', async () => {
    const shop = await service.openShop()
    for (let round = 0; round < 30; round += 1) {
      const code = `DERNIER${round}`
      await insertPromo(service, { code, maxUses: 1, maxUsesPerShop: 1, maxUsesPerCustomer: 1 })
      const { id } = (await orderOver(shop, { promoCode: code })).body
      const [cancelled, ...answers] = await Promise.all([
        shop.post(`/deliveries/${id}/cancel`, {}),
        ...Array.from({ length: 4 }, () => orderOver(shop, { promoCode: code })),
      ])
      assert.equal(cancelled?.status, 200)
      const { made = 0, ...refused } = outcomesOf(answers)
      assert.ok(made <= 1)
      for (const reason of Object.keys(refused))
        assert.match(reason, /^(EXHAUSTED|SHOP_LIMIT|CUSTOMER_LIMIT)$/)
      assert.equal(await provenUses(service, code), made)
      assert.equal((await orderOver(shop, { promoCode: code })).status, made === 1 ? 422 : 201)
    }
  })

  test('orders, cancellations, changed phones, an ended code and an emptied sandbox at once end without a deadlock', async () => {
    const codes = ['FOULE1', 'FOULE2', 'FOULE3']
    for (const code of codes)
      await insertPromo(service, { code, maxUses: 1000, maxUsesPerShop: 1000, maxUsesPerCustomer: 1000 })
    const shops = await Promise.all(Array.from({ length: 3 }, () => service.openShop()))
    const failures: string[] = []
    const watch = async (call: Promise<{ status: number; body: { code?: string } }>) => {
      const { status, body } = await call
      if (status >= 500) failures.push(`${status} ${body.code}`)
    }
    const work = shops.flatMap((shop, at) =>
      Array.from({ length: 20 }, async (_, number) => {
        const promoCode = codes[(number + at) % 3] as string
        const order = await orderOver(shop, { promoCode, ...phoneOf(number) })
        if (order.status !== 201) return
        const path = `/deliveries/${order.body.id}`
        if (number % 2 === 0) await watch(shop.patch(path, phoneOf(number + 30)))
        await watch(shop.post(`${path}/cancel`, {}))
      }),
    )
    const emptied = shops
      .slice(0, 2)
      .flatMap(({ shopId }) => [
        resetShop(service.services, shopId),
        resetShop({ ...second.services }, shopId),
      ])
    await Promise.all([
      ...work,
      ...emptied,
      endPromoCode(service.services, 'FOULE3'),
      ...emptied.map(() => service.openShop()),
    ])
    assert.deepEqual(failures, [])
    for (const code of codes) await provenUses(service, code)
  })
})
