import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Due } from '../../../base/database/first-due.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'

export type PayoutChangeRow = Selectable<Tables['payout_phone_changes']>
export type PayoutChangeKey = { shopId: string; id: string }

export async function insertPayoutChange(
  trx: Trx,
  change: Insertable<Tables['payout_phone_changes']>,
): Promise<PayoutChangeRow> {
  return trx.insertInto('payout_phone_changes').values(change).returningAll().executeTakeFirstOrThrow()
}

/** The change of a shop that was requested last, whatever became of it. */
export async function findLastPayoutChange(
  db: Database | Trx,
  shopId: string,
): Promise<PayoutChangeRow | undefined> {
  return db
    .selectFrom('payout_phone_changes')
    .selectAll()
    .where('payout_phone_changes.shop_id', '=', shopId)
    .orderBy('payout_phone_changes.requested_at', 'desc')
    .orderBy('payout_phone_changes.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The change of a shop that has neither taken effect nor been cancelled; its code may have expired. */
export async function findOpenPayoutChange(
  db: Database | Trx,
  shopId: string,
): Promise<PayoutChangeRow | undefined> {
  return db
    .selectFrom('payout_phone_changes')
    .selectAll()
    .where('payout_phone_changes.shop_id', '=', shopId)
    .where('payout_phone_changes.applied_at', 'is', null)
    .where('payout_phone_changes.cancelled_at', 'is', null)
    .executeTakeFirst()
}

/** When the changes of a shop were requested that were requested after `since`, the oldest first. */
export async function listRequestTimes(trx: Trx, shopId: string, since: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('payout_phone_changes')
    .select('payout_phone_changes.requested_at')
    .where('payout_phone_changes.shop_id', '=', shopId)
    .where('payout_phone_changes.requested_at', '>', since)
    .orderBy('payout_phone_changes.requested_at')
    .execute()
  return rows.map((row) => row.requested_at)
}

/** Changes a change that has not ended; undefined when it has. The shop is locked. */
export async function setPayoutChange(
  trx: Trx,
  { shopId, id }: PayoutChangeKey,
  change: Updateable<Tables['payout_phone_changes']>,
): Promise<PayoutChangeRow | undefined> {
  return trx
    .updateTable('payout_phone_changes')
    .set(change)
    .where('payout_phone_changes.shop_id', '=', shopId)
    .where('payout_phone_changes.id', '=', id)
    .where('payout_phone_changes.applied_at', 'is', null)
    .where('payout_phone_changes.cancelled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Cancels whatever change of a shop is open; undefined when there is none. The shop is locked. */
export async function cancelOpenPayoutChange(
  trx: Trx,
  shopId: string,
  now: Date,
): Promise<PayoutChangeRow | undefined> {
  const open = await findOpenPayoutChange(trx, shopId)
  return open && setPayoutChange(trx, { shopId, id: open.id }, { cancelled_at: now })
}

/** At most `limit` changes that are to take effect at `now`, the longest due first. */
export async function listDuePayoutChanges(
  db: Database,
  now: Date,
  limit: number,
): Promise<PayoutChangeKey[]> {
  return db
    .selectFrom('payout_phone_changes')
    .select(['payout_phone_changes.shop_id as shopId', 'payout_phone_changes.id'])
    .where('payout_phone_changes.takes_effect_at', '<=', now)
    .where('payout_phone_changes.applied_at', 'is', null)
    .where('payout_phone_changes.cancelled_at', 'is', null)
    .orderBy('payout_phone_changes.takes_effect_at')
    .limit(limit)
    .execute()
}

/**
 * Removes at most `limit` requests from before `before` that never had an effect, nor will; returns how many.
 */
export const deleteVainPayoutChanges = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'payout_phone_changes',
    sql`payout_phone_changes.requested_at < ${before} and payout_phone_changes.applied_at is null
      and (payout_phone_changes.confirmed_at is null or payout_phone_changes.cancelled_at is not null)`,
    limit,
  )

/** When the first change of a payout number takes effect. */
export const payoutChangesDue: Due = sql`
  select payout_phone_changes.takes_effect_at
  from payout_phone_changes
  where payout_phone_changes.applied_at is null and payout_phone_changes.cancelled_at is null
  order by payout_phone_changes.takes_effect_at
  limit 1`
