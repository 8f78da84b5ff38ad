import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seeded } from '../../../test/support/chance.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import {
  countPlaces,
  joined,
  mayGoFirst,
  nextPlace,
  type Stop,
  secondsAtStops,
  secondsToStops,
  stopsBefore,
  stopsOf,
  type TourParcel,
  turnsOf,
  withFirst,
} from './tour.ts'

const statuses: Record<string, DeliveryStatus> = { A: 'ASSIGNED', T: 'IN_TRANSIT', F: 'FAILED' }
const kinds = { PICKUP: 'p', DROPOFF: 'd', RETURN: 'r' } as const

/** A place `meters` to the east of the middle of Cotonou. */
const east = (meters: number) => ({ lat: 6.37, lng: 2.42 + meters / 110_500 })

/**
 * Parcels as in `1A@0>500:1,2`: slot, status, where the shop and the customer are, and the turns of pick-up,
 * door and return, if any. All of one shop.
 */
const parcels = (text: string): TourParcel[] =>
  text.split(' ').map((part) => {
    const [, slot = '', status = '', from = '', to = '', pickup, dropoff, back] =
      /^(\d+)([ATF])@(-?\d+)>(-?\d+)(?::(\d+),(\d+)(?:,(\d+))?)?$/.exec(part) ?? []
    return {
      ...{
        shopId: 'shop',
        cityId: 'city',
        id: slot,
        slot: Number(slot),
        status: statuses[status] ?? 'ASSIGNED',
      },
      ...{ pickup: east(Number(from)), dropoff: east(Number(to)) },
      turns:
        pickup === undefined
          ? null
          : {
              pickup: Number(pickup),
              dropoff: Number(dropoff),
              return: back === undefined ? null : Number(back),
            },
    }
  })

/** Stops as in `p1 d2 r3`. */
const written = (stops: readonly Stop[]) => stops.map(({ kind, id }) => `${kinds[kind]}${id}`).join(' ')

describe('the stops of a courier', () => {
  // biome-ignore format: a table of cases
  const cases: [what: string, parcels: string, stops: string][] = [
    ['a parcel to fetch has its shop, then its door',         '1A@0>500',                          'p1 d1'],
    ['a parcel that was fetched has its door',                '1T@0>500',                          'd1'],
    ['a parcel that failed has its shop',                     '1F@0>500',                          'r1'],
    ['turns order stops of several parcels',                  '1A@0>500:1,4 2A@0>900:2,3',         'p1 p2 d2 d1'],
    ['parcels without turns come last, by their slots',       '1T@0>500 2A@0>900:1,2 3T@0>100',    'p2 d2 d1 d3'],
    ['what is fetched needs its turn no more',                '1T@0>500:1,4 2T@0>900:2,3',         'd2 d1'],
    ['a return goes last',                                    '1F@0>500:1,2 2T@0>900:3,4',         'd2 r1'],
    ['or where its courier comes to that shop anyway',        '1F@0>500:1,2 2A@10>900:4,5 3T@0>50:0,3', 'd3 r1 p2 d2'],
    ['but not at another place',                              '1F@0>500:1,2 2A@90>900:4,5',        'p2 d2 r1'],
    ['or where the courier has put it',                       '1F@0>500:0,2,1 2T@0>900:0,2',       'r1 d2'],
  ]
  for (const [what, given, stops] of cases)
    test(what, () => assert.equal(written(stopsOf(parcels(given))), stops))

  test('what is done at one place of one shop is one place to go to', () => {
    const stops = stopsOf(parcels('1A@0>500:1,4 2A@20>900:2,3 3A@200>900:5,6'))
    assert.equal(written(nextPlace(stops)), 'p1 p2')
    assert.equal(countPlaces(stops), 5)
    assert.deepEqual(secondsAtStops(stops), [240, 45, 240, 240, 240, 240])
    const others = stops.map((stop) => ({ ...stop, shopId: stop.id }))
    assert.equal(written(nextPlace(others)), 'p1')
  })

  test('what stands before a door is every stop before the next one of its parcel', () => {
    const stops = stopsOf(parcels('1T@0>500:0,3 2A@20>900:1,4 3T@0>1:0,2'))
    assert.deepEqual(
      ['1', '2', '3', '4'].map((id) => written(stopsBefore(stops, id))),
      ['p2 d3', '', 'p2', 'p2 d3 d1 d2'],
    )
  })

  test('a courier puts first what they have with them, or what is at the place where they go now', () => {
    const stops = stopsOf(parcels('1A@0>500:1,4 2A@20>900:2,5 3T@0>1:0,3 4A@900>1:6,7 5F@70>1'))
    assert.equal(written(stops), 'p1 p2 d3 d1 d2 p4 d4 r5')
    assert.deepEqual(
      stops.filter((stop) => mayGoFirst(stops, stop)).map((stop) => written([stop])),
      ['p1', 'p2', 'd3', 'd1', 'd2', 'd4', 'r5'],
    )
  })

  test('turns keep the order that they were made from, but for a return that goes last', () => {
    const made = parcels('1A@0>500:1,4 2T@20>900:0,2 3F@900>1')
    const stops = stopsOf(made)
    const kept = turnsOf(stops)
    const again = made.map((parcel) => ({
      ...parcel,
      turns: kept.find(({ id }) => id === parcel.id)?.turns ?? null,
    }))
    assert.deepEqual(
      kept.map(({ id, turns }) => [id, turns.pickup, turns.dropoff, turns.return]),
      [
        ['1', 1, 3, null],
        ['2', 0, 2, null],
        ['3', 0, 4, null],
      ],
    )
    assert.equal(written(stopsOf(again)), written(stops))
  })
})

