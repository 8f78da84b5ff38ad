import type { RawBuilder } from 'kysely'
import type { OpenDatabase } from './open-database.ts'

/** Runs one statement on a connection without a time-out: for what reads much, and says how much at most. */
export function runInSession<Row>(database: OpenDatabase, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(database.db)
  return database.withSession((session) => session.query<Row>(text, [...parameters]))
}
