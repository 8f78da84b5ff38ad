import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventStream } from './event-stream.ts'

const text =
  'id: 7\nevent: listening\ndata: {}\n\n: still here\n\nid: 8\r\nevent: ping\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'
const events = [
  { id: '7', event: 'listening', data: '{}' },
  { id: '8', event: 'ping', data: '{"a":\n1}' },
]

test('a stream is taken apart wherever its pieces end, without what keeps it open', () => {
  for (let at = 0; at <= text.length; at += 1) {
    const stream = eventStream()
    assert.deepEqual([...stream.feed(text.slice(0, at)), ...stream.feed(text.slice(at))], events)
  }
})

test('an event that is not complete is not handed over', () => {
  assert.deepEqual(eventStream().feed('id: 7\nevent: ping\ndata: {}\n'), [])
})
