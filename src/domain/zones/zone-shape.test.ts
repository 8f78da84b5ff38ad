import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  areaSquareMeters,
  boundsOf,
  centerOf,
  distanceToShapeMeters,
  holdsPoint,
  innerPointOf,
  publicOutline,
  type Ring,
  ringsCrossing,
  selfCrossing,
  withoutRepeats,
  withoutSpikes,
  type ZoneShape,
} from './zone-shape.ts'

// On the equator, where 0.01 degree is 1,111.95 m both ways: a square of 0.02 degrees with a square hole
// of 0.01, and a triangle apart to the east, half of such a square.
const holedSquare = [
  ring('0 0, 0.02 0, 0.02 0.02, 0 0.02'),
  hole('0.005 0.005, 0.015 0.005, 0.015 0.015, 0.005 0.015'),
]
const triangle = [ring('0.04 0, 0.06 0, 0.06 0.02')]
const shape: ZoneShape = [holedSquare, triangle]
const square = ring('0 0, 0.02 0, 0.02 0.02, 0 0.02')
const smallSquare = ring('0.03 0, 0.04 0, 0.04 0.01, 0.03 0.01')

const places: [where: string, lng: number, lat: number, inside: boolean][] = [
  ['well inside', 0.002, 0.01, true],
  ['in the hole', 0.01, 0.01, false],
  ['between the polygons', 0.03, 0.01, false],
  ['in the second polygon', 0.055, 0.005, true],
  ['in the extent of the second polygon but above its slanted side', 0.045, 0.015, false],
  ['on the west side', 0, 0.01, true],
  ['on the north side', 0.01, 0.02, true],
  ['on a corner', 0.02, 0.02, true],
  ['on a side of the hole', 0.005, 0.01, true],
  ['on a corner of the hole', 0.015, 0.015, true],
  ['on a corner of the second polygon', 0.06, 0.02, true],
  ['level with a corner, outside', 0.03, 0.02, false],
  ['in line with a side, beyond it', -0.01, 0, false],
  ['a centimetre outside', 0.0200001, 0.01, false],
  ['a centimetre inside', 0.0199999, 0.01, true],
]
for (const [where, lng, lat, inside] of places) {
  test(`a point ${where} is ${inside ? 'inside' : 'outside'} (decision 31)`, () => {
    assert.equal(holdsPoint(shape, { lng, lat }), inside)
  })
}

test('a point on a slanted side is inside', () => {
  assert.ok(holdsPoint([[ring('0 0, 2 0, 2 2')]], { lng: 1, lat: 1 }))
})

test('the area of a zone subtracts holes and adds polygons up', () => {
  const unit = 1111.95 ** 2
  assertNear(areaSquareMeters([[smallSquare]]), unit, 10)
  assertNear(areaSquareMeters([holedSquare]), 3 * unit, 100)
  assertNear(areaSquareMeters(shape), 5 * unit, 100)
})

const centers: [what: string, shape: ZoneShape, lng: number, lat: number][] = [
  ['a square is its middle', [[square]], 0.01, 0.01],
  [
    'a square with many points on one side is still its middle',
    [[ring('0 0, 0.001 0, 0.002 0, 0.003 0, 0.02 0, 0.02 0.02, 0 0.02')]],
    0.01,
    0.01,
  ],
  ['a triangle is the mean of its corners', [triangle], 0.16 / 3, 0.02 / 3],
  ['a square with a hole in the middle is its middle', [holedSquare], 0.01, 0.01],
  [
    'a square whose east half is a hole is the middle of its west half',
    [[square, hole('0.01 0, 0.02 0, 0.02 0.02, 0.01 0.02')]],
    0.005,
    0.01,
  ],
  [
    'two squares, four to one, is four fifths of the way to the larger',
    [[square], [smallSquare]],
    0.015,
    0.009,
  ],
]
for (const [what, zone, lng, lat] of centers) {
  test(`the centre of ${what}`, () => {
    const center = centerOf(zone)
    assertNear(center.lng, lng, 1e-6)
    assertNear(center.lat, lat, 1e-6)
  })
}

const inner: [what: string, shape: ZoneShape, lng: number, lat: number][] = [
  ['a square is its middle', [[square]], 0.01, 0.01],
  [
    'a bow, whose centre lies outside it, is in one of its arms',
    [[ring('0 0, 0.02 0, 0.02 0.02, 0.015 0.02, 0.015 0.005, 0.008 0.005, 0.008 0.02, 0 0.02')]],
    0.004,
    0.01,
  ],
  [
    'a square whose middle is a hole is beside it',
    [[square, hole('0.004 0.004, 0.018 0.004, 0.018 0.016, 0.004 0.016')]],
    0.002,
    0.01,
  ],
  ['two squares is in the larger', [[smallSquare], [square]], 0.01, 0.01],
  [
    'a square that stands on a corner is its middle',
    [[ring('0.01 0, 0.02 0.01, 0.01 0.02, 0 0.01')]],
    0.01,
    0.01,
  ],
]
for (const [what, zone, lng, lat] of inner) {
  test(`the inner point of ${what}`, () => {
    const point = innerPointOf(zone)
    assertNear(point.lng, lng, 1e-9)
    assertNear(point.lat, lat, 1e-9)
    assert.ok(holdsPoint(zone, point))
  })
}

