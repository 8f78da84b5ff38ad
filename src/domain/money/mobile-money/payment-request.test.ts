import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, isOverdue, nextLatePollAt, nextPollAt } from './payment-request.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const request = { created_at: at('10:00:00'), deadline_at: at('10:10:00') }

const looks: [what: string, now: string, next: string][] = [
  ['after 2 s at first', '10:00:00', '10:00:02'],
  ['after 2 s while it is young', '10:00:08', '10:00:10'],
  ['after a quarter of its age', '10:00:20', '10:00:25'],
  ['every 15 s later on', '10:01:00', '10:01:15'],
  ['every 15 s however old it is', '10:05:00', '10:05:15'],
  ['exactly at its deadline if that comes first', '10:09:50', '10:10:00'],
  ['at its deadline, and not before', '10:09:59.999', '10:10:00'],
  ['again 15 s after its deadline', '10:10:00', '10:10:15'],
]
for (const [what, now, next] of looks) {
  test(`an open request to pay is polled ${what}`, () =>
    assert.deepEqual(nextPollAt(request, at(now)), at(next)))
}

const ofDay = (day: number, time: string) => new Date(`2026-11-${day}T${time}Z`)
const watches: [what: string, now: Date, isAnswered: boolean, next: Date | null][] = [
  ['after 2 s while it is young', at('10:00:04'), true, at('10:00:06')],
  ['after a quarter of its age', at('10:10:00'), true, at('10:12:30')],
  ['every 15 minutes later on', at('11:00:00'), true, at('11:15:00')],
  ['for a day after its deadline', ofDay(22, '10:09:59'), true, ofDay(22, '10:24:59')],
  ['no more a day after its deadline', ofDay(22, '10:10:00'), true, null],
  ['for longer while the provider does not answer', ofDay(22, '10:10:00'), false, ofDay(22, '10:25:00')],
  ['no more three days after its deadline', ofDay(24, '10:10:00'), false, null],
]
for (const [what, now, isAnswered, next] of watches) {
  test(`a request to pay without a final status is polled ${what}`, () =>
    assert.deepEqual(nextLatePollAt(request, now, isAnswered), next))
}

test('a request to pay is overdue from its deadline on', () => {
  assert.equal(isOverdue(request, at('10:09:59.999')), false)
  assert.equal(isOverdue(request, at('10:10:00')), true)
})

test('a request to pay is open until it has ended', () => {
  const states = ['DUE', 'ASKED', 'PAID', 'REFUSED', 'FAILED', 'WITHDRAWN'] as const
  assert.deepEqual(states.filter(isOpen), ['DUE', 'ASKED'])
})
