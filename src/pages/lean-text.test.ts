import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'acorn'
import { leanText } from './lean-text.ts'

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

for (const path of ['pages/place-map.js', 'doors/customer-page/customer-page.js'])
  test(`${path} means the same when it is lean, and weighs a sixth less`, async () => {
    const script = await read(path)
    assert.deepEqual(meaningOf(leanText(script)), meaningOf(script))
    assert.ok(leanText(script).length < 0.85 * script.length)
  })

const sheets = globSync('**/*.css', { cwd: new URL('..', import.meta.url) })
assert.ok(sheets.length > 5)
for (const path of [...sheets, '../node_modules/leaflet/dist/leaflet.css'])
  test(`${path} has the same rules when it is lean`, async () => {
    const style = await read(path)
    const rules = (text: string) =>
      text
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    assert.equal(rules(leanText(style)), rules(style))
    assert.doesNotMatch(leanText(style), /^\/\*|^ /m)
  })

test('a comment of several lines goes, and what stands after one on its line stays', () => {
  assert.equal(
    leanText('/**\n * One.\n */\nlet a = 1 // two\n  // three\n  a += 2\n'),
    'let a = 1 // two\na += 2\n',
  )
})

/** What a script says, wherever it stands in the text. */
const meaningOf = (script: string): unknown =>
  JSON.parse(
    JSON.stringify(parse(script, { ecmaVersion: 'latest' }), (key, value) =>
      key === 'start' || key === 'end' ? undefined : value,
    ),
  )
