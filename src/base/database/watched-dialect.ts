import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import type { OutageWatch } from './watch-outages.ts'

/**
 * A dialect whose connections and statements tell the watch of their errors, and ask it before they write.
 */
export const watchedDialect = (dialect: Dialect, watch: OutageWatch): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createDriver: () => watchDriver(dialect.createDriver(), watch),
})

function watchDriver(driver: Driver, watch: OutageWatch): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  // The drivers hand out one object for each connection again and again.
  const watched = new WeakSet<DatabaseConnection>()
  driver.acquireConnection = async (options) => {
    const connection = await noting(watch, () => acquire(options))
    if (!watched.has(connection)) watchConnection(connection, watch)
    watched.add(connection)
    return connection
  }
  return driver
}

function watchConnection(connection: DatabaseConnection, watch: OutageWatch): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, options) => {
    watch.refuseWrite(query.sql)
    return noting(watch, () => execute(query, options))
  }
}

async function noting<T>(watch: OutageWatch, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    watch.note(error)
    throw error
  }
}
