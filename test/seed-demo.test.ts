import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Database } from '../src/base/database/open-database.ts'
import { type Clock, systemClock } from '../src/base/kernel/clock.ts'
import { demoCities } from '../src/domain/sandbox/demo-cities.ts'
import { seedDemo } from '../src/domain/sandbox/seed-demo.ts'
import { apiKeyHash } from '../src/domain/shops/api-key.ts'
import { findApiKey } from '../src/domain/shops/shop-store.ts'
import { type OpenTestDatabase, onEachDatabase, onServer } from './support/databases.ts'

onEachDatabase((open) => {
  test('the demo data fill an empty database once', async (t) => {
    const db = await openFor(t, open)

    const demo = await seedDemo({ db, clock: systemClock, environment: 'sandbox' })

    assert.deepEqual(await seedDemo({ db, clock: systemClock, environment: 'sandbox' }), undefined)
    assert.deepEqual(await countsOf(db), { cities: demoCities.length, tariffs: demoCities.length, shops: 1 })
    const key = await findApiKey(db, apiKeyHash(demo?.apiKey ?? ''))
    assert.equal(key?.shopId, demo?.shopId)
  })

  test('a demo fill that is interrupted leaves nothing, and the next start completes it and has a key', async (t) => {
    const db = await openFor(t, open)

    await assert.rejects(
      seedDemo({ db, clock: stoppingClock(60), environment: 'sandbox' }),
      /^Error: The clock has stopped\.$/,
    )
    assert.deepEqual(await countsOf(db), { cities: 0, tariffs: 0, shops: 0 })

    const demo = await seedDemo({ db, clock: systemClock, environment: 'sandbox' })
    assert.match(demo?.apiKey ?? '', /^colis_live_/)
    assert.deepEqual(await countsOf(db), { cities: demoCities.length, tariffs: demoCities.length, shops: 1 })
  })
})

onServer((open) => {
  describe('five processes at once', () => {
    test('five processes that start at once fill an empty database once, and one of them has a key', async (t) => {
      const db = await openFor(t, open)

      const seeded = await Promise.all(
        Array.from({ length: 5 }, () => seedDemo({ db, clock: systemClock, environment: 'sandbox' })),
      )

      assert.equal(seeded.filter((demo) => demo === undefined).length, 4)
      assert.deepEqual(await countsOf(db), {
        cities: demoCities.length,
        tariffs: demoCities.length,
        shops: 1,
      })
    })
  })
})

async function openFor(t: TestContext, open: OpenTestDatabase): Promise<Database> {
  const { database } = await open()
  t.after(() => database.close())
  return database.db
}

/** A clock that works only so many times, like a process that is interrupted. */
function stoppingClock(times: number): Clock {
  let emitted = 0
  return {
    now: () => {
      emitted += 1
      if (emitted > times) throw new Error('The clock has stopped.')
      return systemClock.now()
    },
  }
}

async function countsOf(db: Database) {
  const count = async (table: 'cities' | 'tariffs' | 'shops') =>
    (await db.selectFrom(table).selectAll().execute()).length
  return { cities: await count('cities'), tariffs: await count('tariffs'), shops: await count('shops') }
}
