import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../contract/errors.ts'
import type { DropoffWindowRefusal } from '../../contract/vocabulary.ts'
import { dropoffWindow, fetchWindow, pricedWindow, refuseUnreachable } from './dropoff-window.ts'

const now = new Date('2026-11-21T10:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const window = (from: number, to: number) => ({ from: at(from), to: at(to) })
const ride = 20 * 60

test('a parcel is fetched earlier by the ride, and within the window of the pick-up', () => {
  const rows = [
    [null, null, null],
    [window(60, 120), null, window(60, 120)],
    [null, window(60, 120), window(40, 100)],
    // Ready all day, wanted at a time.
    [window(0, 600), window(60, 120), window(40, 100)],
    [window(50, 80), window(60, 120), window(50, 80)],
    // Wanted before it is ready: as soon as it is.
    [window(90, 120), window(60, 115), window(90, 95)],
    // Wanted after the shop has it ready: at the last moment.
    [window(0, 30), window(60, 120), window(30, 30)],
  ] as const
  for (const [pickup, dropoff, expected] of rows)
    assert.deepEqual(fetchWindow({ pickup, dropoff }, ride), expected)
  assert.deepEqual(fetchWindow({ pickup: null, dropoff: window(60, 120) }, null), window(60, 120))
})

test('a window is refused that ends before the courier is there, or begins long after they have the parcel', () => {
  const rows: [unknown, ReturnType<typeof window> | null, ReturnType<typeof window> | null, string | null][] =
    [
      ['none', null, null, null],
      ['with the ride to spare', null, window(0, 30), null],
      ['that ends on the way', null, window(-5, 19), 'TOO_SOON'],
      ['before the parcel is ready', window(120, 180), window(60, 139), 'TOO_SOON'],
      ['as soon as it can be', window(120, 180), window(60, 140), null],
      ['as late as it can be', window(0, 60), window(80, 140), null],
      ['an hour after the shop closes', window(0, 60), window(81, 140), 'AFTER_PICKUP'],
    ]
  for (const [what, pickup, dropoff, reason] of rows) {
    const refuse = () => refuseUnreachable({ pickup, dropoff }, ride, now)
    if (reason === null) assert.doesNotThrow(refuse, String(what))
    else
      assert.throws(
        refuse,
        new ApiError('DROPOFF_WINDOW_REFUSED', { reason: reason as DropoffWindowRefusal }),
        String(what),
      )
  }
})

test('prices are those of the window of the pick-up, else of the drop-off', () => {
  const [pickup, dropoff] = [window(0, 60), window(60, 120)]
  assert.equal(pricedWindow({ pickup, dropoff }), pickup)
  assert.equal(pricedWindow({ pickup: null, dropoff }), dropoff)
  assert.equal(pricedWindow({ pickup: null, dropoff: null }), null)
  assert.equal(dropoffWindow(undefined, now), null)
})
