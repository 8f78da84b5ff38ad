import pg from 'pg'
import { SettingsRefused } from '../kernel/setting.ts'
import { readServerAddress, settingsIn } from './server-address.ts'

/**
 * How connections to the servers of an address are made; shared by everything that opens some (decision 288).
 */
export type ServerConnections = {
  /**
   * What a pool is made with: each new connection leads to a server that takes writes, and has these
   * settings.
   */
  poolOptions(settings: Record<string, string | number>): pg.PoolConfig
  /** A client that leads to a server that takes writes, to be connected. */
  client(options: pg.ClientConfig): pg.Client
}

/** How long a session may take to begin, as at a start: no request waits for it. */
const sessionTimeoutMs = 60_000

/** Nobody who shares a connection with us could work on it. */
const transactionPooling =
  'DATABASE_URL leads to a pooler that lends connections by transaction (PgBouncer with ' +
  'pool_mode=transaction), on which nothing can be listened to, prepared or locked: ' +
  'set pool_mode=session there, or name PostgreSQL itself'

/**
 * Connections to the server of `url` or, where it names several, to the first that takes writes: it is looked
 * for at the start, and again after a connection to it failed or turned out to be read-only.
 */
export function serverConnections(url: string, timeoutMs: number): ServerConnections {
  const { urls, mustTakeWrites } = readServerAddress(url)
  const given = settingsIn(url)
  let found: Promise<string> | undefined

  /** The address of a server that takes writes; whoever asks meanwhile waits for the same answer. */
  function find(): Promise<string> {
    found ??= firstThatTakesWrites(urls, timeoutMs).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }

  class Client extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connectToFound()
      if (!callback) return connecting
      connecting.then(() => (callback as (error?: Error) => void)(), callback)
      return undefined
    }

    async #connectToFound(): Promise<pg.Client> {
      // A connection that breaks fails what is under way on it; an unhandled `error` would end the process.
      this.on('error', () => {})
      if (urls.length > 1) {
        const { host, port } = new pg.Client({ connectionString: await find() })
        Object.assign(this, { host, port })
      }
      try {
        await super.connect()
        if (mustTakeWrites) await checkTakesWrites(this, timeoutMs)
        return this
      } catch (error) {
        found = undefined
        void this.end().catch(() => {})
        throw error
      }
    }
  }

  return {
    poolOptions: (settings) => ({
      connectionString: urls[0],
      Client: Client as never,
      onConnect: async (client: pg.ClientBase) => {
        const own = Object.entries(settings).filter(([name]) => !given.has(name))
        // Not when a connection begins (`options`): poolers refuse what they do not know.
        const text =
          'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as own (name, value)'
        const values = [own.map(([name]) => name), own.map(([, value]) => String(value))]
        await client.query({ text, values, query_timeout: timeoutMs } as pg.QueryConfig)
      },
    }),
    client: (options) =>
      new Client({ connectionTimeoutMillis: sessionTimeoutMs, ...options, connectionString: urls[0] }),
  }
}

/** Asks all at once and takes the first of them, in their order, that takes writes. */
async function firstThatTakesWrites(urls: readonly string[], timeoutMs: number): Promise<string> {
  const answers = urls.map((url) => takesWrites(url, timeoutMs).then(() => url, asError))
  const reasons: string[] = []
  for (const asked of answers) {
    const answer = await asked
    if (typeof answer === 'string') return answer
    reasons.push(answer.message)
  }
  throw cannotConnectNow(`No server of DATABASE_URL takes writes: ${reasons.join('; ')}`)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

async function takesWrites(url: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs / 2 })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkTakesWrites(client, timeoutMs / 2)
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkTakesWrites(client: pg.Client, timeoutMs: number): Promise<void> {
  const text = 'show transaction_read_only'
  const { rows } = await client.query({ text, query_timeout: timeoutMs } as pg.QueryConfig)
  if (rows[0]?.transaction_read_only !== 'off')
    throw cannotConnectNow(`The server ${client.host}:${client.port} is read-only.`)
}

/** As the error of a server that is starting: the caller may try again. */
const cannotConnectNow = (message: string): Error => Object.assign(new Error(message), { code: '57P03' })

/**
 * Makes sure that a connection is a session of one server process. A pooler shows in that process having
 * another number than the connection was told, and lending by transaction in that it is lent to a second
 * connection too. Throws SettingsRefused.
 */
export async function checkSession(client: pg.Client, other: () => pg.Client): Promise<void> {
  const mine = await processOf(client)
  if (mine === (client as unknown as { processID: number }).processID) return
  const second = other()
  second.on('error', () => {})
  await second.connect()
  try {
    for (let time = 0; time < 3; time += 1)
      if ((await processOf(second)) === (await processOf(client)))
        throw new SettingsRefused([transactionPooling])
  } finally {
    await second.end()
  }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
