import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../contract/vocabulary.ts'
import { paymentTransitions } from '../../money/payments/payment-status.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { deliveryTransitions, isFinal } from '../delivery-status.ts'
import { statusesOf } from '../delivery-store.ts'

/** What a shop has to do something about. */
export type MatterKind = 'TRIP_TO_PAY' | 'PAYMENT_TO_CONFIRM' | 'PARCEL_COMING_BACK' | 'POSITION_MISSING'

/** A delivery with its matter. */
export type Matter = { kind: MatterKind } & Pick<
  DeliveryRow,
  | 'id'
  | 'reference'
  | 'status'
  | 'created_at'
  | 'customer_last_name'
  | 'customer_first_name'
  | 'customer_phone'
  | 'payment_mode'
  | 'fee_payer'
  | 'goods_amount_fcfa'
  | 'price_fcfa'
  | 'failure_code'
  | 'called_back_at'
>

const { pickUp, fail } = deliveryTransitions

/**
 * At most `limit` matters of each kind, the oldest first: trips that are to be paid first, payments that the
 * customer declared, parcels of failed deliveries and those called back since `calledBackSince`, and
 * positions missing of deliveries older than `missingUntilId`. Each kind is an index of its own that holds
 * open deliveries only.
 */
export async function listMatters(
  db: Database,
  shopId: string,
  {
    calledBackSince,
    missingUntilId,
    limit,
  }: { calledBackSince: Date; missingUntilId: string; limit: number },
): Promise<Matter[]> {
  const { rows } = await sql<Matter>`
    select
      matters.kind, deliveries.id, deliveries.reference, deliveries.status, deliveries.created_at,
      deliveries.customer_last_name, deliveries.customer_first_name, deliveries.customer_phone,
      deliveries.payment_mode, deliveries.fee_payer, deliveries.goods_amount_fcfa, deliveries.price_fcfa,
      deliveries.failure_code, deliveries.called_back_at
    from (
      (select 'TRIP_TO_PAY' as kind, unpaid.id
        from deliveries as unpaid
        where unpaid.shop_id = ${shopId}::uuid and unpaid.trip_due_at is not null
          and unpaid.payment_status = ${sql.lit(paymentTransitions.payTrip.from[0])}
        order by unpaid.trip_due_at limit ${limit})
      union all
      (select 'PAYMENT_TO_CONFIRM', declared.id
        from deliveries as declared
        where declared.shop_id = ${shopId}::uuid
          and declared.payment_status = ${sql.lit(paymentTransitions.declarePaid.to)}
        order by declared.id limit ${limit})
      union all
      (select 'PARCEL_COMING_BACK', failed.id
        from deliveries as failed
        where failed.shop_id = ${shopId}::uuid and failed.status = ${sql.lit(fail.to)}
          and failed.ended_at is null
        order by failed.id limit ${limit})
      union all
      (select 'PARCEL_COMING_BACK', called.id
        from deliveries as called
        where called.shop_id = ${shopId}::uuid
          and called.called_back_at is not null and called.brought_back_at is null
          and called.called_back_at > ${calledBackSince}::timestamptz
          and exists (
            select from delivery_history as taken
            where taken.shop_id = called.shop_id and taken.delivery_id = called.id
              and taken.status = ${sql.lit(pickUp.to)})
        order by called.called_back_at limit ${limit})
      union all
      (select 'POSITION_MISSING', unknown.id
        from deliveries as unknown
        where unknown.shop_id = ${shopId}::uuid and unknown.status in (${statusesOf('locating')})
          and unknown.id < ${missingUntilId}::uuid
        order by unknown.id limit ${limit})
    ) as matters
    join deliveries on deliveries.shop_id = ${shopId}::uuid and deliveries.id = matters.id
    order by deliveries.id
  `.execute(db)
  return rows
}

/** How many deliveries of a status were created in a span, and how many before it are still open. */
export type StatusCount = { status: DeliveryStatus; today: number; earlier: number }

/** Counted in the index of statuses alone, without reading a delivery. */
export async function countByStatus(
  db: Database,
  shopId: string,
  { fromId, untilId }: { fromId: string; untilId: string },
): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select counted.status, today.count as today, earlier.count as earlier
    from unnest(
      ${[...deliveryStatuses]}::text[], ${deliveryStatuses.map((status) => !isFinal(status))}::boolean[]
    ) with ordinality as counted (status, is_open, place)
    cross join lateral (
      select count(*)::integer as count from deliveries
      where deliveries.shop_id = ${shopId}::uuid and deliveries.status = counted.status
        and deliveries.id >= ${fromId}::uuid and deliveries.id < ${untilId}::uuid
    ) as today
    cross join lateral (
      -- What failed and went out again is not open any more; what is to come back has an index of its own.
      select (
        (
          select count(*) from deliveries
          where counted.is_open and counted.status <> ${sql.lit(fail.to)}
            and deliveries.shop_id = ${shopId}::uuid and deliveries.status = counted.status
            and deliveries.id < ${fromId}::uuid
        ) + (
          select count(*) from deliveries
          where counted.status = ${sql.lit(fail.to)} and deliveries.shop_id = ${shopId}::uuid
            and deliveries.status = ${sql.lit(fail.to)} and deliveries.ended_at is null
            and deliveries.id < ${fromId}::uuid
        )
      )::integer as count
    ) as earlier
    order by counted.place
  `.execute(db)
  return rows
}
