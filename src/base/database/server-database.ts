import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isPlanOutdated } from './database-error.ts'
import type { Database, DatabaseOptions, OpenDatabase, PoolState, Session } from './open-database.ts'
import { openOwnSession } from './own-session.ts'
import { PreparedQuery, type QueryEnd } from './prepared-query.ts'
import { checkSession, type ServerConnections, serverConnections } from './server-connections.ts'
import type { Tables } from './tables.ts'
import { tryToWrite } from './try-to-write.ts'
import { watchOutages } from './watch-outages.ts'
import { watchedDialect } from './watched-dialect.ts'

/** How many connections are kept for lookups beside the pool. */
const lookupConnections = 3

/**
 * Opens a PostgreSQL server through pools. Every wait is bounded (a connection, a lock, a statement), so
 * that a request is answered SERVICE_UNAVAILABLE within 3 s while the server is unavailable.
 */
export async function openServerDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, poolSize, timeoutMs, onOutage = () => {} } = options
  const connections = serverConnections(url, timeoutMs)
  const open = (size: number) => openPool(connections, size, timeoutMs)
  const triesPool = open(1)
  const outages = watchOutages({ tryWrite: () => tryWrite(triesPool, timeoutMs), onOutage })
  const pools = [open(poolSize), open(lookupConnections)] as const
  for (const pool of [triesPool, ...pools]) pool.on('error', outages.note)
  const [db, lookups] = pools.map((pool) => {
    const dialect = new PostgresDialect({ pool: impatient(pool, timeoutMs) })
    return new Kysely<Tables>({ dialect: watchedDialect(dialect, outages) })
  }) as [Database, Database]
  return {
    db,
    lookups,
    kind: 'server',
    outages,
    pools: () => [stateOf('work', pools[0]), stateOf('lookups', pools[1]), stateOf('outages', triesPool)],
    withSession: (work) => withClient(connections, work),
    listen: (onChange) => openOwnSession(options, { connections, outages }, onChange),
    close: async () => {
      outages.stop()
      await Promise.all([triesPool, ...pools].map((pool) => pool.end()))
    },
  }
}

const stateOf = (pool: PoolState['pool'], of: pg.Pool): PoolState => ({
  pool,
  open: of.totalCount,
  idle: of.idleCount,
  waiting: of.waitingCount,
})

function openPool(connections: ServerConnections, size: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...connections.poolOptions({
      ...planning,
      statement_timeout: timeoutMs,
      // Half of it, so that a request whose table is locked leaves its connection to others in time.
      lock_timeout: Math.ceil(timeoutMs / 2),
      idle_in_transaction_session_timeout: 4 * timeoutMs,
    }),
    application_name: 'colis',
    max: size,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
  })
  // A connection that breaks while in use fails its statement; an unhandled `error` event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Tries to write on a connection of its own, which is closed when it could not: another may reach another
 * server.
 */
async function tryWrite(pool: pg.Pool, timeoutMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query({ text: tryToWrite, query_timeout: timeoutMs } as pg.QueryConfig)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Each of our queries has an index. A plan kept from when its table fitted one page would scan the whole
 * table once it is full, so sequential scans are disabled wherever an index can be used. So is compilation
 * (JIT), which the high cost of the few scans that cannot be avoided would otherwise trigger, and so are
 * parallel workers: starting their processes takes longer than reading some thousand rows (decision 387).
 */
const planning = { enable_seqscan: 'off', jit: 'off', max_parallel_workers_per_gather: '0' }

/**
 * Lends connections of a pool. A connection whose statement timed out is closed: the statement may still be
 * executed, and a `begin` executed that late would put everything after it into one transaction.
 */
function impatient(pool: pg.Pool, timeoutMs: number): PostgresPool {
  // One handle for each connection, since Kysely keeps every handle it is given.
  const handles = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const toReplace = new WeakSet<pg.PoolClient>()
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client))
  /** Those that are open when one is lost; one that is to be replaced already says nothing new. */
  const replaceAllWith = (lost: pg.PoolClient) => {
    if (!open.has(lost)) return
    for (const client of open) toReplace.add(client)
    open.clear()
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    if (toReplace.has(client)) {
      client.release(true)
      return connect()
    }
    const handle = handles.get(client) ?? impatientHandle(client, timeoutMs, () => replaceAllWith(client))
    handles.set(client, handle)
    return handle
  }
  return { options: pool.options, connect, end: () => pool.end() }
}

function impatientHandle(client: pg.PoolClient, timeoutMs: number, onLost: () => void): PostgresPoolClient {
  let lost: unknown
  // Without the driver's own time-out and promises: with either, every result stays in memory until the next
  // full garbage collection, which is 150 MiB under load.
  const query = (sql: string, parameters: unknown[]) =>
    new Promise<QueryEnd>((resolve, reject) => {
      if (lost) return reject(lost)
      const patience = setTimeout(() => {
        lost = new Error('Query read timeout')
        reject(lost)
      }, timeoutMs)
      const onEnd = (error: unknown, result?: QueryEnd) => {
        clearTimeout(patience)
        if (result) return resolve(result)
        if (isLost(error)) {
          lost = error
          onLost()
        }
        reject(error)
      }
      const name = nameOf(sql)
      if (name) client.query(new PreparedQuery({ text: sql, values: parameters, name }, onEnd))
      else client.query({ text: sql, values: parameters }, onEnd)
    })
  const release = (destroy?: boolean) => client.release(destroy || lost !== undefined)
  // Without cursors: nothing here opens one.
  return { query, release } as object as PostgresPoolClient
}

/**
 * Whether the others that are open have the same fault, and a new connection has not: the columns of a table
 * changed under a prepared statement, or the server takes no writes, and after a failover a new connection
 * reaches the one that does.
 */
const isLost = (error: unknown): boolean =>
  isPlanOutdated(error) || (error as NodeJS.ErrnoException).code === '25006'

/**
 * Statements about one row are prepared once on each connection, so PostgreSQL need not plan them each time.
 */
const statementNames = new Map<string, string>()
const maxPreparedStatements = 300

/**
 * The name under which a statement is prepared, if it is. PostgreSQL keeps the plan of a prepared statement
 * as the tables were when it was made: that is always right for a row found by its key, but with a limit or a
 * list a plan made for empty tables takes seconds later, so those are planned each time. No more than 300 are
 * named, so that connections stay small, and no inserts of several rows: each number of rows is another text,
 * and together they would take every name. A statement that is written so that only one plan is possible says
 * so (`hasOnePlan`).
 */
function nameOf(sql: string): string | undefined {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= maxPreparedStatements) return undefined
  if (dependsOnSizes.test(sql) && !sql.includes(hasOnePlan)) return undefined
  const name = `colis_${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

/** A limit, a list, or several rows: which plan is good depends on how many rows there are. */
const dependsOnSizes = /\blimit\s|\bany\s*\(|\bunnest\s*\(|\bin \(\$|\), \(/i

/** In a statement with a limit or a list: it is prepared all the same. */
const hasOnePlan = '/* one plan */'

async function withClient<T>(
  connections: ServerConnections,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const open = () => connections.client({ application_name: 'colis', keepAlive: true })
  const client = open()
  client.on('error', () => {})
  await client.connect()
  try {
    await checkSession(client, open)
    return await work({
      runScript: async (sql) => void (await client.query(sql)),
      query: async <Row>(sql: string, params?: unknown[]) => (await client.query(sql, params)).rows as Row[],
    })
  } finally {
    await client.end()
  }
}
