import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zonesByName } from './zones-by-name.ts'

test('zones are listed as people count, whatever their accents', () => {
  const names = [
    '10e arrondissement',
    '2e arrondissement',
    'Zogbo',
    '1er arrondissement',
    'Étoile',
    'Fidjrossè',
  ]
  assert.deepEqual(
    zonesByName(names.map((name) => ({ name }))).map(({ name }) => name),
    ['1er arrondissement', '2e arrondissement', '10e arrondissement', 'Étoile', 'Fidjrossè', 'Zogbo'],
  )
})
