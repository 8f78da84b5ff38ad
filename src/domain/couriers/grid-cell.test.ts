import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceMeters, metersPerDegree, type Point } from '../../base/kernel/point.ts'
import { cellOf, cellsAround, longitudeScale } from './grid-cell.ts'

const cotonou = { lat: 6.3654, lng: 2.4183 }

test('a cell is a hundredth of a degree each way, numbered row by row from the south-west', () => {
  const rows: [Point, number][] = [
    [{ lat: -90, lng: -180 }, 0],
    [{ lat: -90, lng: -179.99 + 1e-9 }, 1],
    [{ lat: -89.99 + 1e-9, lng: -180 }, 36_000],
    [{ lat: 0, lng: 0 }, 9_000 * 36_000 + 18_000],
    [{ lat: -0.001, lng: -0.001 }, 8_999 * 36_000 + 17_999],
    [cotonou, (9_000 + 636) * 36_000 + 18_000 + 241],
    [{ lat: 90, lng: 180 }, 18_000 * 36_000],
  ]
  for (const [point, cell] of rows) assert.equal(cellOf(point), cell, JSON.stringify(point))
})

test('every cell number fits the column, an integer of four bytes', () => {
  assert.ok(cellOf({ lat: 90, lng: 179.999 }) < 2 ** 31)
})

test('the cells around a point cover every point of the circle', () => {
  for (const center of [
    cotonou,
    { lat: 0.001, lng: 0.001 },
    { lat: 14.7, lng: -17.44 },
    { lat: -12, lng: 179.995 },
  ]) {
    for (const radius of [1, 500, 2_000, 30_000]) {
      const cells = new Set(cellsAround(center, radius))
      for (let angle = 0; angle < 360; angle += 15) {
        const rim = away(center, radius * 0.999, angle)
        assert.ok(cells.has(cellOf(rim)), `${JSON.stringify(center)} ${radius} m at ${angle}°`)
      }
    }
  }
})

test('the cells around a point are only those of the square around the circle', () => {
  assert.equal(cellsAround({ lat: 6.375, lng: 2.415 }, 1).length, 1)
  assert.equal(cellsAround({ lat: 6.375, lng: 2.415 }, 1_000).length, 9)
  assert.ok(cellsAround(cotonou, 2_000).length <= 25)
  assert.equal(new Set(cellsAround(cotonou, 2_000)).size, cellsAround(cotonou, 2_000).length)
})

test('around a pole, every column of cells is included once', () => {
  const cells = cellsAround({ lat: 89.999, lng: 10 }, 200)
  assert.ok(cells.includes(cellOf({ lat: 89.999, lng: -170 })))
  assert.equal(new Set(cells).size, cells.length)
})

test('distances on the flat map of a city equal those on the sphere, to a thousandth', () => {
  for (const angle of [0, 30, 45, 90, 200, 300]) {
    const there = away(cotonou, 5_000, angle)
    const [up, across] = [there.lat - cotonou.lat, (there.lng - cotonou.lng) * longitudeScale(cotonou)]
    const plane = metersPerDegree * Math.hypot(up, across)
    assert.ok(Math.abs(plane / distanceMeters(cotonou, there) - 1) < 0.001, `${angle}°`)
  }
})

/** A point at a distance and a bearing, for small distances. */
function away({ lat, lng }: Point, meters: number, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180
  const up = (meters / 111_195) * Math.cos(radians)
  const east = ((meters / 111_195) * Math.sin(radians)) / Math.cos((lat * Math.PI) / 180)
  return { lat: lat + up, lng: lng + east > 180 ? lng + east - 360 : lng + east }
}
