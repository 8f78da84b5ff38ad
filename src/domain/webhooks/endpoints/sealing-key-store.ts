import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'

/** The stored fingerprint of the key that the service seals with; when there is none yet, `own` is stored. */
export async function savedFingerprint(db: Database, own: string, now: Date): Promise<string> {
  await db
    .insertInto('sealing_keys')
    .values({ fingerprint: own, noted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { fingerprint } = await db
    .selectFrom('sealing_keys')
    .select('sealing_keys.fingerprint')
    .executeTakeFirstOrThrow()
  return fingerprint
}

/** Replaces the stored fingerprint. */
export async function replaceFingerprint(db: Database, fingerprint: string, now: Date): Promise<void> {
  await sql`
    insert into sealing_keys (fingerprint, noted_at) values (${fingerprint}, ${now})
    on conflict (is_current) do update set fingerprint = excluded.fingerprint, noted_at = excluded.noted_at
  `.execute(db)
}
