import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { reloadWhenStale } from './reload-when-stale.ts'

test('caches are reloaded when they are marked stale, and not before', async (t) => {
  const { reads, reading, pass, emitted } = copies(t, [])

  await pass(10_000)
  assert.equal(reads(), 0)
  reading.markStale()
  await pass(0)
  assert.equal(reads(), 1)
  await pass(10_000)
  assert.equal(reads(), 1)
  assert.deepEqual(emitted, ['read again'])
})

test('a reload that fails is retried until it succeeds', async (t) => {
  const { reads, reading, pass, emitted } = copies(t, [new Error('away'), new Error('still away')])

  reading.markStale()
  await pass(0)
  await pass(499)
  assert.equal(reads(), 1)
  await pass(1)
  await pass(500)
  await pass(500)
  assert.equal(reads(), 3)
  assert.deepEqual(emitted, ['away', 'still away', 'read again'])
})

/** One copy, whose readings fail with `faults` one after the other and then succeed. */
function copies(t: TestContext, faults: Error[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const emitted: string[] = []
  let reads = 0
  const reload = async () => {
    reads += 1
    const fault = faults.shift()
    if (fault) throw fault
  }
  const reading = reloadWhenStale({
    name: 'read again',
    copies: [{ reload }],
    reloaded: () => emitted.push('read again'),
    onError: (_, error) => emitted.push((error as Error).message),
  })
  t.after(() => reading.stop())
  const pass = async (ms: number) => {
    await turnOfTheEventLoop()
    t.mock.timers.tick(ms)
    await turnOfTheEventLoop()
  }
  return { reads: () => reads, reading, pass, emitted }
}
