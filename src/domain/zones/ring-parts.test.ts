import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringParts } from './ring-parts.ts'
import { areaSquareMeters, type Ring } from './zone-shape.ts'

const unit = 0.01
const ring = (...corners: [number, number][]): Ring =>
  [...corners, corners[0] ?? [0, 0]].map(([x, y]): Ring[number] => [2.4 + x * unit, 6.36 + y * unit])
/** The areas of polygons, in squares of a unit. */
const areas = (polygons: Ring[][] | undefined) =>
  polygons?.map((rings) =>
    Number(
      (areaSquareMeters([rings]) / areaSquareMeters([[ring([0, 0], [1, 0], [1, 1], [0, 1])]])).toFixed(2),
    ),
  )

test('two blocks that were drawn in one go through a corner are two polygons', () => {
  const drawn = ring([0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1])
  assert.deepEqual(areas(ringParts(drawn)), [1, 1])
})

test('a courtyard that hangs on a corner of its block is a hole', () => {
  const drawn = ring([0, 0], [3, 0], [3, 3], [0, 3], [0, 0], [1, 2], [2, 2], [2, 1])
  const parts = ringParts(drawn)
  assert.deepEqual(
    parts?.map((rings) => rings.length),
    [2],
  )
  assert.deepEqual(areas(parts), [7])
})

test('a corner that lies on another line of the ring parts it there', () => {
  const drawn = ring([0, 0], [2, 0], [2, 2], [1, 0], [0, 2])
  assert.deepEqual(areas(ringParts(drawn)), [1, 1])
})

test('a ring that crosses itself, and one that is simple, are not parted', () => {
  assert.equal(ringParts(ring([0, 0], [2, 2], [2, 0], [0, 2])), undefined)
  assert.equal(ringParts(ring([0, 0], [1, 0], [1, 1], [0, 1])), undefined)
})
