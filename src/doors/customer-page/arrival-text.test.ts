import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalText } from './arrival-text.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

for (const [leg, from, to, fr, en] of [
  [
    'DROPOFF',
    12,
    19,
    'Votre livreur arrive chez vous dans 10 à 20 min.',
    'Your courier reaches you in 10 to 20 min.',
  ],
  [
    'DROPOFF',
    2,
    4,
    'Votre livreur arrive chez vous dans moins de 5 min.',
    'Your courier reaches you within 5 min.',
  ],
  [
    'PICKUP',
    5,
    6,
    'Votre livreur arrive à la boutique dans 5 à 10 min.',
    'Your courier reaches the shop in 5 to 10 min.',
  ],
] as const)
  test(`a courier expected in ${from} to ${to} min: ${en}`, () => {
    const arrival = { leg, earliestAt: inMinutes(from), latestAt: inMinutes(to) }
    assert.deepEqual([arrivalText(arrival, now, 'fr'), arrivalText(arrival, now, 'en')], [fr, en])
  })
