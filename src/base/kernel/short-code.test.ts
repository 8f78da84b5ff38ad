import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBase62, newCode, newReference, toBase62 } from './short-code.ts'

test('a reference is COL- and six characters that are hard to misread (decision 1)', () => {
  for (let time = 0; time < 500; time += 1) assert.match(newReference(), /^COL-[0-9A-HJKMNP-TV-Z]{6}$/)
})

test('a code is four digits and may begin with 0 (decision 26)', () => {
  const codes = Array.from({ length: 2_000 }, newCode)
  for (const code of codes) assert.match(code, /^\d{4}$/)
  assert.ok(codes.some((code) => code.startsWith('0')))
})

test('random text uses every character and hardly ever repeats itself', () => {
  const texts = Array.from({ length: 1_000 }, () => newBase62(32))
  assert.equal(new Set(texts).size, 1_000)
  assert.equal(new Set(texts.join('')).size, 62)
})

const numbers: [value: number, text: string][] = [
  [0, '000000'],
  [61, '00000z'],
  [62, '000010'],
  [0xffffffff, '4gfFC3'],
]
for (const [value, text] of numbers) {
  test(`${value} is ${text} in base 62`, () => assert.equal(toBase62(value, 6), text))
}
