import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Database } from '../src/base/database/open-database.ts'
import { systemActor } from '../src/base/kernel/actor.ts'
import { type Clock, systemClock } from '../src/base/kernel/clock.ts'
import { scopes } from '../src/contract/vocabulary.ts'
import { knownCities } from '../src/domain/pricing/known/known-cities.ts'
import { seedDemo, seedDemoKey } from '../src/domain/sandbox/seed-demo.ts'
import { apiKeyHash } from '../src/domain/shops/api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { findApiKey } from '../src/domain/shops/shop-store.ts'
import { type OpenTestDatabase, onEachDatabase, onServer } from './support/databases.ts'

onEachDatabase((open) => {
  test('the demo data fill an empty database once', async (t) => {
    const db = await openFor(t, open)

    await seedDemo({ db, clock: systemClock })
    await seedDemo({ db, clock: systemClock })

    assert.deepEqual(await countsOf(db), {
      cities: knownCities.length,
      tariffs: knownCities.length,
      shops: 1,
    })
  })

  test('the demo gets one key, and a database that was not filled with it gets none', async (t) => {
    const db = await openFor(t, open)
    const deps = { db, clock: systemClock, environment: 'sandbox' as const, cell: '' }
    assert.equal(await seedDemoKey(deps), undefined)
    await seedDemo(deps)

    const key = await seedDemoKey(deps)

    assert.equal(await seedDemoKey(deps), undefined)
    const { id } = await db.selectFrom('shops').select('id').executeTakeFirstOrThrow()
    const found = await findApiKey(db, apiKeyHash(key ?? ''))
    assert.deepEqual([found?.shopId, found?.scopes], [id, [...scopes]])
    await revokeApiKey({ ...deps, actor: systemActor }, { shopId: id, keyId: found?.keyId ?? '' })
    assert.equal(await seedDemoKey(deps), undefined)
  })

  test('a demo fill that is interrupted leaves nothing, and the next start completes it', async (t) => {
    const db = await openFor(t, open)

    await assert.rejects(seedDemo({ db, clock: stoppingClock(60) }), /^Error: The clock has stopped\.$/)
    assert.deepEqual(await countsOf(db), { cities: 0, tariffs: 0, shops: 0 })

    await seedDemo({ db, clock: systemClock })
    assert.deepEqual(await countsOf(db), {
      cities: knownCities.length,
      tariffs: knownCities.length,
      shops: 1,
    })
  })
})

onServer((open) => {
  describe('five processes at once', () => {
    test('five processes that start at once fill an empty database once, and one of them has a key', async (t) => {
      const db = await openFor(t, open)
      const deps = { db, clock: systemClock, environment: 'sandbox' as const, cell: '' }

      const keys = await Promise.all(
        Array.from({ length: 5 }, async () => {
          await seedDemo(deps)
          return seedDemoKey(deps)
        }),
      )

      assert.equal(keys.filter((key) => key === undefined).length, 4)
      assert.deepEqual(await countsOf(db), {
        cities: knownCities.length,
        tariffs: knownCities.length,
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
