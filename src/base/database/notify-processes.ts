import { sql } from 'kysely'
import type { ChangedTopic, Database } from './open-database.ts'

/** Notifies every process of a change. */
export async function notifyProcesses(db: Database, topic: ChangedTopic): Promise<void> {
  await sql`select pg_notify('colis_changed', ${topic})`.execute(db)
}
