import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSentPlace } from './sent-place.ts'

test('what a phone says of its place is taken where it can be, and nothing is asked of it', () => {
  const rows = [
    [
      { lat: '6.365400', lng: '2.418300', accuracy: '12' },
      { lat: 6.3654, lng: 2.4183, accuracyMeters: 12 },
    ],
    [
      { lat: '-90', lng: '180' },
      { lat: -90, lng: 180, accuracyMeters: null },
    ],
    [
      { lat: '6.3', lng: '2.4', accuracy: '-1' },
      { lat: 6.3, lng: 2.4, accuracyMeters: null },
    ],
    [
      { lat: '6.3', lng: '2.4', accuracy: '100001' },
      { lat: 6.3, lng: 2.4, accuracyMeters: null },
    ],
    [{}, null],
    [{ lat: '6.3' }, null],
    [{ lat: '90.1', lng: '2.4' }, null],
    [{ lat: '6.3', lng: '181' }, null],
    [{ lat: 'NaN', lng: '2.4' }, null],
    [{ lat: '1e1', lng: '2.4' }, null],
    [{ lat: '6.3'.padEnd(1_000, '0'), lng: '2.4' }, null],
  ] as const
  for (const [sent, expected] of rows) assert.deepEqual(readSentPlace(sent), expected)
})
