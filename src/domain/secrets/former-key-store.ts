import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'

type FormerKeyRow = Selectable<Tables['former_keys']>

/** Every key that is kept, the newest first. */
export async function listFormerKeys(db: Database | Trx): Promise<FormerKeyRow[]> {
  return db.selectFrom('former_keys').selectAll().orderBy('former_keys.kept_at', 'desc').execute()
}

/** Keeps a key, or keeps it sealed anew. */
export async function saveFormerKey(trx: Trx, key: FormerKeyRow): Promise<void> {
  await trx
    .insertInto('former_keys')
    .values(key)
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'fingerprint']).doUpdateSet({ sealed_key: key.sealed_key }),
    )
    .execute()
}
