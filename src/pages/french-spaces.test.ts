import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFixedSpaces } from './french-spaces.ts'

test('French punctuation stays with its word and a size with its unit, but not in tags, in code and in what was typed', () => {
  for (const [fragment, fixed] of [
    ['<p>À payer : « rien » ; merci !</p>', '<p>À payer\u00a0: «\u00a0rien\u00a0»\u00a0; merci\u00a0!</p>'],
    ['<p>5 Mo au plus, 5 Moos</p>', '<p>5\u00a0Mo au plus, 5 Moos</p>'],
    ['<a title="a : b">Où ?</a>', '<a title="a : b">Où\u00a0?</a>'],
    ['<textarea>Feu : gauche</textarea> ici : là', '<textarea>Feu : gauche</textarea> ici\u00a0: là'],
    ['<pre>a : <b>b : c</b> ;</pre> ah !', '<pre>a : <b>b : c</b> ;</pre> ah\u00a0!'],
  ] as const)
    assert.equal(withFixedSpaces(fragment), fixed)
})
