import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fcfa } from './fcfa.ts'
import { amountText, openingText, timeText } from './figure-text.ts'

/** A Saturday, 11:00 in Cotonou. */
const now = new Date('2026-11-21T10:00:00Z')

const cases: [at: string, fr: string, en: string][] = [
  ['2026-11-21T11:00:00Z', 'aujourd’hui à 12\u00a0h', 'today at 12:00'],
  ['2026-11-21T22:59:00Z', 'aujourd’hui à 23\u00a0h\u00a059', 'today at 23:59'],
  ['2026-11-21T23:00:00Z', 'demain à 0\u00a0h', 'tomorrow at 00:00'],
  ['2026-11-22T07:05:00Z', 'demain à 8\u00a0h\u00a005', 'tomorrow at 08:05'],
  ['2026-11-23T07:00:00Z', 'lundi 23 novembre à 8\u00a0h', 'on Monday 23 November at 08:00'],
]
for (const [at, fr, en] of cases)
  test(`what opens at ${at} opens ${en}`, () => {
    const seen = { timeZone: 'Africa/Porto-Novo', now }
    assert.equal(openingText(new Date(at), seen, 'fr'), fr)
    assert.equal(openingText(new Date(at), seen, 'en'), en)
  })

test('Portuguese and Spanish write amounts, times and days as their readers do', () => {
  const seen = { timeZone: 'Africa/Bissau', now }
  const at = new Date('2026-11-23T08:30:00Z')
  assert.deepEqual(
    (['pt', 'es'] as const).map((language) => [
      amountText(1_600 as Fcfa, language),
      timeText(at, seen.timeZone, language),
      openingText(at, seen, language),
    ]),
    [
      ['1\u00a0600\u00a0FCFA', '8h30', 'segunda-feira, 23 de novembro às 8h30'],
      ['1.600\u00a0FCFA', '08:30', 'el lunes, 23 de noviembre a las 08:30'],
    ],
  )
})
