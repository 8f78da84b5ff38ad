import { type RawBuilder, sql } from 'kysely'
import { deliveryTransitions } from '../deliveries/delivery-status.ts'

/** How long a courier sees a delivery that was cancelled after they had set out. */
const remindedForMs = 3 * 60 * 60_000

/**
 * Deliveries that were cancelled within three hours before `now` while this courier was on the way to the
 * shop or had the parcel, and that were not declared brought back; `courierId` is SQL that names the courier.
 */
export const calledBack = (courierId: RawBuilder<unknown>, now: Date) => sql`
  select deliveries.*, exists (
    select from delivery_history as taken
    where taken.shop_id = deliveries.shop_id
      and taken.delivery_id = deliveries.id
      and taken.status = ${sql.lit(deliveryTransitions.pickUp.to)}
  ) as had_parcel
  from deliveries
  where deliveries.courier_id = ${courierId}
    and deliveries.called_back_at > ${new Date(now.getTime() - remindedForMs)}::timestamptz
    and deliveries.brought_back_at is null`

/** SQL that is true for a courier who has to bring a parcel back before another is offered to them. */
export const hasCalledBackParcel = (courierId: RawBuilder<unknown>, now: Date) => sql<boolean>`exists (
  select from (${calledBack(courierId, now)}) as called where called.had_parcel
)`
