import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import type { Point } from '../../base/kernel/point.ts'
import type { VehicleType } from '../../contract/vocabulary.ts'
import { announcementBounds } from '../couriers/announcements/announcement-bounds.ts'
import { unseenAnnouncement } from '../couriers/announcements/announcement-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import { doorNoteKinds } from '../deliveries/files/delivery-file.ts'
import { isWaitPaidBeside } from '../deliveries/pickup-problems/pickup-problem-store.ts'
import { shopPhone } from '../shops/shop-phone-store.ts'
import { turnsColumn } from '../tours/turn-store.ts'
import { calledBack } from './called-back-store.ts'
import type { CarriedRow, PickupColumns } from './courier-screen.ts'
import { type OfferRow, offerColumns, openOffers, pickupOpeningColumn, windowColumns } from './offer-store.ts'

/** What the database returns for a courier's screen; times in JSON are text. */
export type ScreenRow = {
  firstName: string
  isOnDuty: boolean
  vehicleType: VehicleType
  carried: CarriedRow[]
  position: Point | null
  calledBack: CalledBackRow[]
  announcement: { id: string; text: string } | null
  offers: OfferRow[]
}

type CalledBackRow = Pick<DeliveryRow, 'shop_id' | 'id' | 'reference' | PickupColumns> & {
  shop_name: string
  shop_phone: string | null
  had_parcel: boolean
  is_recent: boolean
  was_of_a_tour: boolean
}

/** How long a courier sees that they need not go to the shop any more. */
const calledOffForMs = 30 * 60_000

/**
 * Everything a courier sees at `now`, in one statement: every open page reads it every few seconds.
 * Undefined when there is no such courier, or they are retired.
 */
export async function findScreen(db: Database, courierId: string, now: Date): Promise<ScreenRow | undefined> {
  const { rows } = await sql<ScreenRow>`
    select /* one plan */
      couriers.first_name as "firstName",
      couriers.on_duty_since is not null as "isOnDuty", couriers.vehicle_type as "vehicleType",
      ${unseenAnnouncement(new Date(now.getTime() - announcementBounds.shownDays * 24 * 60 * 60_000))}
        as announcement,
      (
        select coalesce(json_agg(carried), '[]') from (
          select
            deliveries.shop_id, deliveries.id, deliveries.city_id, deliveries.reference, deliveries.status,
            deliveries.arrived_at_pickup_at, deliveries.courier_pay_fcfa,
            deliveries.parcel_size, deliveries.parcel_fragile, deliveries.parcel_category,
            deliveries.instructions, deliveries.photo_key,
            deliveries.pickup_label, deliveries.pickup_landmark, deliveries.pickup_lat, deliveries.pickup_lng,
            deliveries.customer_first_name, deliveries.customer_last_name, deliveries.customer_phone,
            deliveries.dropoff_label, deliveries.dropoff_landmark, deliveries.dropoff_lat,
            deliveries.dropoff_lng, deliveries.dropoff_source, deliveries.dropoff_accuracy_meters,
            deliveries.payment_mode, deliveries.payment_status, deliveries.fee_payer,
            deliveries.goods_amount_fcfa, deliveries.price_fcfa,
            deliveries.failure_code, deliveries.failure_note,
            deliveries.courier_waits_until,
            case when deliveries.courier_waits_until is null or ${isWaitPaidBeside} then 0
              else deliveries.courier_wait_fee_fcfa end as courier_wait_fee_fcfa,
            deliveries.arrived_at_customer_at, deliveries.customer_called_at,
            deliveries.recipient_name, deliveries.recipient_kind,
            case when deliveries.second_try_id is not null then (
              select json_build_object(
                'id', again.id, 'from', again.pickup_window_from, 'to', again.pickup_window_to,
                'timeZone', (select cities.time_zone from cities where cities.id = again.city_id)
              )
              from deliveries as again
              where again.shop_id = deliveries.shop_id and again.id = deliveries.second_try_id
                and again.status in (${statusesOf('searching')})
            ) end as second_try,
            exists (
              select from delivery_files
              where delivery_files.shop_id = deliveries.shop_id and delivery_files.delivery_id = deliveries.id
                and delivery_files.kind = 'HANDOVER_PHOTO' and delivery_files.stored_at is not null
                and delivery_files.removed_at is null
            ) as has_handover_photo,
            shops.name as shop_name, ${shopPhone(sql`shops.id`)} as shop_phone,
            json_build_object(
              'pickup', json_build_object(
                'lockedUntil', deliveries.pickup_code_locked_until, 'locks', deliveries.pickup_code_locks
              ),
              'confirmation', json_build_object(
                'lockedUntil', deliveries.confirmation_code_locked_until,
                'locks', deliveries.confirmation_code_locks
              ),
              'return', json_build_object(
                'lockedUntil', deliveries.return_code_locked_until, 'locks', deliveries.return_code_locks
              )
            ) as code_locks,
            ${windowColumns}, deliveries.dropoff_window_to, ${pickupOpeningColumn},
            deliveries.courier_slot, ${turnsColumn},
            (
              select earlier.status from payment_history as earlier
              where earlier.shop_id = deliveries.shop_id and earlier.delivery_id = deliveries.id
              order by earlier.version desc offset 1 limit 1
            ) as payment_status_before,
            (
              select coalesce(
                json_agg(json_build_object('kind', notes.kind, 'id', notes.id) order by notes.kind), '[]')
              from delivery_files as notes
              where notes.shop_id = deliveries.shop_id and notes.delivery_id = deliveries.id
                and notes.kind = any(${[...doorNoteKinds]}::text[])
                and notes.stored_at is not null and notes.removed_at is null
            ) as door_notes
          from deliveries
          join shops on shops.id = deliveries.shop_id
          where deliveries.courier_id = couriers.id and ${isCarried()}
          order by deliveries.courier_slot
        ) as carried
      ) as carried,
      (
        select json_build_object('lat', courier_positions.lat, 'lng', courier_positions.lng)
        from courier_positions
        where courier_positions.courier_id = couriers.id
      ) as position,
      (
        select coalesce(json_agg(shown), '[]') from (
          select
            called.shop_id, called.id, called.reference,
            called.pickup_label, called.pickup_landmark, called.pickup_lat, called.pickup_lng,
            called.had_parcel,
            called.called_back_at > greatest(
              ${new Date(now.getTime() - calledOffForMs)}::timestamptz, couriers.called_off_seen_at
            ) as is_recent,
            exists (
              select from courier_turns
              where courier_turns.shop_id = called.shop_id and courier_turns.delivery_id = called.id
            ) as was_of_a_tour,
            shops.name as shop_name, ${shopPhone(sql`shops.id`)} as shop_phone
          from (${calledBack(sql`couriers.id`, now)}) as called
          join shops on shops.id = called.shop_id
          order by called.called_back_at desc
        ) as shown
      ) as "calledBack",
      (
        select coalesce(json_agg(offered), '[]') from (
          select ${offerColumns} ${openOffers(sql`couriers.id`, now)}
          order by courier_offers.offered_at desc, courier_offers.delivery_id
        ) as offered
      ) as offers
    from couriers
    where couriers.id = ${courierId} and couriers.retired_at is null
  `.execute(db)
  return rows[0]
}
