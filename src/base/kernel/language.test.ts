import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './language.ts'

const cases: [header: string | undefined, language: 'fr' | 'en'][] = [
  [undefined, 'fr'],
  ['', 'fr'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['fr-BJ', 'fr'],
  ['de, es;q=0.8', 'fr'],
  ['de, en;q=0.3', 'en'],
  ['en;q=0.4, fr;q=0.5', 'fr'],
  ['en;q=0, fr;q=0', 'fr'],
  ['*', 'fr'],
  [';;;,,,', 'fr'],
]

for (const [header, language] of cases) {
  test(`Accept-Language ${JSON.stringify(header)} selects ${language} (decision 18)`, () => {
    assert.equal(preferredLanguage(header, 'fr'), language)
  })
}

test('English is the fallback language when the operator prefers it', () => {
  assert.equal(preferredLanguage('de', 'en'), 'en')
  assert.equal(preferredLanguage('*', 'en'), 'en')
})
