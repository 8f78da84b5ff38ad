import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { notifyOthers } from './notify-others.ts'

const everyMs = 40

/** Processes that hear each other, and a clock that a test moves; `sent` says who notified when, in ms. */
function processes(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: { by: number; at: number }[] = []
  const listeners: (() => void)[] = []
  const reported: string[] = []
  const state = { at: 0, isAway: false }
  const asks = Array.from({ length: count }, (_, by) =>
    notifyOthers({
      send: async () => {
        if (state.isAway) throw new Error('away')
        sent.push({ by, at: state.at })
        for (const listener of listeners) listener()
      },
      hear: (listener) => void listeners.push(listener),
      everyMs,
      chance: () => 0.5,
      onError: (message) => void reported.push(message),
    }),
  )
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed++) {
      state.at += 1
      t.mock.timers.tick(1)
    }
  }
  /** Asks in every process each millisecond, in turns. */
  const beBusy = (ms: number) => {
    for (let passed = 0; passed < ms; passed++) {
      asks[passed % count]?.()
      pass(1)
    }
  }
  return { asks, sent, reported, state, pass, beBusy }
}

test('a notice is sent at once, and one more for all that was asked while it rested', (t) => {
  const { asks, sent, pass } = processes(t, 1)
  for (let nth = 0; nth < 5; nth++) asks[0]?.()
  assert.deepEqual(sent, [{ by: 0, at: 0 }])
  pass(39)
  assert.equal(sent.length, 1)
  pass(1)
  assert.deepEqual(sent.at(-1), { by: 0, at: 40 })
  pass(1_000)
  assert.equal(sent.length, 2)
})

test('four busy processes notify about as often as one, and each of them does', (t) => {
  const alone = processes(t, 1)
  alone.beBusy(4_000)
  t.mock.timers.reset()
  const together = processes(t, 4)
  together.beBusy(4_000)
  assert.equal(alone.sent.length, 101)
  assert.ok(together.sent.length <= 116, `${together.sent.length} notices`)
  for (let by = 0; by < 4; by++) assert.ok(together.sent.filter((each) => each.by === by).length >= 10)
})

test('what is asked is sent within ten rests and a half, however many others notify', (t) => {
  const { asks, sent, beBusy, pass } = processes(t, 40)
  beBusy(4_000)
  const before = sent.length
  asks[7]?.()
  pass(600)
  assert.ok(sent.slice(before).some(({ by }) => by === 7))
})

test('a process that had a rest without being asked is as quick as before', (t) => {
  const { asks, sent, beBusy, pass } = processes(t, 4)
  beBusy(2_000)
  pass(10_000)
  const before = sent.length
  asks[1]?.()
  asks[1]?.()
  pass(40)
  assert.deepEqual(
    sent.slice(before).map(({ by, at }) => [by, at - 12_000]),
    [
      [1, 0],
      [1, 40],
    ],
  )
})

test('a notice that fails is reported and the next one is sent', async (t) => {
  const { asks, sent, state, reported, pass } = processes(t, 1)
  state.isAway = true
  asks[0]?.()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(reported.length, 1)
  state.isAway = false
  pass(40)
  asks[0]?.()
  assert.deepEqual(sent, [{ by: 0, at: 40 }])
})
