import type { Database, Trx } from '../../../base/database/open-database.ts'

/** The files of a shop, by their headings, of which choices are kept: the newest. */
const maxKept = 50

/** A row of headings of a shop’s files. */
export type OrderFileKey = { shopId: string; headingsSha256: string }

/** What was said of the columns of files with these headings, as the door that asked wrote it. */
export async function findOrderColumns(db: Database, key: OrderFileKey): Promise<unknown> {
  const row = await db
    .selectFrom('order_file_columns')
    .select('order_file_columns.choices')
    .where('order_file_columns.shop_id', '=', key.shopId)
    .where('order_file_columns.headings_sha256', '=', key.headingsSha256)
    .executeTakeFirst()
  return row?.choices
}

/** Writes what is said of them in place of what was said before, and forgets the oldest beyond `maxKept`. */
export async function saveOrderColumns(
  trx: Trx,
  key: OrderFileKey,
  choices: object,
  now: Date,
): Promise<void> {
  const columns = { choices: JSON.stringify(choices), chosen_at: now }
  await trx
    .insertInto('order_file_columns')
    .values({ shop_id: key.shopId, headings_sha256: key.headingsSha256, ...columns })
    .onConflict((conflict) => conflict.columns(['shop_id', 'headings_sha256']).doUpdateSet(columns))
    .execute()
  const kept = trx
    .selectFrom('order_file_columns as newest')
    .select('newest.headings_sha256')
    .where('newest.shop_id', '=', key.shopId)
    .orderBy('newest.chosen_at', 'desc')
    .orderBy('newest.headings_sha256')
    .limit(maxKept)
  await trx
    .deleteFrom('order_file_columns')
    .where('order_file_columns.shop_id', '=', key.shopId)
    .where('order_file_columns.headings_sha256', 'not in', kept)
    .execute()
}
