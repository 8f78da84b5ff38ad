import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { french } from './french.ts'
import { languageOfLocale, speak } from './words.ts'

for (const [locale, language] of [
  [undefined, 'fr'],
  ['', 'fr'],
  ['C.UTF-8', 'fr'],
  ['POSIX', 'fr'],
  ['fr_BJ.UTF-8', 'fr'],
  ['de_DE.UTF-8', 'fr'],
  ['enm_GB', 'fr'],
  ['en', 'en'],
  ['en_US.UTF-8', 'en'],
  ['EN-gb', 'en'],
] as const) {
  test(`a terminal whose locale is ${JSON.stringify(locale)} reads ${language}`, () => {
    assert.equal(languageOfLocale(locale), language)
  })
}

const code = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !/french\.ts$|\.test\.ts$/.test(file))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n')

test('the French of the commands is sorted, and each message is one that they say, with the same values', () => {
  const keys = Object.keys(french)
  assert.deepEqual(keys, keys.toSorted())
  const valuesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, said] of Object.entries(french)) {
    const escaped = key.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    assert.ok(code.includes(`'${escaped}'`) || code.includes(`"${escaped}"`), key)
    for (const text of [said].flat()) {
      assert.deepEqual(valuesOf(text), valuesOf(key), key)
      assert.doesNotMatch(text, /'/, key)
    }
  }
})

test('nought and one are singular in French', () => {
  const t = speak('fr')
  assert.deepEqual(
    [0, 1, 2].map((count) => t('{count} good', { count })),
    ['0 bon', '1 bon', '2 bons'],
  )
})
