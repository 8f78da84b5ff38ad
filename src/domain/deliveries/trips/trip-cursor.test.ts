import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tripCursorIn, tripCursorText } from './trip-cursor.ts'

const id = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

test('a cursor is read as it was written', () => {
  const cursor = { endedAt: new Date('2026-11-21T10:00:00.123Z'), id }
  assert.deepEqual(tripCursorIn(tripCursorText(cursor)), cursor)
})

for (const text of [
  undefined,
  '',
  id,
  `.${id}`,
  `1.${id.slice(1)}`,
  `-1.${id}`,
  `8640000000000000.${id}`,
  `1e3.${id}`,
  [`1.${id}`, `2.${id}`],
])
  test(`${JSON.stringify(text)} is no cursor`, () => assert.equal(tripCursorIn(text), undefined))
