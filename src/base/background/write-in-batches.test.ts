import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { writeInBatches } from './write-in-batches.ts'

const everyMs = 1_000

test('rows that arrive within the interval are written together, in their order', async (t) => {
  const { writer, written, pass } = gathered(t)

  for (const row of [1, 2, 3]) writer.add(row)
  await pass(everyMs - 1)
  assert.deepEqual(written, [])
  await pass(1)
  assert.deepEqual(written, [[1, 2, 3]])
  writer.add(4)
  await pass(everyMs)
  assert.deepEqual(written, [[1, 2, 3], [4]])
})

test('more rows than one batch holds are written in several, one after the other', async (t) => {
  const { writer, written, pass } = gathered(t, { batchSize: 2 })

  for (const row of [1, 2, 3, 4, 5]) writer.add(row)
  await pass(everyMs)
  assert.deepEqual(written, [[1, 2], [3, 4], [5]])
})

test('beyond the rows that may wait none is kept, and the next is once there is room', async (t) => {
  const { writer, written, pass } = gathered(t, { maxWaiting: 2 })

  assert.deepEqual(
    [1, 2, 3].map((row) => writer.add(row)),
    [true, true, false],
  )
  await pass(everyMs)
  assert.equal(writer.add(4), true)
  await pass(everyMs)
  assert.deepEqual(written, [[1, 2], [4]])
})

test('rows that cannot be written are given up, and a failure that lasts is reported once', async (t) => {
  const faults = [new Error('away'), new Error('still away')]
  const { writer, written, lost, errors, pass } = gathered(t, { faults })

  for (const row of [1, 2, 3]) {
    writer.add(row)
    await pass(everyMs)
  }
  assert.deepEqual({ written, lost }, { written: [[3]], lost: [[1], [2]] })
  assert.deepEqual(errors, ['The background work "count" failed; what it was to write is lost. away'])
})

test('closing writes what is waiting without its interval', async (t) => {
  const { writer, written } = gathered(t)

  writer.add(1)
  await writer.close()
  assert.deepEqual(written, [[1]])
})

/** A writer of numbers under timers that `pass` moves; its first writes fail with `faults`. */
function gathered(
  t: TestContext,
  {
    batchSize = 10,
    maxWaiting = 100,
    faults = [],
  }: { batchSize?: number; maxWaiting?: number; faults?: Error[] } = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const written: (readonly number[])[] = []
  const lost: (readonly number[])[] = []
  const errors: string[] = []
  const writer = writeInBatches<number>({
    everyMs,
    batchSize,
    maxWaiting,
    name: 'count',
    write: async (rows) => {
      const fault = faults.shift()
      if (fault) throw fault
      written.push(rows)
    },
    onLost: (rows) => lost.push(rows),
    onError: (message, error) => errors.push(`${message} ${(error as Error).message}`),
  })
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    await turnOfTheEventLoop()
  }
  return { writer, written, lost, errors, pass }
}
