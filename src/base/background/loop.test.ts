import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { type LoopOptions, startLoop } from './loop.ts'

const everyMs = 1_000
const minIntervalMs = 10

test('a background round starts at the latest after its interval, and at once when woken', async (t) => {
  const { loop, rounds, pass } = await counted(t, {})

  await pass(everyMs - 1)
  assert.equal(rounds(), 1)
  await pass(1)
  assert.equal(rounds(), 2)
  loop.wake()
  await pass(0)
  assert.equal(rounds(), 3)
})

test('background rounds that are woken again and again keep their minimum interval', async (t) => {
  const { loop, rounds, pass } = await counted(t, { minIntervalMs: () => minIntervalMs })

  loop.wake()
  await pass(minIntervalMs - 1)
  loop.wake()
  assert.equal(rounds(), 1)
  await pass(1)
  assert.equal(rounds(), 2)
  await pass(minIntervalMs)
  await pass(everyMs - minIntervalMs - 1)
  assert.equal(rounds(), 2)
  await pass(1)
  assert.equal(rounds(), 3)
})

test('each background round may be followed by another minimum interval', async (t) => {
  const intervals = [minIntervalMs, 0]
  const { loop, rounds, pass } = await counted(t, { minIntervalMs: () => intervals.shift() ?? minIntervalMs })

  loop.wake()
  await pass(minIntervalMs)
  assert.equal(rounds(), 2)
  loop.wake()
  await pass(0)
  assert.equal(rounds(), 3)
})

test('a round that leaves work is followed by the next at once, whatever the minimum interval', async (t) => {
  const leftWaiting = [true, true, false]
  const { rounds } = await counted(t, {
    minIntervalMs: () => minIntervalMs,
    round: async () => leftWaiting.shift() ?? false,
  })

  assert.equal(rounds(), 3)
})

test('a background round that fails is reported and followed by the next', async (t) => {
  const emitted: string[] = []
  const fault = new Error('The database is away.')
  const { rounds, pass } = await counted(t, {
    round: () => Promise.reject(fault),
    onError: (message, error) => emitted.push(`${message} ${(error as Error).message}`),
  })

  await pass(everyMs)
  assert.equal(rounds(), 2)
  assert.deepEqual(
    emitted,
    Array(2).fill('The background work "count" failed; it is tried again. The database is away.'),
  )
})

for (const [moment, ms] of [
  ['its minimum interval', 0],
  ['its pause between rounds', minIntervalMs],
] as const) {
  test(`stopping a loop during ${moment} does not wait for its end`, async (t) => {
    const { loop, rounds, pass } = await counted(t, { minIntervalMs: () => minIntervalMs })

    await pass(ms)
    await loop.stop()
    assert.equal(rounds(), 1)
  })
}

/** A loop that counts its rounds, under timers that `pass` moves. */
async function counted(t: TestContext, { round = async () => false, ...options }: Partial<LoopOptions>) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let count = 0
  const counting = () => {
    count += 1
    return round()
  }
  const loop = startLoop({ name: 'count', everyMs, onError: assert.fail, ...options, round: counting })
  t.after(() => loop.stop())
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    await turnOfTheEventLoop()
  }
  await pass(0)
  return { loop, rounds: () => count, pass }
}
