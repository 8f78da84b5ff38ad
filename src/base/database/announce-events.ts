import { sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Notifies every process that events wait for their positions. */
export async function announceEvents(db: Database): Promise<void> {
  await sql`select pg_notify('colis_changed', 'events')`.execute(db)
}
