import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventCursor, positionOfCursor } from './event-cursor.ts'

const key = [Buffer.alloc(16, 7)] as const
const shop = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
const other = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4f'

test('a cursor encodes its position, from the first to the largest', () => {
  for (const position of [0, 1, 255, 256, 1_000_000, Number.MAX_SAFE_INTEGER])
    assert.equal(positionOfCursor(shop, eventCursor(shop, position, key), key), position)
})

test('a cursor reveals nothing of its position', () => {
  const [first, second] = [eventCursor(shop, 1, key), eventCursor(shop, 2, key)]
  assert.match(first, /^[A-Za-z0-9_-]{22}$/)
  const same = [...first].filter((letter, at) => letter === second[at])
  assert.ok(same.length < 8, `${first} and ${second} look alike`)
})

test('a cursor of a former key is read, and new ones are made with the first', () => {
  const [former] = key
  const both = [Buffer.alloc(32, 9), former] as const
  assert.equal(positionOfCursor(shop, eventCursor(shop, 42, key), both), 42)
  assert.equal(eventCursor(shop, 42, both), eventCursor(shop, 42, [both[0]]))
  assert.equal(positionOfCursor(shop, eventCursor(shop, 42, both), both), 42)
})

test('a cursor of another shop or another key, or one that was made up, is refused', () => {
  const cursor = eventCursor(shop, 42, key)
  assert.equal(positionOfCursor(other, cursor, key), undefined)
  assert.equal(positionOfCursor(shop, cursor, [Buffer.alloc(16, 8)]), undefined)
  for (const wrong of ['', '42', shop, 'A'.repeat(22), `${cursor}A`, cursor.slice(1)])
    assert.equal(positionOfCursor(shop, wrong, key), undefined, wrong)
})
