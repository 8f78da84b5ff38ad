import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopsOf, type TourParcel } from './tour.ts'
import { givenOrder, goTogether, insertionOf, toldUntil } from './tour-promise.ts'

const now = new Date('2026-11-21T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const east = (meters: number) => ({ lat: 6.36, lng: 2.42 + meters / 110_600 })

const limitsOf = () => ({ laterMinutes: 10, rideMinutes: 15, isShorter: false })
/** A city that lets nobody wait longer, and no parcel ride longer than so many minutes. */
const shorter = (rideMinutes: number) => () => ({ laterMinutes: 0, rideMinutes, isShorter: true })

const parcel = (id: string, door: number, change: Partial<TourParcel> = {}): TourParcel => ({
  ...{
    shopId: 'shop',
    cityId: 'city',
    id,
    status: 'ASSIGNED',
    slot: Number(id),
    turns: null,
    dropoffUntil: null,
  },
  ...{ pickup: east(0), dropoff: east(door) },
  ...change,
})

test('a courier is to be at a door by when its customer was promised the parcel, or was told', () => {
  const until = (change: Partial<TourParcel>) => {
    const one = parcel('1', 3_000, change)
    return toldUntil([one], stopsOf([one]), { from: east(0), now, limitsOf }).get('1')
  }
  const expected = until({}) ?? 0
  assert.equal(until({ dropoffUntil: inMinutes(5) }), inMinutes(5).getTime())
  assert.equal(until({ dropoffUntil: inMinutes(600) }), expected)
  const turns = { pickup: 1, dropoff: 2, return: null, toldUntil: inMinutes(20).toISOString() }
  assert.equal(until({ turns, dropoffUntil: inMinutes(10) }), inMinutes(10).getTime())
})

test('a parcel joins a tour only where it is in time for the window of its own drop-off', () => {
  const held = parcel('1', 4_000, { status: 'IN_TRANSIT' })
  const joining = (dropoffUntil: Date | null) =>
    insertionOf([held], parcel('2', 2_000, { dropoffUntil }), { from: east(0), now, limitsOf })
  assert.ok(joining(null))
  assert.ok(joining(inMinutes(60)))
  assert.equal(joining(inMinutes(3)), undefined)
})

test('parcels go together only where each is in time for the window of its drop-off, in an order that is', () => {
  const doors = (near: Date | null, far: Date | null) => {
    const both = [parcel('1', 1_000, { dropoffUntil: near }), parcel('2', -1_000, { dropoffUntil: far })]
    if (!goTogether(both, { now, limitsOf })) return undefined
    return givenOrder(both, { from: east(0), now, limitsOf })
      .filter(({ kind }) => kind === 'DROPOFF')
      .map(({ id }) => id)
  }
  assert.equal(doors(null, null)?.length, 2)
  assert.deepEqual(doors(inMinutes(12), inMinutes(60)), ['1', '2'])
  assert.deepEqual(doors(inMinutes(60), inMinutes(12)), ['2', '1'])
  assert.equal(doors(inMinutes(12), inMinutes(12)), undefined)
})

test('a window that a courier cannot keep from where they are orders their parcels as from the shop', () => {
  const both = [
    parcel('1', 1_000, { dropoffUntil: inMinutes(60) }),
    parcel('2', -1_000, { dropoffUntil: inMinutes(12) }),
  ]
  const last = givenOrder(both, { from: east(20_000), now, limitsOf }).at(-1)
  assert.equal(last?.id, '1')
})

test('a parcel of a city that sets less for tours joins none that brings others later, or lets it ride long', () => {
  const held = parcel('1', 4_000, { status: 'IN_TRANSIT' })
  const aside = (limits: typeof limitsOf) =>
    insertionOf([held], parcel('2', 2_000), { from: east(0), now, limitsOf: limits })
  assert.ok(aside(limitsOf))
  // Whoever is told a time now is told it without a minute to spare.
  assert.equal(aside(shorter(15)), undefined)
  const doors = [parcel('1', 3_000), parcel('2', -3_000)]
  assert.ok(goTogether(doors, { now, limitsOf }))
  assert.ok(!goTogether(doors, { now, limitsOf: shorter(5) }))
  assert.ok(goTogether([parcel('1', 500), parcel('2', 700)], { now, limitsOf: shorter(5) }))
})
