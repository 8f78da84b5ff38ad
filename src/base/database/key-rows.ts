import { type RawBuilder, sql } from 'kysely'

/** A row for each of these keys, as in `from ${keyRows(events)} as handed (shop_id, id)`. */
export const keyRows = (keys: readonly { shopId: string; id: string }[]): RawBuilder<unknown> =>
  sql`unnest(${keys.map(({ shopId }) => shopId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`
