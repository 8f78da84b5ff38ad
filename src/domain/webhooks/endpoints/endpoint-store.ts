import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'

export type EndpointRow = Selectable<Tables['webhook_endpoints']>

/** The key of an endpoint; with another shop's identifier it is not found. */
export type EndpointKey = { shopId: string; id: string }

/** Inserts an endpoint, unless its shop has one with this address already; returns whether it did. */
export async function insertEndpoint(trx: Trx, endpoint: EndpointRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('webhook_endpoints')
    .values(endpoint)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The endpoint of a shop that calls this address; undefined when none does. */
export async function findEndpointByUrl(
  db: Database | Trx,
  shopId: string,
  url: string,
): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.url', '=', url)
    .where('webhook_endpoints.removed_at', 'is', null)
    .executeTakeFirst()
}

/** How many endpoints a shop has; its row is locked, so that two additions at once are counted. */
export async function countEndpoints(trx: Trx, shopId: string): Promise<number> {
  await trx.selectFrom('shops').select('shops.id').where('shops.id', '=', shopId).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findEndpoint(
  db: Database | Trx,
  { shopId, id }: EndpointKey,
): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .executeTakeFirst()
}

/** Reads an endpoint and locks it against other changes; events can still be enqueued for it meanwhile. */
export async function lockEndpoint(trx: Trx, { shopId, id }: EndpointKey): Promise<EndpointRow | undefined> {
  return trx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The endpoint of any shop with this identifier: only for the operator, who may read all of them. */
export async function findEndpointForOperator(db: Database, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .executeTakeFirst()
}

/** At most `limit` endpoints of all shops that are not removed, by their ids, after this one. */
export async function listEndpointsAfter(db: Database, after: string, limit: number): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.id', '>', after)
    .where('webhook_endpoints.removed_at', 'is', null)
    .orderBy('webhook_endpoints.id')
    .limit(limit)
    .execute()
}

type SealedSecrets = Pick<EndpointRow, 'sealed_secret' | 'sealed_previous_secret'>

/** Keeps the secrets of an endpoint sealed anew, unless it was given another one meanwhile. */
export async function replaceSealed(
  db: Database,
  { shop_id, id, sealed_secret }: EndpointRow,
  anew: SealedSecrets,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(anew)
    .where('webhook_endpoints.shop_id', '=', shop_id)
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.sealed_secret', '=', sealed_secret)
    .execute()
}

/** The endpoints of a shop, the oldest first. */
export async function listEndpoints(db: Database, shopId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.removed_at', 'is', null)
    .orderBy('webhook_endpoints.id')
    .execute()
}

/**
 * Endpoints of all shops that failed when they were last called and are not paused, the longest failing
 * first.
 */
export async function listFailingOfAllShops(db: Database, limit: number): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.removed_at', 'is', null)
    .where('webhook_endpoints.failing_since', 'is not', null)
    .where('webhook_endpoints.paused_at', 'is', null)
    .orderBy('webhook_endpoints.failing_since')
    .limit(limit)
    .execute()
}

/** Every endpoint that may be called now: neither removed nor disabled nor paused. */
export async function listActiveEndpoints(db: Database): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('webhook_endpoints.removed_at', 'is', null)
    .where('webhook_endpoints.disabled_at', 'is', null)
    .where('webhook_endpoints.paused_at', 'is', null)
    .execute()
}

export async function setEndpoint(
  db: Database | Trx,
  { shopId, id }: EndpointKey,
  change: Updateable<Tables['webhook_endpoints']>,
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Pauses every endpoint that is not paused yet; returns how many. */
export async function pauseEveryEndpoint(trx: Trx, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_endpoints')
    .set({ paused_at: now })
    .where('webhook_endpoints.removed_at', 'is', null)
    .where('webhook_endpoints.paused_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Reads and locks the endpoints whose health may change: those that failed, and those that succeeded after
 * having failed. They are locked in one order, and without blocking foreign keys that refer to them, so that
 * two writers never deadlock.
 */
export async function lockEndpointsForHealth(
  trx: Trx,
  endpoints: readonly (EndpointKey & { hasFailed: boolean })[],
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select webhook_endpoints.*
    from unnest(
      ${endpoints.map(({ shopId }) => shopId)}::uuid[],
      ${endpoints.map(({ id }) => id)}::uuid[],
      ${endpoints.map(({ hasFailed }) => hasFailed)}::boolean[]
    ) as verified (shop_id, id, has_failed)
    join webhook_endpoints
      on webhook_endpoints.shop_id = verified.shop_id and webhook_endpoints.id = verified.id
    where verified.has_failed or webhook_endpoints.failing_since is not null
    order by webhook_endpoints.id
    for no key update of webhook_endpoints
  `.execute(trx)
  return rows
}

/**
 * Puts a new sealed secret in place; the one before stays valid until `previousUntil`, or ends now. Changes
 * nothing and returns undefined when it is to stay valid while an earlier one still is at `now`.
 */
export async function replaceSecret(
  db: Database | Trx,
  { shopId, id }: EndpointKey,
  { sealedSecret, previousUntil, now }: { sealedSecret: string; previousUntil: Date | null; now: Date },
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoints')
    .set((eb) => ({
      sealed_secret: sealedSecret,
      sealed_previous_secret: previousUntil ? eb.ref('webhook_endpoints.sealed_secret') : null,
      previous_secret_until: previousUntil,
    }))
    .where('webhook_endpoints.shop_id', '=', shopId)
    .where('webhook_endpoints.id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .$if(previousUntil !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('webhook_endpoints.previous_secret_until', 'is', null),
          eb('webhook_endpoints.previous_secret_until', '<=', now),
        ]),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The e-mail address of a shop's owner; null while it is unknown. */
export async function ownerEmailOf(trx: Trx, shopId: string): Promise<string | null> {
  const shop = await trx
    .selectFrom('shops')
    .select('shops.owner_email')
    .where('shops.id', '=', shopId)
    .executeTakeFirst()
  return shop?.owner_email ?? null
}
