import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { OnOutage, OutageWatch } from './watch-outages.ts'

/**
 * The one PostgreSQL behind everything, embedded (PGlite) or on a server: the same SQL runs on both. This
 * folder opens it, migrates it and recognises when it is unavailable; every room lists the columns of its own
 * tables in its `*-tables.ts`, and reads and writes them through its `*-store.ts`.
 */
export type Database = Kysely<Tables>

/** What a function takes when it must run inside its caller's transaction. */
export type Trx = Transaction<Tables>

/**
 * What changed, as processes are notified: a cache is stale, events wait for their positions (`events`) or
 * were given them (`sequenced`) and can be read; something may have become due (`due`); `all` after a gap in
 * listening.
 */
export type ChangedTopic =
  | 'shops'
  | 'prices'
  | 'blocked-customers'
  | 'maps'
  | 'rules'
  | 'webhooks'
  | 'deliveries'
  | 'events'
  | 'sequenced'
  | 'due'
  | 'all'

/** Runs statements on one connection that nothing else uses meanwhile. */
export type Session = {
  runScript(sql: string): Promise<void>
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>
}

/** `pool` is what its connections are for; the embedded database has none. */
export type PoolState = { pool: 'work' | 'lookups' | 'outages'; open: number; idle: number; waiting: number }

export type HoldOptions = {
  /** Which lock; the same in every process. */
  key: number
  /** Whoever has shown nothing for so long has it no longer, in ms; twelve seconds where left out. */
  silentMs?: number
  /** Called when this process has it. */
  onHeld: () => void
  /** Called when it has it no longer: its connection broke, or others took it from a process that stood still. */
  onLost: () => void
}

/** A lock that one process at a time holds, for as long as it lives. */
type HeldLock = {
  /** Resolves once it is known whether this process has it, or that nobody can be asked. */
  asked: Promise<void>
  /** Gives it back, or stops asking for it. */
  stop(): Promise<void>
}

/** A connection that a process keeps for itself for as long as it runs; the embedded database needs none. */
export type OwnSession = {
  /**
   * Asks for a lock that one process at a time holds; the embedded database belongs to one process, which
   * has it at once.
   */
  hold(options: HoldOptions): HeldLock
  stop(): Promise<void>
}

export type OpenDatabase = {
  db: Database
  /**
   * The same over a few connections of their own, for what every request asks first: a table that others lock
   * takes none of them. `db` itself where there is only one connection.
   */
  lookups: Database
  kind: 'embedded' | 'server'
  /** Whether the database can be used, and the outage that lasts. */
  outages: OutageWatch
  /** How many connections each pool has, how many of them nobody uses, and how many wait for one. */
  pools(): readonly PoolState[]
  /** One connection without a statement time-out, for migrations and upkeep. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Calls `onChange` after each committed change of a topic, made by any process, on a connection that this
   * process keeps for itself.
   */
  listen(onChange: (topic: ChangedTopic) => void): Promise<OwnSession>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** `postgres://…`, `file:<folder>` or `memory:`. */
  url: string
  poolSize: number
  /** The time-out of a statement and of a new connection; a lock is waited for half as long. */
  timeoutMs: number
  /** Called with errors that were recovered from, such as a lost connection. */
  onError: (message: string, error: unknown) => void
  /** Called when an outage begins and when it is over. */
  onOutage?: OnOutage
  /**
   * How long to wait for a folder that another process holds; default: until a process that was stopped is
   * gone.
   */
  folderPatienceMs?: number
}

/**
 * Opens the database that `url` names, and loads only its driver: the embedded one is large. Throws
 * FolderInUse when another process holds the folder.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, folderPatienceMs } = options
  if (url.startsWith('postgres')) {
    const { openServerDatabase } = await import('./server-database.ts')
    return openServerDatabase(options)
  }
  const { openEmbeddedDatabase } = await import('./embedded-database.ts')
  return openEmbeddedDatabase({
    ...(url !== 'memory:' && { folder: embeddedFolder(url) }),
    ...(folderPatienceMs !== undefined && { folderPatienceMs }),
    ...(options.onOutage && { onOutage: options.onOutage }),
  })
}

/** The data folder of a `file:` address. */
export const embeddedFolder = (url: string): string => url.slice('file:'.length)
