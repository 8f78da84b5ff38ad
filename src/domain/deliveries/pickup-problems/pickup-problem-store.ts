import { type RawBuilder, sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import { lockByName } from '../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import { metersPerDegree } from '../../../base/kernel/point.ts'
import { samePlaceMeters } from '../carrying/same-place.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { PickupReason } from './pickup-problem.ts'

/** Keeps a problem; false for a second wait of one courier for one parcel. */
export async function insertProblem(
  trx: Trx,
  problem: {
    key: DeliveryKey
    id: string
    courierId: string
    reason: PickupReason
    words: string | null
    reportedAt: Date
    waitsUntil: Date | null
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('pickup_problems')
    .values({
      shop_id: problem.key.shopId,
      id: problem.id,
      delivery_id: problem.key.id,
      courier_id: problem.courierId,
      reason: problem.reason,
      words: problem.words,
      reported_at: problem.reportedAt,
      waits_until: problem.waitsUntil,
      wait_ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a courier has freed a parcel. */
export async function hasFreed(trx: Trx, { shopId, id }: DeliveryKey, courierId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('pickup_problems')
    .select('pickup_problems.id')
    .where('pickup_problems.shop_id', '=', shopId)
    .where('pickup_problems.delivery_id', '=', id)
    .where('pickup_problems.courier_id', '=', courierId)
    .where('pickup_problems.waits_until', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the wait that is under way for a parcel, and notes what it earned. */
export async function endWait(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  { at, earnedFcfa }: { at: Date; earnedFcfa: number },
): Promise<void> {
  await trx
    .updateTable('pickup_problems')
    .set({ wait_ended_at: at, earned_fcfa: earnedFcfa })
    .where('pickup_problems.shop_id', '=', shopId)
    .where('pickup_problems.delivery_id', '=', id)
    .where('pickup_problems.waits_until', 'is not', null)
    .where('pickup_problems.wait_ended_at', 'is', null)
    .execute()
}

/**
 * Holds what the waits of a courier earn until the transaction ends: of two that end at once the second sees
 * what the first has earned. It is taken by whoever holds the delivery, and by nobody who holds what a
 * courier carries, so that nobody waits in a circle.
 */
export async function lockWaits(trx: Trx, courierId: string): Promise<void> {
  await lockByName(trx, `waits ${courierId}`)
}

/** SQL: the metres between the pickups of two deliveries, on a plane. */
const metersBetween = (one: string, other: string) => {
  const [lat, lng] = [sql.ref(`${one}.pickup_lat`), sql.ref(`${one}.pickup_lng`)]
  const up = sql`${lat} - ${sql.ref(`${other}.pickup_lat`)}`
  const across = sql`(${lng} - ${sql.ref(`${other}.pickup_lng`)}) * cos(radians(${lat}))`
  return sql`${sql.lit(metersPerDegree)} * sqrt(power(${up}, 2) + power(${across}, 2))`
}

/** SQL: waits of the courier of a parcel in `deliveries` at its pickup, for others than it. */
const waitsBeside = sql`
  pickup_problems as beside
  join deliveries as fetched
    on fetched.shop_id = beside.shop_id and fetched.id = beside.delivery_id
    and ${metersBetween('fetched', 'deliveries')} <= ${sql.lit(samePlaceMeters)}
  where beside.shop_id = deliveries.shop_id and beside.courier_id = deliveries.courier_id
    and beside.delivery_id <> deliveries.id and beside.waits_until is not null`

/**
 * SQL: whether the courier of a parcel in `deliveries`, who waits for it, has earned the fee of a wait for
 * another at the same place that had not ended when this one began.
 */
export const isWaitPaidBeside = sql<boolean>`exists (
  select from pickup_problems as own
  where own.shop_id = deliveries.shop_id and own.delivery_id = deliveries.id
    and own.courier_id = deliveries.courier_id and own.waits_until is not null
    and exists (
      select from ${waitsBeside} and beside.earned_fcfa > 0 and beside.wait_ended_at >= own.reported_at
    )
)`

/** Whether the fee of the wait for this parcel is earned with another already, see `isWaitPaidBeside`. */
export const hasEarnedBeside = (trx: Trx, key: DeliveryKey): Promise<boolean> =>
  isTrueOf(trx, key, isWaitPaidBeside)

/** Whether the courier of this parcel waits at its pickup for another already. */
export const waitsForAnother = (trx: Trx, key: DeliveryKey): Promise<boolean> =>
  isTrueOf(trx, key, sql<boolean>`exists (select from ${waitsBeside} and beside.wait_ended_at is null)`)

async function isTrueOf(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', id)
    .where(condition)
    .executeTakeFirst()
  return row !== undefined
}

/** One problem, as the story of its delivery tells it. */
export type PickupProblem = Pick<Tables['pickup_problems'], 'reason' | 'words'> & {
  reportedAt: Date
  courierId: string
  waitsUntil: Date | null
}

/** How many problems of one delivery are told; the last ones. */
const maxTold = 50

/** What kept couriers from taking a parcel, in the order in which they said it. */
export async function listProblems(db: Database, { shopId, id }: DeliveryKey): Promise<PickupProblem[]> {
  const rows = await db
    .selectFrom('pickup_problems')
    .select([
      'pickup_problems.reason',
      'pickup_problems.words',
      'pickup_problems.reported_at as reportedAt',
      'pickup_problems.courier_id as courierId',
      'pickup_problems.waits_until as waitsUntil',
    ])
    .where('pickup_problems.shop_id', '=', shopId)
    .where('pickup_problems.delivery_id', '=', id)
    .orderBy('pickup_problems.reported_at', 'desc')
    .orderBy('pickup_problems.id', 'desc')
    .limit(maxTold)
    .execute()
  return rows.reverse()
}

/** How many parcels a courier freed since a moment, and how often they waited. */
export async function countProblems(
  db: Database,
  courierId: string,
  since: Date,
): Promise<{ freed: number; waited: number }> {
  const { rows } = await sql<{ freed: number; waited: number }>`
    select
      count(*) filter (where pickup_problems.waits_until is null)::integer as freed,
      count(*) filter (where pickup_problems.waits_until is not null)::integer as waited
    from pickup_problems
    where pickup_problems.courier_id = ${courierId}::uuid
      and pickup_problems.reported_at >= ${since}::timestamptz
  `.execute(db)
  return rows[0] ?? { freed: 0, waited: 0 }
}

/** A wait that its courier was paid for. */
export type EarnedWait = {
  id: string
  shopId: string
  deliveryId: string
  courierId: string
  earnedFcfa: number
  endedAt: Date
}

/** The waits of these deliveries that were earned, each once, in one order. */
export async function listEarnedWaits(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<(EarnedWait & { currency: 'XOF' | 'XAF' })[]> {
  const { rows } = await sql<EarnedWait & { currency: 'XOF' | 'XAF' }>`
    select
      pickup_problems.id, pickup_problems.shop_id as "shopId", pickup_problems.delivery_id as "deliveryId",
      pickup_problems.courier_id as "courierId", pickup_problems.earned_fcfa as "earnedFcfa",
      pickup_problems.wait_ended_at as "endedAt", deliveries.currency
    from pickup_problems
    join deliveries
      on deliveries.shop_id = pickup_problems.shop_id and deliveries.id = pickup_problems.delivery_id
    where pickup_problems.earned_fcfa > 0
      and (pickup_problems.shop_id, pickup_problems.delivery_id) in (
        select events.shop_id, events.delivery_id
        from ${keyRows(events)} as handed (shop_id, id)
        join events on events.shop_id = handed.shop_id and events.id = handed.id
      )
    order by pickup_problems.wait_ended_at, pickup_problems.id
  `.execute(trx)
  return rows
}
