import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'

/** When a key was used, and from which network. */
export type KeyUse = { shopId: string; keyId: string; usedAt: Date; usedFrom: string }

/**
 * Writes the last use of each of these keys, of which none comes twice; an older one than the stored one
 * changes nothing. Rows are locked in one order, so that processes that write the same keys never deadlock.
 */
export async function saveKeyUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    insert into api_key_uses as kept (shop_id, key_id, used_at, used_from)
    select used.shop_id, used.key_id, used.used_at, used.used_from
    from unnest(
      ${uses.map(({ shopId }) => shopId)}::uuid[], ${uses.map(({ keyId }) => keyId)}::uuid[],
      ${uses.map(({ usedAt }) => usedAt)}::timestamptz[], ${uses.map(({ usedFrom }) => usedFrom)}::text[]
    ) as used (shop_id, key_id, used_at, used_from)
    order by used.shop_id, used.key_id
    on conflict (shop_id, key_id) do update set used_at = excluded.used_at, used_from = excluded.used_from
    where kept.used_at <= excluded.used_at
  `.execute(db)
}

/** The last uses of the keys of a shop that were used, by their ids. */
export async function listKeyUses(db: Database, shopId: string): Promise<Map<string, KeyUse>> {
  const rows = await db
    .selectFrom('api_key_uses')
    .select([
      'api_key_uses.shop_id as shopId',
      'api_key_uses.key_id as keyId',
      'api_key_uses.used_at as usedAt',
      'api_key_uses.used_from as usedFrom',
    ])
    .where('api_key_uses.shop_id', '=', shopId)
    .execute()
  return new Map(rows.map((use) => [use.keyId, use]))
}
