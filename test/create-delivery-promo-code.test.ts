import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PromoCode } from '../src/domain/money/payments/promo-code.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  east,
  openService,
  parakou,
  plainOrder,
  type TestService,
  testStart,
} from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'
import { assertRefused } from './support/refusal.ts'

const hourMs = 60 * 60_000
const start = Date.parse(testStart)

/** Every reason of decision 11; trips to East cost 600, estimates 550. */
const refusals = [
  {
    when: 'it does not exist',
    terms: null,
    reason: 'UNKNOWN',
    en: 'This promo code does not exist. Check its spelling, or order without it.',
    fr: 'Ce code promo n’existe pas. Vérifiez-le, ou commandez sans code.',
  },
  {
    when: 'it begins a millisecond later',
    terms: { startsAt: new Date(start + 1) },
    reason: 'NOT_STARTED',
    en: 'This promo code is not valid yet. Use it later, or order without it.',
    fr: 'Ce code promo n’est pas encore valable. Utilisez-le plus tard, ou commandez sans code.',
  },
  {
    when: 'it ends at this moment',
    terms: { startsAt: new Date(start - hourMs), endsAt: new Date(start) },
    reason: 'EXPIRED',
    en: 'This promo code has expired. Order without it.',
    fr: 'Ce code promo a expiré. Commandez sans code.',
  },
  {
    when: 'it was used as often as it may be',
    terms: { maxUses: 3, uses: 3 },
    reason: 'EXHAUSTED',
    en: 'This promo code has been used up. Order without it.',
    fr: 'Ce code promo est épuisé. Commandez sans code.',
  },
  {
    when: 'the trip costs less than its minimum',
    terms: { minimumTripFcfa: 601 },
    reason: 'TRIP_NOT_ELIGIBLE',
    en: 'This promo code is for trips of 601 FCFA or more before discounts; this one costs 600 FCFA.',
    fr: 'Ce code promo vaut à partir de 601 FCFA de trajet avant remise ; celui-ci coûte 600 FCFA.',
    details: { condition: 'MINIMUM_TRIP', minimumTripFcfa: 601, tripFcfa: 600 },
  },
] as const

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  let made = 0

  /** Creates a code of 10 percent with other `terms`; returns its text. */
  async function promoCode(terms: Partial<PromoCode> = {}): Promise<string> {
    const code = `PROMO${++made}`
    const { uses = 0, ...rest } = terms
    const { id } = await insertPromo(service, { code, ...rest })
    await service.services.db
      .updateTable('promo_codes')
      .set({ uses })
      .where('promo_codes.id', '=', id)
      .execute()
    return code
  }

  describe('refused promo codes (decision 11)', () => {
    for (const { when, terms, reason, en, fr, ...rest } of refusals) {
      test(`a promo code is refused as ${reason} when ${when} (decision 11)`, async () => {
        const shop = await service.openShop()
        const code = terms ? await promoCode(terms) : 'INCONNU'

        await assertRefused((language) => shop.order({ dropoff: east, promoCode: code }, language), {
          status: 422,
          code: 'PROMO_CODE_REFUSED',
          en,
          fr,
          details: { reason, ...('details' in rest && rest.details) },
        })
        assert.equal((await shop.get('/deliveries')).body.total, 0)
        if (terms) assert.equal(await usesOf(service, code), 'uses' in terms ? terms.uses : 0)
      })
    }

    test('a promo code of another city is refused', async () => {
      const shop = await service.openShop()
      const code = await promoCode({ cityId: cityId(service, 'Parakou') })

      await assertRefused((language) => shop.order({ promoCode: code }, language), {
        status: 422,
        code: 'PROMO_CODE_REFUSED',
        en: 'This promo code is only for trips in Parakou.',
        fr: 'Ce code promo ne vaut que pour les trajets à Parakou.',
        details: { reason: 'TRIP_NOT_ELIGIBLE', condition: 'CITY', city: 'Parakou' },
      })
      assert.equal((await shop.order({ pickup: parakou, promoCode: code })).status, 201)
    })

    test('a promo code is refused when an earlier order took its last use', async () => {
      const shop = await service.openShop()
      const code = await promoCode({ maxUses: 2 })

      const answers = [
        await shop.order({ promoCode: code }),
        await shop.order({ promoCode: code }),
        await shop.order({ promoCode: code }),
      ]

      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 422],
      )
      assert.deepEqual(answers[2]?.body.details, { reason: 'EXHAUSTED' })
      assert.equal(await usesOf(service, code), 2)
    })

    test('a promo code is refused when other orders at the same moment took its last use', async () => {
      const shop = await service.openShop()
      const code = await promoCode({ maxUses: 3 })

      const answers = await Promise.all(Array.from({ length: 8 }, () => shop.order({ promoCode: code })))

      const refused = answers.filter(({ status }) => status !== 201)
      assert.equal(refused.length, 5)
      for (const { status, body } of refused)
        assert.deepEqual(
          [status, body.code, body.details],
          [422, 'PROMO_CODE_REFUSED', { reason: 'EXHAUSTED' }],
        )
      assert.equal(await usesOf(service, code), 3)
      assert.equal((await shop.get('/deliveries')).body.total, 3)
    })
  })

  describe('accepted promo codes', () => {
    for (const [when, terms, price] of [
      ['at the moment it begins', { startsAt: new Date(start) }, 540],
      ['just before it ends', { endsAt: new Date(start + 1) }, 540],
      ['at its last use', { maxUses: 3, uses: 2 }, 540],
      ['whose minimum is that price', { minimumTripFcfa: 600 }, 540],
      ['of 33 %, rounded down to a franc,', { percent: 33 }, 402],
      ['of 200 FCFA', { percent: null, amountFcfa: 200 }, 400],
      ['of 100 %', { percent: 100 }, 0],
      ['of more than the price (decision 29)', { percent: null, amountFcfa: 5000 }, 0],
    ] as const) {
      test(`a promo code ${when} makes a trip of 600 cost ${price}`, async () => {
        const shop = await service.openShop()
        const code = await promoCode(terms)

        const order = await shop.order({ dropoff: east, promoCode: code })

        assert.deepEqual([order.status, order.body.price], [201, price])
        assert.equal(await usesOf(service, code), ('uses' in terms ? terms.uses : 0) + 1)
      })
    }

    test('a promo code is accepted in small letters and with spaces around it', async () => {
      const shop = await service.openShop()
      const code = await promoCode()

      assert.equal((await shop.order({ promoCode: `  ${code.toLowerCase()} ` })).body.price, 495)
    })

    test('a promo code applies after the shop’s own discount (decision 29)', async () => {
      const shop = await service.openShop({ discountPercent: 15 })

      // 600 − 90 = 510, of which a tenth is 51.
      assert.equal((await shop.order({ dropoff: east, promoCode: await promoCode() })).body.price, 459)
    })

    test('the minimum of a promo code is compared with the price before the shop’s discount', async () => {
      const shop = await service.openShop({ discountPercent: 15 })
      const code = await promoCode({ minimumTripFcfa: 600 })

      assert.equal((await shop.order({ dropoff: east, promoCode: code })).status, 201)
    })

    test('a promo code reduces what the customer pays at the door', async () => {
      const shop = await service.openShop()
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }

      const tenth = await shop.order({ dropoff: east, payment, promoCode: await promoCode() })
      const free = await shop.order({
        dropoff: east,
        payment: { mode: 'CASH_ON_DELIVERY' },
        promoCode: await promoCode({ percent: 100 }),
      })

      assert.deepEqual(
        [tenth.body.payment.amountToCollect, tenth.body.payment.status],
        [5540, 'NOT_REQUESTED'],
      )
      assert.deepEqual([free.body.payment.amountToCollect, free.body.payment.status], [0, 'NOT_DUE'])
    })
  })

  test('a refused order does not use up its promo code', async () => {
    const shop = await service.openShop()
    const code = await promoCode({ maxUses: 1 })
    await shop.order({ externalRef: 'taken' })

    for (const input of [
      { customer: { ...plainOrder.customer, phone: '019700000' } },
      { externalRef: 'taken' },
      { dropoff: parakou },
    ]) {
      assert.notEqual((await shop.order({ ...input, promoCode: code })).status, 201)
      assert.equal(await usesOf(service, code), 0)
    }
    assert.equal((await shop.order({ promoCode: code })).status, 201)
  })

  test('an empty promo code is treated as absent (decision 11)', async () => {
    const shop = await service.openShop()

    for (const none of ['', '  ']) {
      const order = await shop.order({ promoCode: none })
      assert.deepEqual([order.status, order.body.price], [201, 550])
    }
  })
})

function cityId({ services }: TestService, name: string): string {
  const city = services.pricing.map.current().cities.find((one) => one.name === name)
  assert.ok(city)
  return city.id
}
