import pg from 'pg'

/** A process of the service, by the name that its connections to PostgreSQL have. */
export type CrashingProcess = { name: string; isDown: boolean; clients: Set<pg.Client>; crashes: number }

type Callback = (error: unknown, result?: unknown) => void
type Query = { callback?: Callback }

/** What a crash looks like to whoever waited for an answer. */
export const isCrash = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isCrash)
    : error instanceof Error &&
      /Connection terminated|not queryable|stream was destroyed|EPIPE|ECONNRESET|process is down/.test(
        error.message,
      )

/**
 * From now on statements of these processes meet a crash, with the chance that `moment` says: before they reach
 * PostgreSQL, or after they were executed and before their answer is read; those that begin and commit a transaction
 * too. Half of the crashes break one connection, the others end the process with all it has under way: nothing of it
 * reaches PostgreSQL until it is started again (`isDown`). Returns the function that ends this.
 */
export function crashConnections(
  processes: readonly CrashingProcess[],
  chance: () => number,
  perStatement: () => number,
): () => void {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const named = new Map(processes.map((process) => [process.name, process]))

  function query(this: pg.Client, ...args: unknown[]): unknown {
    const { application_name } = (this as never as { connectionParameters: { application_name: string } })
      .connectionParameters
    const process = named.get(application_name)
    const [config, values] = args as [Query | string, Callback | unknown[] | undefined]
    if (!process || typeof config === 'string') return original.apply(this, args)
    process.clients.add(this)
    const onEnd = config.callback ?? (typeof values === 'function' ? values : undefined)
    if (process.isDown) {
      breakOff(this)
      const isDown = new Error('The process is down.')
      return onEnd ? void setImmediate(onEnd, isDown) : Promise.reject(isDown)
    }
    if (chance() >= perStatement()) return original.apply(this, args)
    process.crashes += 1
    const crash = () => (chance() < 0.5 ? breakOff(this) : end(process))
    if (chance() < 0.5) {
      crash()
      return original.apply(this, args)
    }
    const unread = () => new Error('Connection terminated before the answer was read.')
    if (!onEnd)
      return (original.apply(this, args) as Promise<unknown>).finally(crash).then(() => {
        throw unread()
      })
    const onceExecuted: Callback = (error) => {
      crash()
      onEnd(error ?? unread())
    }
    if (!config.callback) return original.call(this, config, onceExecuted)
    config.callback = onceExecuted
    return original.call(this, config)
  }

  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
}

function end(process: CrashingProcess): void {
  process.isDown = true
  for (const client of process.clients) breakOff(client)
  process.clients.clear()
}

function breakOff(client: pg.Client): void {
  const { stream } = (client as never as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
}
