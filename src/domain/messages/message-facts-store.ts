import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import { ownerPhone } from '../accounts/membership-store.ts'
import { isLastOfItsKind } from '../couriers/documents/document-store.ts'
import type { InterventionAct } from '../deliveries/deliveries-tables.ts'
import { isReplaced } from './message-store.ts'

/** What a message is composed from: its row, and the current state of what it is about. */
export type MessageFacts = Awaited<ReturnType<typeof listMessageFacts>>[number]

/** The facts of these messages. Tables of other folders are only read here. */
export function listMessageFacts(db: Database, ids: readonly string[]) {
  return factsQuery(db).where('messages.id', 'in', ids).execute()
}

/** The facts of the messages that were last kept on this machine, the newest first. */
export function listKeptMessageFacts(db: Database, limit: number) {
  return factsQuery(db)
    .where('messages.channel', '=', 'OUTBOX')
    .where('messages.state', '=', 'SENT')
    .orderBy('messages.sent_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute()
}

const factsQuery = (db: Database) =>
  db
    .selectFrom('messages')
    .leftJoin('shops', 'shops.id', 'messages.shop_id')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.shop_id', '=', 'messages.shop_id')
        .onRef('deliveries.id', '=', 'messages.delivery_id'),
    )
    .leftJoin('cities', 'cities.id', 'deliveries.city_id')
    .leftJoin('couriers', 'couriers.id', 'messages.courier_id')
    .leftJoin('courier_offers', (join) =>
      join
        .onRef('courier_offers.shop_id', '=', 'messages.shop_id')
        .onRef('courier_offers.delivery_id', '=', 'messages.delivery_id')
        .onRef('courier_offers.courier_id', '=', 'messages.courier_id'),
    )
    .leftJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.shop_id', '=', 'messages.shop_id')
        .on(sql<boolean>`webhook_endpoints.id = (messages.content ->> 'endpointId')::uuid`),
    )
    .select([
      'messages.id',
      'messages.kind',
      'messages.language',
      'messages.shop_id',
      'messages.delivery_id',
      'messages.courier_id',
      'messages.recipient',
      'messages.content',
      'messages.attempts',
      'messages.created_at',
      'messages.expires_at',
      'messages.sent_at',
      isReplaced.as('is_replaced'),
      isCurrent.as('is_current'),
      paymentNote.as('payment_note'),
      endedBy.as('ended_by'),
      'shops.name as shop_name',
      'shops.owner_email',
      'shops.language as shop_language',
      ownerPhone(sql`messages.shop_id`).as('owner_phone'),
      'shops.display_name as shop_display_name',
      'shops.logo_sha256 as shop_logo_sha256',
      'deliveries.status',
      'deliveries.reference',
      'deliveries.link_version',
      'deliveries.external_ref',
      'deliveries.customer_first_name',
      'deliveries.customer_last_name',
      'deliveries.customer_phone',
      'deliveries.courier_id as carrier_id',
      'deliveries.courier_pay_fcfa',
      'deliveries.courier_first_name',
      'deliveries.courier_phone',
      'deliveries.courier_vehicle_type',
      'deliveries.confirmation_code',
      'deliveries.return_code',
      'deliveries.failure_code',
      'deliveries.failure_note',
      'deliveries.dropoff_lat',
      'deliveries.dropoff_window_from',
      'deliveries.dropoff_window_to',
      'deliveries.pickup_label',
      'deliveries.pickup_landmark',
      'deliveries.payment_mode',
      'deliveries.payment_status',
      'deliveries.fee_payer',
      'deliveries.goods_amount_fcfa',
      'deliveries.price_fcfa',
      'deliveries.trip_version',
      'cities.name as city_name',
      'cities.country as city_country',
      'cities.time_zone as city_time_zone',
      'couriers.first_name as asked_first_name',
      'couriers.phone as asked_phone',
      'courier_offers.pay_fcfa',
      'courier_offers.distance_meters',
      'courier_offers.declined_at',
      'courier_offers.trip_version as offered_trip_version',
      'webhook_endpoints.failing_since as endpoint_failing_since',
      'webhook_endpoints.disabled_at as endpoint_disabled_at',
      'webhook_endpoints.removed_at as endpoint_removed_at',
    ])

/** SQL: whether the courier has the shift that a message is about. */
const hasShift = sql`exists (
  select from courier_shift_takers as takers
  where takers.shift_id = (messages.content ->> 'shiftId')::uuid
    and takers.courier_id = messages.courier_id and takers.left_at is null and couriers.retired_at is null)`

/** SQL: whether what a message to a courier is about still is as it says; true of every other message. */
const isCurrent = sql<boolean>`case messages.kind
  when 'COURIER_PAPER_ENDS' then exists (
    select from courier_documents
    where courier_documents.id = (messages.content ->> 'documentId')::uuid
      and courier_documents.courier_id = messages.courier_id
      and courier_documents.expires_on::text = messages.content ->> 'expiresOn'
      and couriers.retired_at is null and ${isLastOfItsKind})
  when 'COURIER_ANNOUNCEMENT' then couriers.retired_at is null and exists (
    select from courier_announcement_readers as unseen
    where unseen.courier_id = messages.courier_id and unseen.seen_at is null
      and unseen.announcement_id = (messages.content ->> 'announcementId')::uuid)
  when 'COURIER_SHIFT_SOON' then ${hasShift}
  when 'COURIER_SHIFT_GIVEN' then ${hasShift}
  when 'COURIER_SHIFT_CHANGED' then ${hasShift} and exists (
    select from courier_shifts
    where courier_shifts.id = (messages.content ->> 'shiftId')::uuid
      and courier_shifts.begins_at = (messages.content ->> 'beginsAt')::timestamptz
      and courier_shifts.ends_at = (messages.content ->> 'endsAt')::timestamptz)
  when 'COURIER_SHIFT_TAKEN' then couriers.retired_at is null and not ${hasShift}
  else true
end`

/** SQL: why the payment has the status that the message is about; null where nobody said. */
const paymentNote = sql<string | null>`(
  select payment_history.note
  from payment_history
  where payment_history.shop_id = messages.shop_id and payment_history.delivery_id = messages.delivery_id
    and payment_history.status = deliveries.payment_status
    and messages.delivery_version in (0, payment_history.version)
  order by payment_history.version desc
  limit 1
)`

/** SQL: what those who run the service did to give the delivery its status; null where they did not. */
const endedBy = sql<InterventionAct | null>`(
  select delivery_history.intervention
  from delivery_history
  where delivery_history.shop_id = messages.shop_id and delivery_history.delivery_id = messages.delivery_id
    and delivery_history.status = deliveries.status
  order by delivery_history.version
  limit 1
)`
