import { sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Asks the database for a sign of life; throws when it is away. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}
