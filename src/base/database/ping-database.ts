import { sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Checks that the database responds; throws when it is unavailable. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}
