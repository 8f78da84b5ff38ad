import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteRangeOf } from './byte-range.ts'

const cases: [header: string | undefined, part: ReturnType<typeof byteRangeOf>][] = [
  [undefined, undefined],
  ['bytes=0-1', { from: 0, to: 1 }],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-400', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-400', { from: 0, to: 99 }],
  ['bytes=-0', 'OUTSIDE'],
  ['bytes=100-', 'OUTSIDE'],
  ['bytes=100-200', 'OUTSIDE'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=1-99999999999999', undefined],
]

for (const [header, part] of cases)
  test(`of 100 bytes “${header}” means ${JSON.stringify(part) ?? 'all'}`, () => {
    assert.deepEqual(byteRangeOf(header, 100), part)
  })