test('the bounds of a zone are in the order west, south, east, north', () => {
  assert.deepEqual(boundsOf(shape), [0, 0, 0.06, 0.02])
})

const distances: [where: string, lng: number, lat: number, meters: number][] = [
  ['inside', 0.002, 0.01, 0],
  ['on a border', 0.02, 0.01, 0],
  ['0.01 degree west of a side', -0.01, 0.01, 1111.95],
  ['off a corner, 3 to 4', -0.03, -0.04, 5559.75],
  ['in the middle of the hole', 0.01, 0.01, 555.98],
  ['nearer to the second polygon', 0.035, 0, 555.98],
  ['off a slanted side', 0.04, 0.02, 0.01 * Math.SQRT2 * 111_195.08],
]
for (const [where, lng, lat, meters] of distances) {
  test(`the distance from a point ${where} is ${meters.toFixed(0)} m`, () => {
    assertNear(distanceToShapeMeters(shape, { lng, lat }), meters, 0.1)
  })
}

test('a degree of longitude is half as long at 60 degrees north', () => {
  const north: ZoneShape = [[ring('10 60, 10.02 60, 10.02 60.02, 10 60.02')]]
  assertNear(distanceToShapeMeters(north, { lng: 9.99, lat: 60 }), 555.98, 0.1)
  // A side that rises by half its width in degrees runs at 45 degrees on the ground there.
  const slanted: ZoneShape = [[ring('10 60, 10.02 60, 10.02 60.01')]]
  assertNear(distanceToShapeMeters(slanted, { lng: 10, lat: 60.01 }), 1111.95 / Math.SQRT2, 1)
})

test('the public outline has at most 5 decimals and closed rings (spec 2.12)', () => {
  assert.deepEqual(publicOutline([[ring('2.123456 6.123454, 2.2 6.1, 2.2000049 6.2')]]), [
    [ring('2.12346 6.12345, 2.2 6.1, 2.2 6.2')],
  ])
})

test('the public outline drops a bend of 5 m and keeps one of 30 m', () => {
  const bent = ring('0 0, 0.01 -0.00005, 0.02 0, 0.02027 0.01, 0.02 0.02, 0 0.02')
  assert.deepEqual(publicOutline([[bent]]), [[ring('0 0, 0.02 0, 0.02027 0.01, 0.02 0.02, 0 0.02')]])
})

test('a ring of 6 m, which simplifying would collapse, is only rounded', () => {
  const kiosk = ring('0 0, 0.0000512 0, 0.0000512 0.0000487')
  assert.deepEqual(publicOutline([[kiosk]]), [[ring('0 0, 0.00005 0, 0.00005 0.00005')]])
})

test('a ring of 20 cm, which rounding would collapse, becomes the smallest box around it', () => {
  const well = ring('0.000041 0.000041, 0.000043 0.000041, 0.000043 0.000043')
  const box = ring('0.00004 0.00004, 0.00005 0.00004, 0.00005 0.00005, 0.00004 0.00005')
  assert.deepEqual(publicOutline([[well]]), [[box]])
  assert.deepEqual(publicOutline([[well.toReversed()]]), [[box.toReversed()]])
})

test('points that rounding makes equal appear once', () => {
  const kiosk = ring('0 0, 0.00005 0, 0.000051 0.000001, 0.00005 0.00005')
  assert.deepEqual(publicOutline([[kiosk]]), [[ring('0 0, 0.00005 0, 0.00005 0.00005')]])
})

test('a ring that simplifying would make cross itself is only rounded', () => {
  // A tongue from the north ends below the south side, in a bend that simplifying would straighten.
  const tongue = ring(
    '0 0, 0.01 -0.00008, 0.02 0, 0.02 0.02, 0.0101 0.02, 0.01 -0.00003, 0.0099 0.02, 0 0.02',
  )
  assert.deepEqual(publicOutline([[tongue]]), [[tongue]])
})

test('a hole that simplifying would make cross the outline leaves the polygon only rounded', () => {
  const bent = ring('0 0, 0.01 -0.00008, 0.02 0, 0.02 0.02, 0 0.02')
  const deep = hole('0.01 -0.00005, 0.011 0.001, 0.009 0.001')
  assert.deepEqual(publicOutline([[bent, deep]]), [[bent, deep]])
})

