import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frenchOf } from './french-of.ts'

test('de is elided before a vowel, and not before a sound that is none', () => {
  for (const [name, said] of [
    ['Cotonou', 'de Cotonou'],
    ['Abidjan', 'd’Abidjan'],
    ['Éric Adjovi', 'd’Éric Adjovi'],
    ['Oyem', 'd’Oyem'],
    ['Ouagadougou', 'de Ouagadougou'],
    ['Ouidah', 'de Ouidah'],
    ['Yaoundé', 'de Yaoundé'],
    ['Hermine', 'de Hermine'],
    ['', 'de '],
  ] as const)
    assert.equal(frenchOf(name), said)
})
