import { sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Tells every process that there are events that wait for their positions. */
export async function announceEvents(db: Database): Promise<void> {
  await sql`select pg_notify('colis_changed', 'events')`.execute(db)
}
