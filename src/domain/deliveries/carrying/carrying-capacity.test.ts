import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ParcelSize, VehicleType } from '../../../contract/vocabulary.ts'
import { slotFor } from './carrying-capacity.ts'

const sizes: Record<string, ParcelSize> = { S: 'SMALL', M: 'MEDIUM', L: 'LARGE' }

/** Parcels as in `1S 3M`: the slot and the size. */
const held = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map(([slot = '', size = '']) => ({ slot: Number(slot), size: sizes[size] ?? 'SMALL' }))

test('a parcel gets the lowest free slot within the most parcels and the room of the vehicle', () => {
  // biome-ignore format: a table of cases
  const cases: [held: string, parcel: string, vehicle: VehicleType, max: number, slot: number | null][] = [
    ['',                  'S', 'MOTO',     1,  1],
    ['',                  'L', 'MOTO',     1,  1],
    ['1S',                'S', 'MOTO',     1,  null],
    ['1S',                'S', 'MOTO',     2,  2],
    ['2S',                'S', 'MOTO',     2,  1],
    ['1S 3S',             'S', 'MOTO',     5,  2],
    ['1S 2S 3S 4S 5S',    'S', 'MOTO',     12, 6],
    ['1S 2S 3S 4S 5S 6S', 'S', 'MOTO',     12, null],
    ['1M 2M',             'S', 'MOTO',     12, null],
    ['1M 2S',             'M', 'MOTO',     12, null],
    ['1M',                'M', 'MOTO',     12, 2],
    ['1L 2L',             'S', 'CAR',      12, 3],
    ['1L 2L',             'M', 'CAR',      12, null],
    ['1L 2L 3L',          'M', 'TRICYCLE', 12, 4],
    ['1L 2L 3L',          'L', 'TRICYCLE', 12, null],
  ]
  for (const [carried, parcel, vehicle, maxParcels, slot] of cases)
    assert.equal(
      slotFor(held(carried), { size: sizes[parcel] ?? 'SMALL', vehicle, maxParcels }),
      slot,
      `${carried} + ${parcel}, ${vehicle}, ${maxParcels}`,
    )
})

test('a courier never has more than twelve parcels, whatever the rule says', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => ({ slot: at + 1, size: 'SMALL' as const }))
  assert.equal(slotFor(twelve, { size: 'SMALL', vehicle: 'TRICYCLE', maxParcels: 20 }), null)
})
