import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledName, fullName, keptNames } from './full-name.ts'

const cases: [firstName: string, lastName: string, full: string, called: string, kept: [string, string]][] = [
  ['Afi', 'Dossou', 'Afi Dossou', 'Afi', ['Afi', 'Dossou']],
  ['Afi', '-', 'Afi', 'Afi', ['Afi', '-']],
  ['Afi', '', 'Afi', 'Afi', ['Afi', '-']],
  ['-', 'Dossou', 'Dossou', 'Dossou', ['Dossou', '-']],
  ['', 'Dossou', 'Dossou', 'Dossou', ['Dossou', '-']],
  ['El Hadj', 'Bio-Guéra', 'El Hadj Bio-Guéra', 'El Hadj', ['El Hadj', 'Bio-Guéra']],
  ['محمد', '-', 'محمد', 'محمد', ['محمد', '-']],
  ['', '', '', '', ['', '-']],
  ['-', '-', '', '-', ['', '-']],
]
for (const [firstName, lastName, full, called, kept] of cases)
  test(`“${firstName}” and “${lastName}” are “${full}”, called “${called}”`, () => {
    assert.equal(fullName(firstName, lastName), full)
    assert.equal(calledName(firstName, lastName), called)
    assert.deepEqual(Object.values(keptNames(firstName, lastName)), kept)
  })
