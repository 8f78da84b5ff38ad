import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDateTime } from './date-time.ts'

const ten = '2026-11-21T10:00:00.000Z'

const cases: [text: string, instant: string | undefined][] = [
  ['2026-11-21T10:00:00Z', ten],
  ['2026-11-21t10:00:00z', ten],
  ['2026-11-21T11:00:00+01:00', ten],
  ['2026-11-21T09:30:00-00:30', ten],
  ['2026-11-21T10:00:00.0009Z', ten],
  ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123Z'],
  ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59.000Z'],
  ['2026-11-21 10:00:00Z', undefined],
  ['2026-11-21T11:00:00+0100', undefined],
  ['2026-11-21T11:00:00+01', undefined],
  ['2026-11-21T10:00:00', undefined],
  ['2026-11-21T10:00Z', undefined],
  ['2026-11-21', undefined],
  ['2026-11-21T24:00:00Z', undefined],
  ['2026-11-21T23:59:60Z', undefined],
  ['2026-11-21T10:60:00Z', undefined],
  ['2026-11-21T10:00:00+24:00', undefined],
  ['2026-11-21T10:00:00.1234567890Z', undefined],
  ['2026-02-30T10:00:00Z', undefined],
  ['2025-02-29T10:00:00Z', undefined],
  ['2026-13-01T10:00:00Z', undefined],
  [' 2026-11-21T10:00:00Z', undefined],
  ['2026-11-21T10:00:00Z\n', undefined],
  [`2026-11-21T10:00:00.${'0'.repeat(10_000)}Z`, undefined],
  ['yesterday', undefined],
  ['', undefined],
]

for (const [text, instant] of cases)
  test(`${JSON.stringify(text.slice(0, 40))} is ${instant === undefined ? 'no date-time' : instant}`, () =>
    assert.equal(readDateTime(text)?.toISOString(), instant))