test('times along stops add the rides, at 18 km/h by road, and what is done at each stop', () => {
  const stops = stopsOf(parcels('1A@0>1000:1,3 2A@10>2000:2,4'))
  // 1 km as the bird flies is 1.3 km by road, 260 s.
  const seconds = secondsToStops(east(-1_000), stops).map((each) => Math.round(each / 10) * 10)
  assert.deepEqual(seconds, [260, 500, 810, 1310])
})

describe('a parcel that joins a tour', () => {
  // biome-ignore format: a table of cases
  const cases: [what: string, from: number, tour: string, parcel: string, order: string][] = [
    ['beside one of its shop, the nearer door first',     0,    '1A@0>3000',             '2A@0>1000',    'p1 p2 d2 d1'],
    ['at the end where it lies the other way',            0,    '1T@0>500',              '2A@5000>6000', 'd1 p2 d2'],
    ['on the way where it costs nothing',                 0,    '1T@0>5000',             '2A@2000>4000', 'p2 d2 d1'],
    ['without changing the order of the others',          0,    '1T@0>3000:0,1 2T@0>1000:0,2', '3A@3000>2000', 'd1 p3 d3 d2'],
  ]
  for (const [what, from, tour, parcel, order] of cases)
    test(what, () => {
      const [pickup, dropoff] = stopsOf(parcels(parcel))
      assert.ok(pickup && dropoff)
      assert.equal(written(joined(stopsOf(parcels(tour)), { pickup, dropoff }, east(from))), order)
    })
})

test('in random lives every parcel is fetched before its door, once each, and no accepted order changes', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const chance = seeded(seed)
    const place = () => ({ lat: 6.3 + chance() / 10, lng: 2.3 + chance() / 10 })
    const shops = Array.from({ length: 3 }, (_, at) => ({ shopId: `shop${at}`, pickup: place() }))
    let held: TourParcel[] = []
    const ended = new Map<string, string>()
    let made = 0
    while (ended.size < 12) {
      const before = stopsOf(held)
      if (made < 12 && held.length < 5 && chance() < 0.5) {
        const shop = shops[Math.floor(chance() * 3)] ?? { shopId: '', pickup: place() }
        made++
        const slot = [1, 2, 3, 4, 5].find((free) => !held.some((each) => each.slot === free)) ?? 0
        const parcel = {
          ...shop,
          cityId: 'city',
          id: `${made}`,
          slot,
          status: 'ASSIGNED',
          dropoff: place(),
          turns: null,
        } as const
        const [pickup, dropoff] = stopsOf([parcel])
        assert.ok(pickup && dropoff)
        const order = joined(
          before.filter(({ isLast }) => !isLast),
          { pickup, dropoff },
          place(),
        )
        held = withTurns([...held, parcel], turnsOf(order))
        const kept = stopsOf(held).filter(({ id, isLast }) => id !== parcel.id && !isLast)
        assert.equal(written(kept), written(before.filter(({ isLast }) => !isLast)))
      } else if (before.length > 0) {
        const first = before.filter((stop) => mayGoFirst(before, stop))
        const wanted = chance() < 0.2 ? first[Math.floor(chance() * first.length)] : before[0]
        assert.ok(wanted)
        if (wanted !== before[0]) held = withTurns(held, turnsOf(withFirst(before, wanted)))
        const [now] = stopsOf(held)
        assert.ok(now)
        assert.equal(written([now]), written([wanted]))
        held = done(held, now, chance, ended)
      }
      const stops = stopsOf(held)
      for (const { id, status } of held) {
        const own = stops.filter((stop) => stop.id === id).map(({ kind }) => kind)
        const due = { ASSIGNED: ['PICKUP', 'DROPOFF'], IN_TRANSIT: ['DROPOFF'], FAILED: ['RETURN'] }
        assert.deepEqual(own, due[status as keyof typeof due])
      }
    }
    assert.deepEqual([...ended.keys()].sort(), Array.from({ length: 12 }, (_, at) => `${at + 1}`).sort())
  }
})

const withTurns = (held: readonly TourParcel[], turned: ReturnType<typeof turnsOf>): TourParcel[] =>
  held.map((parcel) => ({
    ...parcel,
    turns: turned.find(({ id }) => id === parcel.id)?.turns ?? parcel.turns,
  }))

/** The parcels after the courier has done what their next stop is for. */
function done(
  held: readonly TourParcel[],
  { id, kind }: Stop,
  chance: () => number,
  ended: Map<string, string>,
): TourParcel[] {
  const fails = kind === 'DROPOFF' && chance() < 0.2
  const status = kind === 'PICKUP' ? 'IN_TRANSIT' : fails ? 'FAILED' : null
  if (status === null) {
    assert.ok(!ended.has(id))
    ended.set(id, kind)
    return held.filter((parcel) => parcel.id !== id)
  }
  return held.map((parcel) => (parcel.id === id ? { ...parcel, status } : parcel))
}
