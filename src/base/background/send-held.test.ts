import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../kernel/clock.ts'
import { type Lease, sendHeld } from './send-held.ts'

/** What a test is told and tells; `next` is what the next claims return. */
function sending(send: (each: string, lease: Lease) => Promise<void>, next: string[][], maxInFlight = 2) {
  const clock = manualClock('2026-11-27T08:00:00Z')
  const limits: number[] = []
  const reported: string[] = []
  const loop = sendHeld<string>({
    name: 'send letters',
    clock,
    maxInFlight,
    leaseMs: 1_000,
    take: async ({ limit }) => {
      limits.push(limit)
      return next.shift() ?? []
    },
    send,
    onError: (message, error) => reported.push(`${message} ${(error as Error).message}`),
    failed: 'A letter could not be sent.',
  })
  return { clock, limits, reported, loop }
}

test('at most so many are claimed as may be under way, and stopping waits for those', async () => {
  const sent: string[] = []
  const doors = Promise.withResolvers<void>()
  const { limits, loop } = sending(
    async (each) => {
      await doors.promise
      sent.push(each)
    },
    [['a', 'b']],
  )

  const stopped = loop.stop()
  doors.resolve()
  await stopped
  assert.deepEqual([limits, sent], [[2], ['a', 'b']])
})

test('one that fails is reported and does not stop the others', async () => {
  const sent: string[] = []
  const { reported, loop } = sending(
    async (each) => {
      if (each === 'a') throw new Error('No stamp.')
      sent.push(each)
    },
    [['a', 'b']],
    3,
  )

  await loop.stop()
  assert.deepEqual([reported, sent], [['A letter could not be sent. No stamp.'], ['b']])
})

test('nothing is sent whose lease ended meanwhile: another process may hold it', async () => {
  const sent: string[] = []
  const clock = manualClock('2026-11-27T08:00:00Z')
  const reported: string[] = []
  const loop = sendHeld<string>({
    name: 'send letters',
    clock,
    maxInFlight: 3,
    leaseMs: 1_000,
    take: async () => {
      clock.forward(1_000)
      return ['a']
    },
    send: async (each) => void sent.push(each),
    onError: (_, error) => reported.push((error as Error).message),
    failed: '',
  })

  await loop.stop()
  assert.deepEqual([reported, sent], [['Its lease ended before anything was done.'], []])
})
