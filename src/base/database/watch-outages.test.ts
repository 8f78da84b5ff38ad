import assert from 'node:assert/strict'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import { isDatabaseAway, isDatabaseUnavailable, isUnwritable, outageReason } from './database-error.ts'
import { logOutage } from './log-outage.ts'
import { checkedForMs, watchOutages } from './watch-outages.ts'

const errorOf = (code: string, message = 'it fails') => Object.assign(new Error(message), { code })
const full = errorOf('53100', 'could not extend file: No space left on device')

describe('an error of the database is told apart from all others', () => {
  const cases: [string, Error, string | 'CONFLICT' | 'OTHER'][] = [
    ['a full disk', full, 'FULL'],
    ['a full disk below the embedded database', errorOf('ENOSPC'), 'FULL'],
    ['a quota that is used up', errorOf('EDQUOT'), 'FULL'],
    ['a standby', errorOf('25006', 'cannot execute INSERT in a read-only transaction'), 'READ_ONLY'],
    ['a file system that only reads', errorOf('EROFS'), 'READ_ONLY'],
    ['no memory', errorOf('53200', 'out of memory'), 'NO_MEMORY'],
    ['a disk that fails', errorOf('58030', 'could not read block'), 'DAMAGED'],
    ['a missing file', errorOf('58P01'), 'DAMAGED'],
    ['a failing system call', errorOf('58000'), 'DAMAGED'],
    ['damaged data', errorOf('XX001'), 'DAMAGED'],
    ['a damaged index', errorOf('XX002'), 'DAMAGED'],
    ['a disk error of this process', errorOf('EIO'), 'DAMAGED'],
    ['a lock', errorOf('55P03'), 'SLOW'],
    ['a statement that takes too long', errorOf('57014'), 'SLOW'],
    ['a server that does not answer', new Error('Query read timeout'), 'SLOW'],
    ['too many connections', errorOf('53300'), 'AWAY'],
    ['another limit that is reached', errorOf('53400'), 'AWAY'],
    ['a shutdown', errorOf('57P01'), 'AWAY'],
    ['a crash', errorOf('57P02'), 'AWAY'],
    ['a start', errorOf('57P03'), 'AWAY'],
    ['a database that was dropped', errorOf('57P04'), 'AWAY'],
    ['a session that was idle for too long', errorOf('57P05'), 'AWAY'],
    ['a broken connection', errorOf('08006'), 'AWAY'],
    ['nobody listens', errorOf('ECONNREFUSED'), 'AWAY'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'AWAY'],
    ['a deadlock', errorOf('40P01'), 'CONFLICT'],
    ['a conflict', errorOf('40001'), 'CONFLICT'],
    ['a plan that is no longer valid', errorOf('0A000'), 'CONFLICT'],
    ['a unique constraint', errorOf('23505'), 'OTHER'],
    ['a bug of ours', errorOf('42703'), 'OTHER'],
    ['a bug of the server', errorOf('XX000'), 'OTHER'],
    ['no error at all', new Error('Connections are refused'), 'OTHER'],
    ['a missing file of ours', Object.assign(errorOf('ENOENT'), { syscall: 'open' }), 'OTHER'],
  ]
  for (const [what, error, expected] of cases)
    test(what, () => {
      const isAway = expected !== 'CONFLICT' && expected !== 'OTHER'
      assert.deepEqual(
        [isDatabaseAway(error), isDatabaseUnavailable(error)],
        [isAway, isAway || expected === 'CONFLICT'],
      )
      if (isAway) assert.equal(outageReason(error), expected)
    })
  test('what a person must see to', () => {
    const reasons = ['FULL', 'READ_ONLY', 'NO_MEMORY', 'DAMAGED', 'SLOW', 'AWAY'] as const
    assert.deepEqual(reasons.filter(isUnwritable), ['FULL', 'READ_ONLY', 'NO_MEMORY', 'DAMAGED'])
  })
})

