import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'

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

/** The fingerprint of the key that the service last started with; undefined before its first start. */
export async function findFingerprint(trx: Trx): Promise<string | undefined> {
  const row = await trx.selectFrom('sealing_keys').select('sealing_keys.fingerprint').executeTakeFirst()
  return row?.fingerprint
}

/** Forgets the stored fingerprint, so that the next start notes its own. */
export async function deleteFingerprint(trx: Trx): Promise<void> {
  await trx.deleteFrom('sealing_keys').execute()
}
