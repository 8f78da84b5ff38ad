import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseAway } from './database-error.ts'
import type { ChangedTopic, DatabaseOptions, HoldOptions, OwnSession } from './open-database.ts'
import type { ServerConnections } from './server-connections.ts'
import type { OutageWatch } from './watch-outages.ts'

/** How often the connection is probed, in ms, which also shows that this process lives. */
const probeEveryMs = 5_000
/** How often who waits for the lock asks for it: it is taken over so soon after a process ended. */
const askEveryMs = 1_500
/** Who shows nothing for so long stands still, though their connection is open (SIGSTOP). */
const defaultSilentMs = 12_000

/**
 * Keeps a connection that listens to `colis_changed` and holds what one process at a time may hold: the
 * server gives that to another as soon as the connection ends, which it does when a process ends in whatever
 * way. A process that stands still keeps its connection, so who waits ends it when nothing was heard on it
 * for twelve seconds. When the connection breaks it is opened again and, since notices of the gap are lost,
 * everything is then marked stale.
 */
export async function openOwnSession(
  { timeoutMs, onError }: DatabaseOptions,
  { connections, outages }: { connections: ServerConnections; outages: OutageWatch },
  onChange: (topic: ChangedTopic) => void,
): Promise<OwnSession> {
  const stopped = new AbortController()
  let current: pg.Client | undefined
  let held: Held | undefined
  let endPause = () => {}

  async function connect(): Promise<void> {
    const client = connections.client({
      application_name: 'colis-listen',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onChange(payload as ChangedTopic))
    await client.connect()
    try {
      await client.query('listen colis_changed')
    } catch (error) {
      await client.end()
      throw error
    }
    current = client
    client.once('end', () => void reconnect())
    void watch(client)
  }

  /**
   * A half-open connection receives nothing and raises no error, and one to a server that has become a
   * standby hears of nothing either, so it is probed now and then: by asking for the lock, while that is
   * waited for.
   */
  async function watch(client: pg.Client): Promise<void> {
    while (current === client) {
      const wanted = held && !held.isHeld ? held : undefined
      const answer = await probe(client, wanted)
      if (current !== client || stopped.signal.aborted) return
      if (answer?.isReadOnly !== 'off') {
        held?.lose()
        return void client.end().catch(() => {})
      }
      if (wanted && answer.isTaken) await (held === wanted ? wanted.take() : release(client, wanted))
      wanted?.asked.resolve()
      // One that was asked for meanwhile is asked for at once.
      if (held === undefined || held.isHeld) await pause(probeEveryMs)
      else if (held === wanted) await pause(askEveryMs)
    }
  }

  const probe = (client: pg.Client, wanted: Held | undefined): Promise<Probed | undefined> =>
    (wanted
      ? client.query<Probed>(takeLock, [wanted.key, wanted.silentMs])
      : client.query<Probed>(showLife)
    ).then(
      ({ rows }) => rows[0],
      () => undefined,
    )

  const release = async (client: pg.Client, { key }: Held): Promise<void> => {
    await client.query(giveBack, [key]).catch(() => {})
  }

  /** Waits, until a lock is asked for or everything is stopped at the latest. */
  async function pause(ms: number): Promise<void> {
    const ended = new AbortController()
    endPause = () => ended.abort()
    await wait(ms, undefined, { ref: false, signal: ended.signal }).catch(() => {})
  }

  async function reconnect(): Promise<void> {
    current = undefined
    held?.lose()
    held?.asked.resolve()
    while (!stopped.signal.aborted) {
      try {
        await connect()
        return onChange('all')
      } catch (error) {
        outages.note(error)
        if (!isDatabaseAway(error))
          onError('The connection that listens for changes could not be opened; trying again.', error)
        await wait(500, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
      }
    }
  }

  await connect()
  return {
    hold: (options) => {
      const mine = heldBy(options)
      held = mine
      endPause()
      if (!current) mine.asked.resolve()
      return {
        asked: mine.asked.promise,
        stop: async () => {
          held = undefined
          mine.asked.resolve()
          if (mine.isHeld && current) await release(current, mine)
        },
      }
    },
    stop: async () => {
      stopped.abort()
      endPause()
      const client = current
      current = undefined
      await client?.end()
    },
  }
}

type Probed = { isReadOnly: string; isTaken?: boolean }

/** The lock that is asked for, and whether this process has it. */
type Held = ReturnType<typeof heldBy>

function heldBy({ key, silentMs = defaultSilentMs, onHeld, onLost }: HoldOptions) {
  const lock = {
    key,
    silentMs,
    isHeld: false,
    asked: Promise.withResolvers<void>(),
    take: () => {
      lock.isHeld = true
      onHeld()
    },
    lose: () => {
      if (!lock.isHeld) return
      lock.isHeld = false
      onLost()
    },
  }
  return lock
}

const showLife = `select current_setting('transaction_read_only') as "isReadOnly"`

/** Where others have the lock, ends their session if nothing was heard on it for long; nobody else's. */
const takeLock = `
  with taken as materialized (select pg_try_advisory_lock($1::bigint) as "isTaken")
  select
    current_setting('transaction_read_only') as "isReadOnly", taken."isTaken",
    case when not taken."isTaken" then (
      select count(pg_terminate_backend(holder.pid))
      from pg_locks
      join pg_stat_activity as holder on holder.pid = pg_locks.pid
      where pg_locks.locktype = 'advisory' and pg_locks.granted and pg_locks.objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (pg_locks.classid::bigint << 32) + pg_locks.objid::bigint = $1::bigint
        and holder.state = 'idle'
        and holder.state_change < clock_timestamp() - $2::integer * interval '1 millisecond'
    ) end as ended
  from taken`

const giveBack = 'select pg_advisory_unlock($1::bigint)'