describe('an outage', () => {
  let lines: [string, string][]
  beforeEach(() => {
    lines = []
  })

  /** A watch of a database that fails as `fails` says, and a clock that is moved by hand. */
  function watched(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let now = 1_000
    t.mock.method(performance, 'now', () => now)
    const state: { fails?: Error | undefined; tries: number } = { tries: 0 }
    const tryWrite = async () => {
      state.tries += 1
      if (state.fails) throw state.fails
    }
    const line = (level: string) => (_: object, message: string) => void lines.push([level, message])
    const onOutage = logOutage({ warn: line('warn'), error: line('error') })
    const watch = watchOutages({ tryWrite, onOutage })
    const seconds = async (count: number) => {
      for (let second = 0; second < count; second += 1) {
        now += 1_000
        t.mock.timers.tick(1_000)
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      }
    }
    return { watch, state, seconds }
  }

  test('is one line when it begins and one when it is over, however much fails meanwhile', async (t) => {
    const { watch, state, seconds } = watched(t)
    state.fails = errorOf('ECONNREFUSED')
    for (let second = 0; second < 60; second += 1) {
      for (let failing = 0; failing < 20; failing += 1) watch.note(state.fails)
      await seconds(1)
    }
    assert.deepEqual(lines.splice(0), [
      ['warn', 'The database is unavailable. Requests that need it get 503, and background work waits.'],
    ])
    assert.equal(watch.current()?.reason, 'AWAY')
    assert.ok(state.tries <= 60)

    state.fails = undefined
    await seconds(4)
    assert.deepEqual(lines, [])
    await seconds(4)
    assert.deepEqual(lines, [['warn', 'The database can be used again.']])
    assert.equal(watch.current(), undefined)
    const { tries } = state
    await seconds(60)
    assert.equal(state.tries, tries)
  })

  test('that comes back within seconds is the same one', async (t) => {
    const { watch, state, seconds } = watched(t)
    for (let blink = 0; blink < 10; blink += 1) {
      watch.note(errorOf('55P03'))
      await seconds(3)
    }
    assert.equal(lines.length, 1)
    assert.equal(state.tries, 30)
  })

  test('of conflicts and bugs there is none', async (t) => {
    const { watch, seconds } = watched(t)
    for (const code of ['40001', '40P01', '0A000', '23505', '42703']) watch.note(errorOf(code))
    await seconds(10)
    assert.deepEqual(lines, [])
  })

  test('in which nothing can be written refuses what writes, without asking the database', async (t) => {
    const { watch, state, seconds } = watched(t)
    state.fails = full
    watch.note(full)
    await seconds(1)

    const { tries } = state
    const refusal = { code: '53100', message: /^The database cannot be written: could not extend file/ }
    for (const statement of [
      'insert into "events" ("id") values ($1)',
      'with taken as (update webhook_dispatches set lease_owner = $1) select 1',
      'delete from sessions',
      'select id from deliveries for update',
    ])
      assert.throws(() => watch.refuseWrite(statement), refusal, statement)
    for (const statement of ['select 1', 'begin', 'select updated_at, deleted_from from deliveries'])
      watch.refuseWrite(statement)
    await assert.rejects(watch.check(), full)
    assert.equal(state.tries, tries)
    assert.deepEqual(lines, [
      [
        'error',
        'The disk of the database is full: free some space. Requests that need it get 503, and background work waits.',
      ],
    ])

    state.fails = undefined
    await seconds(1)
    watch.refuseWrite('delete from sessions')
    await watch.check()
  })

  test('of one statement alone refuses nothing', async (t) => {
    const { watch, seconds } = watched(t)
    watch.note(errorOf('58030'))
    await seconds(1)
    watch.refuseWrite('delete from sessions')
  })

  test('is looked for every three seconds at most, however many ask', async (t) => {
    const { watch, state, seconds } = watched(t)
    const ask = () => Promise.allSettled(Array.from({ length: 50 }, () => watch.check()))
    assert.equal(checkedForMs, 3_000)
    await ask()
    await seconds(2)
    await ask()
    assert.equal(state.tries, 1)
    state.fails = errorOf('57P01')
    await seconds(1)
    const answers = await ask()
    assert.equal(state.tries, 2)
    assert.ok(answers.every(({ status }) => status === 'rejected'))
    assert.equal(lines.length, 1)
  })
})
