import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { ChangedTopic } from '../src/base/database/open-database.ts'
import { type Clock, manualClock, systemClock } from '../src/base/kernel/clock.ts'
import { type Awaited, startLookout } from '../src/events/start-lookout.ts'
import { onEachDatabase, type TestDatabase } from './support/databases.ts'
import { until } from './support/until.ts'

const noon = '2026-11-28T12:00:00Z'

onEachDatabase((open) => {
  let opened: TestDatabase
  before(async () => {
    opened = await open()
  })
  after(() => opened.database.close())

  /** A lookout over work that is due at these moments, by its name; `wakes` are the names in their order. */
  function lookingOut(moments: Record<string, Date | null>, clock: Clock) {
    const wakes: string[] = []
    let listener: (topic: ChangedTopic) => void = () => {}
    const awaited = Object.entries(moments).map(([name, at]): Awaited => {
      const loop = { wake: () => void wakes.push(name), stop: async () => {} }
      const looks = { ...loop, look: () => void wakes.push(`look: ${name}`) }
      return { due: sql`select ${at}::timestamptz`, loops: [name.startsWith('log') ? looks : loop] }
    })
    const lookout = startLookout(
      {
        ...{ db: opened.database.db, clock },
        subscribe: (heard) => {
          listener = heard
          return () => {}
        },
        onError: (message) => wakes.push(message),
      },
      awaited,
    )
    return { wakes, lookout, tell: (topic: ChangedTopic) => listener(topic) }
  }

  test('what is due is woken, what is due later or never is not', async () => {
    const { wakes, lookout } = lookingOut(
      {
        late: new Date('2026-11-28T11:00:00Z'),
        now: new Date('2026-11-28T12:00:00Z'),
        log: new Date(0),
        later: new Date('2026-11-28T12:00:01Z'),
        never: null,
      },
      manualClock(noon),
    )
    await until(() => wakes.length > 0, 'a look')
    await lookout.stop()
    assert.deepEqual(wakes.slice(0, 3), ['late', 'now', 'look: log'])
    assert.ok(!wakes.includes('later') && !wakes.includes('never'))
  })

  test('what becomes due while it sleeps is woken when it is told that something may be due', async () => {
    const clock = manualClock(noon)
    const { wakes, lookout, tell } = lookingOut({ offer: new Date('2026-11-28T12:30:00Z') }, clock)
    clock.forward(30 * 60_000)
    tell('events')
    tell('due')
    await until(() => wakes.length > 0, 'the offer to be woken')
    await lookout.stop()
    assert.deepEqual(new Set(wakes), new Set(['offer']))
  })

  test('it wakes by itself when the next is due', async () => {
    const dueAt = new Date(systemClock.now().getTime() + 400)
    const { wakes, lookout } = lookingOut({ offer: dueAt }, systemClock)
    await until(() => wakes.length > 0, 'the offer to be woken')
    assert.ok(systemClock.now() >= dueAt)
    await lookout.stop()
  })
})
