import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionBuilder } from 'kysely'
import pg from 'pg'

/**
 * A transaction that is open, and the pool that it took its connection from; before its work has begun it may take
 * another one in place of one that is lost.
 */
type Open = { pool: pg.Pool | undefined; hasBegun: boolean; isOver: boolean }

const sources = new URL('../../src/', import.meta.url).href

const open = new AsyncLocalStorage<Open>()

/**
 * Refuses a statement that leaves the transaction in which it is sent. The embedded database has one connection, so it
 * would wait there for ever; a server executes it outside the transaction, which nobody notices. A transaction that a
 * test opens is somebody else's, beside which the service works.
 */
export function refuseSecondHandle(): void {
  type Execute = (work: (trx: unknown) => Promise<unknown>) => Promise<unknown>
  const prototype = TransactionBuilder.prototype as unknown as { execute: Execute }
  const { execute } = prototype
  prototype.execute = function executeAlone(work) {
    // The first line is the error's own, the second this function's.
    const caller = new Error().stack?.split('\n')[2]
    if (!caller?.includes(sources)) return execute.call(this, work)
    const transaction: Open = { pool: undefined, hasBegun: false, isOver: false }
    const begin = (trx: unknown) => {
      transaction.hasBegun = true
      return work(trx)
    }
    return open.run(transaction, () =>
      execute.call(this, begin).finally(() => {
        transaction.isOver = true
      }),
    )
  }
  const connect = pg.Pool.prototype.connect as (...args: unknown[]) => unknown
  pg.Pool.prototype.connect = function connectOnce(this: pg.Pool, ...args: unknown[]) {
    const transaction = open.getStore()
    if (transaction && !transaction.isOver) {
      if (transaction.hasBegun && transaction.pool === this)
        throw new Error('A statement was sent outside the transaction it is in.')
      transaction.pool ??= this
    }
    return connect.apply(this, args)
  } as typeof pg.Pool.prototype.connect
}
