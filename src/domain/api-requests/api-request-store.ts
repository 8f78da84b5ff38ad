import { type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'

export type ApiRequestRow = Selectable<Tables['api_requests']>

/** Which requests; what is left out selects nothing. */
export type RequestFilter = {
  /** The first digit of the status. */
  statusClass?: 2 | 3 | 4 | 5
  operation?: string
  errorCode?: string
  keyId?: string
}

/** Writes rows in one statement. */
export async function insertRequests(db: Database, rows: readonly ApiRequestRow[]): Promise<void> {
  const each = <Name extends keyof ApiRequestRow>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into api_requests (
      shop_id, id, requested_at, operation, method, route, status, error_code, request_id, key_id,
      duration_ms, unlogged_before)
    select *
    from unnest(
      ${each('shop_id')}::uuid[], ${each('id')}::uuid[], ${each('requested_at')}::timestamptz[],
      ${each('operation')}::text[], ${each('method')}::text[], ${each('route')}::text[],
      ${each('status')}::integer[], ${each('error_code')}::text[], ${each('request_id')}::text[],
      ${each('key_id')}::uuid[], ${each('duration_ms')}::integer[], ${each('unlogged_before')}::integer[])
  `.execute(db)
}

/** Requests of a shop that match the whole filter, newest first; `beforeId` continues where a page ended. */
export async function selectRequests(
  db: Database,
  shopId: string,
  { filter, limit, beforeId }: { filter: RequestFilter; limit: number; beforeId?: string | undefined },
): Promise<ApiRequestRow[]> {
  const { statusClass = 0, operation, errorCode, keyId } = filter
  return db
    .selectFrom('api_requests')
    .selectAll()
    .where('api_requests.shop_id', '=', shopId)
    .$if(beforeId !== undefined, (query) => query.where('api_requests.id', '<', beforeId ?? ''))
    .$if(statusClass > 0, (query) =>
      query
        .where('api_requests.status', '>=', statusClass * 100)
        .where('api_requests.status', '<', (statusClass + 1) * 100),
    )
    .$if(operation !== undefined, (query) => query.where('api_requests.operation', '=', operation ?? ''))
    .$if(errorCode !== undefined, (query) => query.where('api_requests.error_code', '=', errorCode ?? ''))
    .$if(keyId !== undefined, (query) => query.where('api_requests.key_id', '=', keyId ?? ''))
    .orderBy('api_requests.id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes at most `limit` requests from before `before`; returns how many. */
export const deleteOldRequests = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'api_requests', sql`api_requests.requested_at < ${before}`, limit)

/** Removes at most `limit` requests of a shop that are older than its newest `kept`; returns how many. */
export const deleteRequestsBeyond = (
  db: Database,
  { shopId, kept }: { shopId: string; kept: number },
  limit: number,
): Promise<number> =>
  deleteBatch(
    db,
    'api_requests',
    sql`api_requests.shop_id = ${shopId} and api_requests.id <= (
      select newest.id from api_requests as newest
      where newest.shop_id = ${shopId}
      order by newest.id desc
      offset ${kept} limit 1)`,
    limit,
  )
