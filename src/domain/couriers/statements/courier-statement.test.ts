import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localDayText } from '../../../base/kernel/local-time.ts'
import type { TripRow } from '../../deliveries/trips/trip-store.ts'
import { courierStatement, weekOf } from './courier-statement.ts'

const zone = 'Africa/Porto-Novo'

test('a week begins on Monday at midnight of the city', () => {
  const rows = [
    ['2026-11-16', '2026-11-16'],
    ['2026-11-21', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ] as const
  for (const [day, monday] of rows) assert.equal(weekOf(day, zone).monday, monday, day)
  const { from, until } = weekOf('2026-11-21', zone)
  assert.deepEqual(
    [from.toISOString(), until.toISOString()],
    ['2026-11-15T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  )
  assert.equal(localDayText(new Date('2026-11-21T23:30:00Z'), zone), '2026-11-22')
})

test('each trip counts on the day on which it ended, and the days come to the sum', () => {
  const trip = (endedAt: string, payFcfa: number, bonusFcfa: number): TripRow => ({
    shopId: 'shop',
    id: endedAt,
    deliveryId: endedAt,
    reference: 'COL-1',
    status: 'DELIVERED',
    shopName: 'Boutique',
    endedAt: new Date(endedAt),
    isEarned: true,
    payFcfa,
    bonusFcfa,
    isWait: false,
  })
  const { days, sum } = courierStatement(
    weekOf('2026-11-21', zone),
    [
      trip('2026-11-16T08:00:00Z', 400, 0),
      trip('2026-11-16T23:30:00Z', 650, 250),
      trip('2026-11-22T22:59:59Z', 500, 100),
    ],
    zone,
  )
  assert.deepEqual(
    days.map((each) => [each.day, each.trips, each.payFcfa, each.bonusFcfa]),
    [
      ['2026-11-16', 1, 400, 0],
      ['2026-11-17', 1, 650, 250],
      ['2026-11-18', 0, 0, 0],
      ['2026-11-19', 0, 0, 0],
      ['2026-11-20', 0, 0, 0],
      ['2026-11-21', 0, 0, 0],
      ['2026-11-22', 1, 500, 100],
    ],
  )
  assert.deepEqual(sum, { trips: 3, payFcfa: 1_550, bonusFcfa: 350 })
})
