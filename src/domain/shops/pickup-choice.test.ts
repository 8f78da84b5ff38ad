import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../contract/errors.ts'
import { choosePickup } from './pickup-choice.ts'

const plain = { label: null, landmark: null }
const main = { id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', lat: 6.36, lng: 2.41, is_default: true, ...plain }
const other = {
  id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4f',
  lat: 6.37,
  lng: 2.43,
  is_default: false,
  ...plain,
}
const sent = { lat: 6.4, lng: 2.4 }

test('the pickup that is sent with an order is used (decision 8)', () => {
  assert.equal(choosePickup({ pickup: sent }, [main, other]), sent)
})

test('a registered pickup address is found by its id, in any case of letters', () => {
  assert.equal(choosePickup({ pickupAddressId: other.id.toUpperCase() }, [main, other]), other)
})

test('the main pickup address is used when an order names none', () => {
  assert.equal(choosePickup({}, [other, main]), main)
})

const refusals: [
  what: string,
  wish: Parameters<typeof choosePickup>[0],
  addresses: (typeof main)[],
  error: ApiError,
][] = [
  [
    'both a pickup and an address id',
    { pickup: sent, pickupAddressId: main.id },
    [main],
    new ApiError('PICKUP_AMBIGUOUS'),
  ],
  ['no pickup and no main address', {}, [other], new ApiError('PICKUP_REQUIRED')],
  ['no pickup and no address at all', {}, [], new ApiError('PICKUP_REQUIRED')],
  [
    'an unknown address id',
    { pickupAddressId: main.id },
    [other],
    new ApiError('PICKUP_ADDRESS_UNKNOWN', { pickupAddressId: main.id }),
  ],
]
for (const [what, wish, addresses, error] of refusals) {
  test(`an order with ${what} is refused with ${error.code} (decision 8)`, () =>
    assert.throws(() => choosePickup(wish, addresses), error))
}
