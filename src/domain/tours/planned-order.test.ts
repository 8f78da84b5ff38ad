import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../test/support/chance.ts'
import type { Point } from '../../base/kernel/point.ts'
import { plannedOrder, plannedParcels } from './planned-order.ts'
import { costOf, type Stop } from './tour.ts'

/** Parcels between places of one city, some from the same shop. */
function parcelsOf(seed: number, count: number) {
  const chance = seeded(seed)
  const place = (): Point => ({ lat: 6.34 + chance() / 20, lng: 2.38 + chance() / 10 })
  const shops = [place(), place()]
  return plannedParcels(
    Array.from({ length: count }, (_, at) => {
      const shop = Math.floor(chance() * shops.length)
      return {
        ...{ shopId: `shop${shop}`, id: `${at}`, status: 'ASSIGNED', slot: at + 1, turns: null },
        ...{ cityId: 'city', pickup: shops[shop] ?? place(), dropoff: place() },
      } as const
    }),
  )
}

/** Every order in which each parcel is fetched before it is brought. */
function* ordersOf(
  parcels: readonly { pickup: Stop; dropoff: Stop }[],
  before: Stop[] = [],
): Generator<Stop[]> {
  const next = parcels.flatMap(({ pickup, dropoff }) =>
    before.includes(dropoff) ? [] : [before.includes(pickup) ? dropoff : pickup],
  )
  if (next.length === 0) yield before
  for (const stop of next) yield* ordersOf(parcels, [...before, stop])
}

const from = { lat: 6.36, lng: 2.42 }

test('the order of up to four parcels costs no more than any other', () => {
  for (let seed = 1; seed <= 12; seed++)
    for (const count of [1, 2, 3, ...(seed <= 3 ? [4] : [])]) {
      const parcels = parcelsOf(seed, count)
      const least = Math.min(...ordersOf(parcels).map((order) => costOf(from, order)))
      assert.ok(Math.abs(costOf(from, plannedOrder(parcels, from)) - least) < 0.001, `${seed} ${count}`)
    }
})

test('every parcel is fetched once and then brought once, however many there are', () => {
  for (const count of [1, 5, 8, 9, 12])
    for (const begin of [from, null]) {
      const order = plannedOrder(parcelsOf(count, count), begin)
      assert.equal(order.length, 2 * count)
      for (let id = 0; id < count; id++)
        assert.deepEqual(
          order.filter((stop) => stop.id === `${id}`).map(({ kind }) => kind),
          ['PICKUP', 'DROPOFF'],
        )
    }
})
