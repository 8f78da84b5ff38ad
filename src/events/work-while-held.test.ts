import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { HoldOptions } from '../base/database/open-database.ts'
import { workWhileHeld } from './work-while-held.ts'

/** A process whose lock a test gives and takes; `faults` are thrown by its starts. */
async function working(t: TestContext, { isFree = true, faults = [] as Error[] } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const happened: string[] = []
  let lock: HoldOptions | undefined
  const background = {
    isHere: false,
    hold: (options: HoldOptions) => {
      lock = options
      if (isFree) options.onHeld()
      return { asked: Promise.resolve(), stop: async () => void happened.push('given back') }
    },
  }
  const onError = (_: string, error: unknown) => void happened.push((error as Error).message)
  const work = await workWhileHeld({ background, onError }, async () => {
    const fault = faults.shift()
    if (fault) throw fault
    happened.push('started')
    return [{ wake: () => {}, stop: async () => void happened.push('stopped') }]
  })
  /** Does something and waits for what follows from it. */
  const after = (act: () => void): Promise<void> => {
    act()
    return new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...{ background, happened, work },
    give: () => after(() => lock?.onHeld()),
    take: () => after(() => lock?.onLost()),
    pass: (ms: number) => after(() => t.mock.timers.tick(ms)),
  }
}

test('the work begins with the lock, ends when it is lost, and begins again with it', async (t) => {
  const { background, happened, give, take, work } = await working(t, { isFree: false })
  assert.deepEqual([happened, background.isHere], [[], false])
  await give()
  assert.deepEqual([happened, background.isHere], [['started'], true])
  await take()
  assert.deepEqual([happened, background.isHere], [['started', 'stopped'], false])
  await give()
  await work.stop()
  assert.deepEqual(happened, ['started', 'stopped', 'started', 'given back', 'stopped'])
})

test('what has the lock at the start has begun once the start is done', async (t) => {
  const { happened, work } = await working(t)
  assert.deepEqual(happened, ['started'])
  await work.stop()
})

test('the first start throws what fails and gives the lock back, a later one is tried again', async (t) => {
  await assert.rejects(working(t, { faults: [new Error('no table')] }), /no table/)
  t.mock.timers.reset()
  const { happened, give, pass, work } = await working(t, { isFree: false, faults: [new Error('away')] })
  await give()
  assert.deepEqual(happened, ['away'])
  await pass(1_000)
  assert.deepEqual(happened, ['away', 'started'])
  await work.stop()
})

test('a start that is to be tried again is not, once the lock is lost', async (t) => {
  const { happened, give, take, pass, work } = await working(t, {
    isFree: false,
    faults: [new Error('away')],
  })
  await give()
  await take()
  await pass(1_000)
  assert.deepEqual(happened, ['away'])
  await work.stop()
})
