import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { inTransaction } from '../src/base/database/in-transaction.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { newId, systemClock } from '../src/base/kernel/clock.ts'
import { insertMessages, type NewMessage } from '../src/domain/messages/message-store.ts'
import { runColis } from './support/colis-process.ts'
import { createServerDatabase, onServer, openOnServer } from './support/databases.ts'
import { until } from './support/until.ts'

onServer(() => {
  let url: string
  let database: OpenDatabase
  let admin: pg.Client
  before(async () => {
    url = await createServerDatabase()
    database = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
  })
  after(async () => {
    await admin.end()
    await database.close()
  })

  for (const [what, prepare, addressOf, sentence] of [
    [
      'a missing database',
      '',
      (address) => Object.assign(address, { pathname: '/nowhere' }),
      'The database server has no such database: database "nowhere" does not exist. Create it, or check DATABASE_URL.\n',
    ],
    [
      'an unknown user',
      '',
      (address) => Object.assign(address, { username: 'nobody' }),
      'The database server refuses the user or the password: role "nobody" does not exist. Check DATABASE_URL.\n',
    ],
    [
      'used-up connections',
      'create role crowded login connection limit 0',
      (address) => Object.assign(address, { username: 'crowded' }),
      'The database server has no connection left: too many connections for role "crowded". Close others, lower ' +
        'DATABASE_POOL_SIZE, or raise max_connections of the server.\n',
    ],
  ] as [string, string, (address: URL) => URL, string][])
    test(`${what} is one sentence that says what to do`, async () => {
      await admin.query(prepare)
      const env = { DATABASE_URL: addressOf(new URL(url)).href }
      assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'migrate']), {
        code: 1,
        stdout: '',
        stderr: sentence,
      })
    })

  test('inserts of any number of rows do not push repeated statements out of the prepared ones', async () => {
    const { db } = database
    const prepared = async (text: string): Promise<number> => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        db,
      )
      return rows.filter(({ statement }) => statement.includes(text)).length
    }
    for (let count = 1; count <= 320; count += 1) await insertMessages(db, messages(count))

    assert.equal(await prepared('insert into "messages"'), 1)
    await db.selectFrom('shops').select('shops.name').where('shops.country', '=', 'ZZ').execute()
    assert.equal(await prepared('"shops"."country" = $1'), 1)
  })

  describe('statements that are executed again', () => {
    const inTurn = async <T>(times: number, work: () => Promise<T>): Promise<T[]> => {
      const results: T[] = []
      for (let time = 0; time < times; time += 1) results.push(await work())
      return results
    }

    test('return the same columns and types every time, also when there is no row', async () => {
      const read = (limit: number) =>
        sql`
          select 1::int as whole, 2.5::float8 as part, true as flag, null::text as nothing, 'é'::text as word,
            '{"a":[1]}'::jsonb as json, timestamptz '2026-11-21 10:00:00.123+01' as moment, array[1, 2] as several
          where ${limit}::int > 0`
          .execute(database.db)
          .then(({ rows }) => rows)
      const row = {
        whole: 1,
        part: 2.5,
        flag: true,
        nothing: null,
        word: 'é',
        json: { a: [1] },
        moment: new Date('2026-11-21T09:00:00.123Z'),
        several: [1, 2],
      }

      assert.deepEqual(await read(0), [])
      assert.deepEqual(await inTurn(3, () => read(1)), [[row], [row], [row]])
      assert.deepEqual(await read(0), [])
    })

    test('say how many rows they changed', async () => {
      await sql`create table counted (n int)`.execute(database.db)
      const insert = () => sql`insert into counted values (1)`.execute(database.db)
      const update = () => sql`update counted set n = n + 1`.execute(database.db)

      const inserted = await inTurn(2, insert)
      const updated = await inTurn(2, update)

      assert.deepEqual(
        [...inserted, ...updated].map(({ numAffectedRows, rows }) => [numAffectedRows, rows]),
        [
          [1n, []],
          [1n, []],
          [2n, []],
          [2n, []],
        ],
      )
    })

    test('that fail are executed again', async () => {
      const divide = (by: number) =>
        sql<{ n: number }>`select 12 / ${by}::int as n`.execute(database.db).then(({ rows }) => rows)

      await assert.rejects(divide(0), { code: '22012' })
      assert.deepEqual(await divide(3), [{ n: 4 }])
      await assert.rejects(divide(0), { code: '22012' })
      assert.deepEqual(await divide(4), [{ n: 3 }])
    })

    test('fail once when their table gained a column, and then return it', async () => {
      await sql`create table growing (a int)`.execute(database.db)
      await sql`insert into growing values (1)`.execute(database.db)
      const read = () => sql`select * from growing`.execute(database.db).then(({ rows }) => rows)
      assert.deepEqual(await inTurn(2, read), [[{ a: 1 }], [{ a: 1 }]])
      await admin.query('alter table growing add column b text default $$new$$')

      await assert.rejects(read(), { code: '0A000' })

      assert.deepEqual(await inTurn(2, read), [[{ a: 1, b: 'new' }], [{ a: 1, b: 'new' }]])
    })

    test('fail alone when a value cannot be read', async () => {
      const { MACADDR } = pg.types.builtins
      const known = pg.types.getTypeParser(MACADDR)
      pg.types.setTypeParser(MACADDR, () => {
        throw new Error('no address')
      })
      const read = () => sql`select macaddr '08:00:2b:01:02:03' as address`.execute(database.db)

      await assert.rejects(read(), { message: 'no address' })
      await assert.rejects(read(), { message: 'no address' })

      pg.types.setTypeParser(MACADDR, known)
      assert.deepEqual((await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows, [{ n: 1 }])
    })
  })

  test('settings in the address of the database override those of the service', async () => {
    const url = await createServerDatabase()
    const own = `${url}?options=${encodeURIComponent('-c jit=on -c work_mem=5MB')}`
    const database = await openDatabase({ url: own, poolSize: 1, timeoutMs: 30_000, onError: () => {} })

    const { rows } = await sql`
      select current_setting('jit') as jit, current_setting('work_mem') as memory,
        current_setting('enable_seqscan') as scans`.execute(database.db)

    assert.deepEqual(rows, [{ jit: 'on', memory: '5MB', scans: 'off' }])
    await database.close()
  })

  test('a statement on the outer handle of a transaction is refused in tests, on a server too', async () => {
    const { database } = await openOnServer()
    const outside = () => sql`select 1`.execute(database.db)
    await assert.rejects(inTransaction(database.db, outside), /outside the transaction it is in/)
    await database.db.transaction().execute(outside)
    await outside()
    await database.close()
  })

  test('one process at a time holds a lock: the next gets it when it is given back or its holder ends', async () => {
    const held: string[] = []
    const processes = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => {
        const database = await openDatabase({ url, poolSize: 1, timeoutMs: 5_000, onError: () => {} })
        const session = await database.listen(() => {})
        const ask = () =>
          session.hold({
            key: 77,
            onHeld: () => held.push(name),
            onLost: () => held.push(`not ${name}`),
          })
        return { ask, close: () => Promise.all([session.stop(), database.close()]) }
      }),
    )
    const [first, second, third] = processes
    assert.ok(first && second && third)
    const lock = first.ask()
    await lock.asked
    assert.deepEqual(held, ['first'])
    await second.ask().asked
    assert.deepEqual(held, ['first'])

    await lock.stop()
    await until(() => held.includes('second'), 'the second to have it')
    await third.ask().asked
    const { rows } = await admin.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = 77
         and database = (select oid from pg_database where datname = current_database())`,
    )
    assert.equal(rows.length, 1)
    await until(() => held.includes('not second'), 'the second to know that it has it no longer')
    await until(() => held.filter((name) => !name.startsWith('not')).length === 3, 'the next to have it')
    await Promise.all(processes.map((each) => each.close()))
  })

  test('whoever holds a lock and shows nothing for long loses it to who waits', async () => {
    const silent = new pg.Client(url)
    const ended = new Promise((resolve) => silent.once('end', resolve))
    silent.on('error', () => {})
    await silent.connect()
    await silent.query('select pg_advisory_lock(78)')
    const database = await openDatabase({ url, poolSize: 1, timeoutMs: 5_000, onError: () => {} })
    const session = await database.listen(() => {})
    const isHeld = Promise.withResolvers<void>()
    session.hold({ key: 78, silentMs: 300, onHeld: isHeld.resolve, onLost: () => {} })

    await Promise.all([ended, isHeld.promise])
    await session.stop()
    await database.close()
  })

  test('a connection that cannot listen is closed, so that retries leave none behind', async () => {
    const proxy = await openProxy(new URL(url), 'listen colis_changed', 'listen colis changed')
    const through = await openDatabase({
      url: proxy.url,
      poolSize: 1,
      timeoutMs: 5_000,
      onError: () => {},
    })

    await assert.rejects(through.listen(assert.fail), /syntax error/)
    const listening = async () => {
      const { rows } = await admin.query(
        "select pid from pg_stat_activity where application_name = 'colis-listen' and datname = current_database()",
      )
      return rows.length
    }
    await until(async () => (await listening()) === 0, 'the connection to be ended').finally(async () => {
      await through.close()
      await proxy.close()
    })
  })
})

function messages(count: number): NewMessage[] {
  const now = systemClock.now()
  return Array.from({ length: count }, () => ({
    id: newId(now),
    kind: 'DELIVERED',
    shop_id: null,
    recipient: null,
    content: null,
    delivery_id: null,
    courier_id: null,
    due_at: now,
    expires_at: now,
    created_at: now,
  }))
}

/** A proxy to a database server that replaces one text with another of the same length. */
async function openProxy(target: URL, fromText: string, toText: string) {
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const server = connect(Number(target.port), target.hostname)
    const changed = new Transform({
      transform: (chunk: Buffer, _encoding, done) =>
        done(null, Buffer.from(chunk.toString('latin1').replace(fromText, toText), 'latin1')),
    })
    for (const end of [socket, server]) {
      sockets.add(end)
      end.on('error', () => {})
    }
    socket.pipe(changed).pipe(server).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = new URL(target)
  address.hostname = '127.0.0.1'
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    url: address.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
