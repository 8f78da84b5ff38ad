import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent, traceparentOf } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

for (const [header, isSampled] of [
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-03`, true],
  [`00-${traceId}-${spanId}-02`, false],
  [`cc-${traceId}-${spanId}-01`, true],
  [`cc-${traceId}-${spanId}-01-what-is-added-later`, true],
] as const)
  test(`the traceparent ${header} is read (W3C Trace Context 3.2)`, () => {
    const read = readTraceparent(header)
    assert.deepEqual(read, { traceId, spanId, isSampled })
    assert.equal(read && traceparentOf(read), `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`)
  })

for (const [what, header] of [
  ['none', undefined],
  ['a list, as of a header sent twice', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
  ['two in one', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['an empty one', ''],
  ['version ff', `ff-${traceId}-${spanId}-01`],
  ['more behind version 00', `00-${traceId}-${spanId}-01-more`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a step of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a short trace', `00-${traceId.slice(1)}-${spanId}-01`],
  ['a space before it', ` 00-${traceId}-${spanId}-01`],
  ['a line behind it', `00-${traceId}-${spanId}-01\n`],
  ['other digits', `00-${traceId}-${spanId}-0g`],
  ['a huge one', `cc-${traceId}-${spanId}-01-${'x'.repeat(10_000)}`],
] as const)
  test(`a traceparent that is not valid is not read: ${what} (W3C Trace Context 3.2)`, () =>
    assert.equal(readTraceparent(header), undefined))
