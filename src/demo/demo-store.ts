import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'

/** Whether nobody has put a shop or a city in the database yet. */
export async function isUntouched(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    select not exists (select from shops) and not exists (select from cities) as is_untouched
  `.execute(db)
  return rows[0]?.is_untouched ?? false
}