test('the outline of a round zone of 1,000 points is short and within 11 m of it', () => {
  const turns = Array.from({ length: 1000 }, (_, index) => (index / 1000) * 2 * Math.PI)
  const round = turns.map((turn) => `${0.01 * Math.cos(turn)} ${0.01 * Math.sin(turn)}`)
  const circle = ring(round.join(', '))
  const outline = publicOutline([[circle]])
  const length = outline[0]?.[0]?.length ?? 0
  assert.ok(length > 10 && length < 60, `${length} positions`)
  for (const [lng, lat] of circle) assert.ok(distanceToShapeMeters(outline, { lng, lat }) < 11)
})

test('the outline of a saw of 12,000 teeth, each longer than the one before, keeps all its points', () => {
  const teeth = Array.from({ length: 12_000 }, (_, index) => {
    const height = index % 2 === 0 ? 0 : 1 + index / 1000
    return `${index / 1000} ${height}`
  })
  const saw = ring([...teeth, '12 -1', '0 -1'].join(', '))
  assert.equal(publicOutline([[saw]])[0]?.[0]?.length, saw.length)
})

const crossings: [what: string, ring: Ring, crossing: { lng: number; lat: number } | undefined][] = [
  ['a square', square, undefined],
  ['a bow tie', ring('0 0, 1 1, 1 0, 0 1'), { lng: 0.5, lat: 0.5 }],
  ['a ring that comes back to one of its points', ring('0 0, 1 1, 2 0, 2 2, 1 1, 0 2'), { lng: 1, lat: 1 }],
  ['a ring whose corner lies on its own side', ring('0 0, 2 0, 2 2, 1 0, 0 2'), { lng: 1, lat: 0 }],
]
for (const [what, line, crossing] of crossings) {
  test(`${what} ${crossing ? 'crosses or touches itself' : 'does not cross itself'}`, () => {
    assert.deepEqual(selfCrossing(line), crossing)
  })
}

test('a straight side cut into pieces does not cross itself, wherever the ring starts', () => {
  // Rounding alone makes two pieces of the first side seem to meet.
  const cut = onSides(ring('2.3325 6.31732, 2.3962 6.37028, 2.36795 6.38848'), 5).slice(1)
  for (const start of cut.keys()) {
    const turned = [...cut.slice(start), ...cut.slice(0, start)]
    assert.equal(selfCrossing([...turned, ...turned.slice(0, 1)]), undefined)
  }
})

test('a hole may touch the outline at a corner but not cross it', () => {
  assert.equal(ringsCrossing([square, hole('0 0.01, 0.01 0.005, 0.01 0.015')]), undefined)
  const across = hole('0.01 0.005, 0.03 0.005, 0.03 0.015, 0.01 0.015')
  assert.equal(ringsCrossing([square, across])?.lng, 0.02)
})

const repaired: [what: string, from: Ring, to: Ring][] = [
  ['repeated points are removed', ring('0 0, 0 0, 1 0, 1 1, 1 1, 1 1'), ring('0 0, 1 0, 1 1')],
  ['a spike is removed', ring('0 0, 1 0, 1 -1, 1 0, 1 1'), ring('0 0, 1 0, 1 1')],
  [
    'a spike of several points is removed',
    ring('0 0, 1 0, 1 -1, 1 -2, 1 -1, 1 0, 1 1'),
    ring('0 0, 1 0, 1 1'),
  ],
  [
    'a spike that comes only half back is removed',
    ring('0 0, 1 0, 1 -2, 1 -1, 0.5 -1'),
    ring('0 0, 1 0, 1 -1, 0.5 -1'),
  ],
  ['a spike at the first point is removed', ring('0 -1, 0 0, 1 0, 1 1, 0 0'), ring('0 0, 1 0, 1 1')],
  ['points on a straight side are kept', ring('0 0, 0.5 0, 1 0, 1 1'), ring('0 0, 0.5 0, 1 0, 1 1')],
  ['the points of a ring along one line collapse', ring('0 0, 1 1, 2 2'), ring('0 0, 1 1')],
]
for (const [what, from, to] of repaired) {
  test(`in a repaired ring, ${what}`, () => {
    assert.deepEqual(withoutSpikes(withoutRepeats(from)), to)
  })
}

/** A closed ring from "lng lat, lng lat, ...", as drawn: counter-clockwise in these tests. */
function ring(positions: string): Ring {
  const open = positions.split(', ').map((position) => position.split(' ').map(Number) as [number, number])
  return [...open, ...open.slice(0, 1)]
}

/** The same, turned clockwise as holes are. */
function hole(positions: string): Ring {
  return ring(positions).reverse()
}

/** A ring with every side cut into `pieces` equal pieces. */
function onSides(corners: Ring, pieces: number): Ring {
  const cut = corners.slice(1).flatMap(([lng, lat], index) => {
    const [fromLng, fromLat] = corners[index] as [number, number]
    return Array.from({ length: pieces }, (_, piece): [number, number] => [
      fromLng + ((lng - fromLng) * piece) / pieces,
      fromLat + ((lat - fromLat) * piece) / pieces,
    ])
  })
  return [...cut, ...cut.slice(0, 1)]
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`)
}
