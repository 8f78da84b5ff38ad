import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { newId, systemClock } from '../src/base/kernel/clock.ts'
import { insertMessages, type NewMessage } from '../src/domain/messages/message-store.ts'
import { createServerDatabase, onServer } from './support/databases.ts'
import { until } from './support/until.ts'

onServer(() => {
  let url: string
  let database: OpenDatabase
  let admin: pg.Client
  before(async () => {
    url = await createServerDatabase()
    database = await openDatabase({ url, poolSize: 1, timeoutMs: 5_000, onError: () => {} })
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
  })
  after(async () => {
    await admin.end()
    await database.close()
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

  test('settings in the address of the database override those of the service', async () => {
    const url = await createServerDatabase()
    const own = `${url}?options=${encodeURIComponent('-c jit=on -c work_mem=5MB')}`
    const database = await openDatabase({ url: own, poolSize: 1, timeoutMs: 5_000, onError: () => {} })

    const { rows } = await sql`
      select current_setting('jit') as jit, current_setting('work_mem') as memory,
        current_setting('enable_seqscan') as scans`.execute(database.db)

    assert.deepEqual(rows, [{ jit: 'on', memory: '5MB', scans: 'off' }])
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
    await until(async () => (await listening()) === 0, 'the connection to be ended', 2_000).finally(
      async () => {
        await through.close()
        await proxy.close()
      },
    )
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
