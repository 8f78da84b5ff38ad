import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listText } from './list-text.ts'

for (const [items, and, or] of [
  [[], ['', ''], ['', '']],
  [['A'], ['A', 'A'], ['A', 'A']],
  [
    ['A', 'B'],
    ['A et B', 'A and B'],
    ['A ou B', 'A or B'],
  ],
  [
    ['A', 'B', 'C'],
    ['A, B et C', 'A, B and C'],
    ['A, B ou C', 'A, B or C'],
  ],
] as const)
  test(`a sentence lists ${items.length} items`, () => {
    assert.deepEqual([listText(items, 'fr'), listText(items, 'en')], and)
    assert.deepEqual([listText(items, 'fr', 'or'), listText(items, 'en', 'or')], or)
  })
