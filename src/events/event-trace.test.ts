import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInTrace } from '../base/kernel/current-trace.ts'
import { eventTraceText, readEventTrace, traceOfEvent } from './event-trace.ts'

const step = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true }
const traceparent = `00-${step.traceId}-${step.spanId}-01`

test('a trace is kept with its event, with whether its shop sent it (decision 404)', () => {
  for (const [isOfShop, text] of [
    [true, traceparent],
    [false, `${traceparent};internal`],
  ] as const) {
    assert.equal(eventTraceText({ ...step, isOfShop }), text)
    assert.deepEqual(readEventTrace(text), { ...step, isOfShop })
  }
  assert.equal(eventTraceText(null), null)
  for (const none of [null, '', 'something else']) assert.equal(readEventTrace(none), undefined)
})

test('an event of another shop takes no trace that a shop sent (decision 404)', () => {
  const kept = (sentBy: string | null, shopId: string) => {
    let text: string | null = null
    runInTrace({ ...step, sentBy }, () => {
      text = eventTraceText(traceOfEvent(shopId))
    })
    return text
  }
  assert.equal(kept('shop-a', 'shop-a'), traceparent)
  assert.equal(kept('shop-a', 'shop-b'), null)
  assert.equal(kept(null, 'shop-b'), `${traceparent};internal`)
  assert.equal(traceOfEvent('shop-a'), null)
})
