import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBase62, newCode, newReference, partsOfReference, referenceOf, toBase62 } from './short-code.ts'

test('a reference is COL- and six characters that are hard to misread (decision 1)', () => {
  for (let time = 0; time < 500; time += 1) assert.match(newReference(''), /^COL-[0-9A-HJKMNP-TV-Z]{6}$/)
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

const references: [typed: string, reference: string | undefined][] = [
  ['COL-7K2M9Q', 'COL-7K2M9Q'],
  ['col-7k2m9q', 'COL-7K2M9Q'],
  [' Col 7k2m9q ', 'COL-7K2M9Q'],
  ['COL7K2M9Q', 'COL-7K2M9Q'],
  ['COL-OIL000', 'COL-011000'],
  ['col-oil000', 'COL-011000'],
  ['colbj-7k2m9q', 'COLBJ-7K2M9Q'],
  ['COLBJ 7K2M9Q', 'COLBJ-7K2M9Q'],
  ['COLTG17K2M9Q', 'COLTG1-7K2M9Q'],
  ['COLB-7K2M9Q', undefined],
  ['COLBENI-7K2M9Q', undefined],
  ['COL-7K2M9U', undefined],
  ['COL-7K2M9', undefined],
  ['COL-7K2M9QQ', undefined],
  ['COL-7K2M9Ａ', undefined],
  ['7K2M9Q', undefined],
  ['C0L-7K2M9Q', undefined],
  ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', undefined],
  ['', undefined],
]
for (const [typed, reference] of references) {
  test(`"${typed}" ${reference ? `means the reference ${reference}` : 'is no reference'}`, () =>
    assert.equal(referenceOf(typed), reference))
}

test('every reference that we make is read as itself', () => {
  for (let time = 0; time < 1_000; time += 1) {
    const reference = newReference('')
    assert.equal(referenceOf(reference.toLowerCase()), reference)
  }
})

test('a reference of a cell has its code in the prefix, and six characters as any other (spec 2.7)', () => {
  for (const cell of ['bj', 'tg1', '007']) {
    const reference = newReference(cell)
    assert.match(reference, new RegExp(`^COL${cell.toUpperCase()}-[0-9A-HJKMNP-TV-Z]{6}$`))
    assert.equal(referenceOf(reference.toLowerCase()), reference)
    assert.deepEqual(partsOfReference(reference), { cell, code: reference.slice(-6) })
  }
  assert.deepEqual(partsOfReference('COL-7K2M9Q'), { cell: '', code: '7K2M9Q' })
})
