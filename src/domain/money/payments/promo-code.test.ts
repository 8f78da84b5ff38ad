import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PromoCode, promoCodeForm, promoDiscount, promoRefusal, unmetCondition } from './promo-code.ts'

const now = new Date('2026-11-21T10:00:00Z')
const earlier = new Date('2026-11-21T09:59:59.999Z')
const later = new Date('2026-11-21T10:00:00.001Z')
const promo: PromoCode = {
  id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
  code: 'BIENVENUE',
  percent: 20,
  amountFcfa: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  uses: 0,
  cityId: null,
  minimumTripFcfa: null,
  maxUsesPerShop: null,
  maxUsesPerCustomer: null,
  shopIds: null,
  bearer: 'SERVICE',
}

const refusals: [what: string, promo: PromoCode | undefined, reason: string | undefined][] = [
  ['a code without bounds', promo, undefined],
  ['an unknown code', undefined, 'UNKNOWN'],
  ['a code that begins later', { ...promo, startsAt: later }, 'NOT_STARTED'],
  ['a code that begins now', { ...promo, startsAt: now }, undefined],
  ['a code that ends now', { ...promo, endsAt: now }, 'EXPIRED'],
  ['a code that ends later', { ...promo, endsAt: later }, undefined],
  ['a code that began and ended', { ...promo, startsAt: earlier, endsAt: earlier }, 'EXPIRED'],
  ['a code with a use left', { ...promo, maxUses: 5, uses: 4 }, undefined],
  ['a code used up', { ...promo, maxUses: 5, uses: 5 }, 'EXHAUSTED'],
]
for (const [what, given, reason] of refusals) {
  test(`${what} is ${reason ? `refused as ${reason}` : 'usable'} (decision 11)`, () =>
    assert.equal(promoRefusal(given, now), reason))
}

test('a promo code for one city or with a minimum price applies only to such trips', () => {
  const trip = { cityId: 'cotonou', tripFcfa: 1000 }
  assert.equal(unmetCondition({ ...promo, cityId: 'cotonou' }, trip), undefined)
  assert.equal(unmetCondition({ ...promo, cityId: 'lome' }, trip), 'CITY')
  assert.equal(unmetCondition({ ...promo, minimumTripFcfa: 1000 }, trip), undefined)
  assert.equal(unmetCondition({ ...promo, minimumTripFcfa: 1001 }, trip), 'MINIMUM_TRIP')
})

test('a percentage discount is rounded down, and a fixed discount is at most the price', () => {
  assert.equal(promoDiscount({ percent: 33, amountFcfa: null }, 1000), 330)
  assert.equal(promoDiscount({ percent: 33, amountFcfa: null }, 101), 33)
  assert.equal(promoDiscount({ percent: 100, amountFcfa: null }, 975), 975)
  assert.equal(promoDiscount({ percent: null, amountFcfa: 500 }, 975), 500)
  assert.equal(promoDiscount({ percent: null, amountFcfa: 500 }, 400), 400)
})

test('a promo code is the same in small letters and with spaces around it', () => {
  assert.equal(promoCodeForm(' bienvenue '), 'BIENVENUE')
})
