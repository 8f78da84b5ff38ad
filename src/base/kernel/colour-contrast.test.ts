import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, isColour, readableUnderWhite } from './colour-contrast.ts'

test('contrasts are those of WCAG', () => {
  for (const [one, other, expected] of [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ] as const) {
    assert.equal(Math.round(contrast(one, other) * 100) / 100, expected)
    assert.equal(contrast(one, other), contrast(other, one))
  }
})

test('a colour that holds stays as it is, and another is darkened until it does', () => {
  assert.equal(readableUnderWhite('#0b3b2e'), '#0b3b2e')
  const darker = readableUnderWhite('#F2A900')
  assert.equal(darker, '#9b6c00')
  assert.ok(contrast(darker, '#ffffff') >= 4.5)
})

test('a colour is written with six digits', () => {
  for (const text of ['#0b3b2e', '#0B3B2E']) assert.ok(isColour(text))
  for (const text of ['', '0b3b2e', '#0b3', '#0b3b2g', '#0b3b2e;', 'red']) assert.ok(!isColour(text), text)
})
