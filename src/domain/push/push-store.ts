import { sql } from 'kysely'
import { type Due, earliestOf, firstDueOf } from '../../base/database/first-due.ts'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { isCarried, statusesOf } from '../deliveries/delivery-store.ts'
import { type DestinationColumns, destinationColumns, openOffers } from '../matching/offer-store.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'
import type { PushNotice } from './push-message.ts'

/**
 * An offer to a courier, as the event of its round names it, or that a parcel was given to them, or to
 * another.
 */
type NewPush = {
  shopId: string
  deliveryId: string
  courierId: string
  expiresAt: Date
  notice?: PushNotice
}

/**
 * Enqueues a push of each to each phone of its courier; of one delivery only what was said last is pushed.
 */
export async function insertPushes(trx: Trx, offers: readonly NewPush[], now: Date): Promise<void> {
  await sql`
    insert into offer_pushes (shop_id, delivery_id, subscription_id, expires_at, notice, due_at)
    select offers.shop_id, offers.delivery_id, push_subscriptions.id, offers.expires_at, offers.notice,
      ${now}::timestamptz
    from unnest(
      ${offers.map(({ shopId }) => shopId)}::uuid[],
      ${offers.map(({ deliveryId }) => deliveryId)}::uuid[],
      ${offers.map(({ courierId }) => courierId)}::uuid[],
      ${offers.map(({ expiresAt }) => expiresAt)}::timestamptz[],
      ${offers.map(({ notice }) => notice ?? null)}::text[]
    ) as offers (shop_id, delivery_id, courier_id, expires_at, notice)
    join push_subscriptions on push_subscriptions.courier_id = offers.courier_id
    where offers.expires_at > ${now}::timestamptz
    order by push_subscriptions.id
    on conflict (shop_id, delivery_id, subscription_id) do update set
      expires_at = excluded.expires_at, notice = excluded.notice, due_at = excluded.due_at, attempts = 0,
      lease_owner = null
  `.execute(trx)
}

/** The couriers who carry the deliveries of these events. */
export async function listCarriers(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<{ shopId: string; deliveryId: string; courierId: string }[]> {
  const { rows } = await sql<{ shopId: string; deliveryId: string; courierId: string }>`
    select distinct deliveries.shop_id as "shopId", deliveries.id as "deliveryId",
      deliveries.courier_id as "courierId"
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    where deliveries.courier_id is not null and ${isCarried()}
  `.execute(trx)
  return rows
}

/**
 * A push that this worker holds, and the offer as it stands: null when its courier cannot accept it any more.
 */
export type HeldPush = {
  shopId: string
  deliveryId: string
  subscriptionId: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
  language: SpokenLanguage
  courierId: string
  offer: HeldOffer | null
  /** What is said instead of an offer, while it is true. */
  notice: { what: PushNotice; reference: string; expiresAt: Date } | null
}

/** What a push says of an offer is made from. */
type HeldOffer = Pick<DeliveryRow, OfferedColumns> & {
  payFcfa: number
  expiresAt: Date
  tripMeters: number
  /** Its courier carries other parcels. */
  isBesideOthers: boolean
}

type OfferedColumns = 'pickup_lat' | 'pickup_lng' | DestinationColumns

type PushClaim = { owner: string; now: Date; leaseEnds: Date; limit: number }

/** Claims due pushes for this worker alone, the longest due first. */
export async function takeDuePushes(db: Database, claim: PushClaim): Promise<HeldPush[]> {
  const { rows } = await sql<Taken>`
    with due as (
      select waiting.shop_id, waiting.delivery_id, waiting.subscription_id
      from offer_pushes as waiting
      where waiting.due_at <= ${claim.now}
      order by waiting.due_at
      limit ${claim.limit}
      for update skip locked
    )
    update offer_pushes as taken
    set lease_owner = ${claim.owner}::uuid, due_at = ${claim.leaseEnds}
    from due
    where taken.shop_id = due.shop_id and taken.delivery_id = due.delivery_id
      and taken.subscription_id = due.subscription_id
    returning taken.shop_id as "shopId", taken.delivery_id as "deliveryId",
      taken.subscription_id as "subscriptionId", taken.attempts, taken.notice as what,
      taken.expires_at as "expiresAt"
  `.execute(db)
  return rows.length === 0 ? [] : listHeld(db, rows, claim.now)
}

type PushKey = { shopId: string; deliveryId: string; subscriptionId: string }
type Taken = PushKey & { attempts: number; what: PushNotice | null; expiresAt: Date }

/**
 * The phones of held pushes, and what each courier on duty can still accept at `now`, or what is still true
 * of who carries the parcel. Whether it fits beside what they carry, their screen says.
 */
async function listHeld(db: Database, held: readonly Taken[], now: Date): Promise<HeldPush[]> {
  const courier = sql`push_subscriptions.courier_id`
  const { rows } = await sql<Omit<HeldPush, 'offer' | 'notice'> & HeldRow & HeldNotice>`
    select
      held.shop_id as "shopId", held.delivery_id as "deliveryId", held.subscription_id as "subscriptionId",
      held.attempts, push_subscriptions.endpoint, push_subscriptions.p256dh, push_subscriptions.auth,
      push_subscriptions.language, push_subscriptions.courier_id as "courierId", offer.*,
      held.what, held.notice_until as "noticeUntil", named.reference
    from unnest(
      ${held.map(({ shopId }) => shopId)}::uuid[],
      ${held.map(({ deliveryId }) => deliveryId)}::uuid[],
      ${held.map(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${held.map(({ attempts }) => attempts)}::integer[],
      ${held.map(({ what }) => what)}::text[],
      ${held.map(({ expiresAt }) => expiresAt)}::timestamptz[]
    ) as held (shop_id, delivery_id, subscription_id, attempts, what, notice_until)
    join push_subscriptions on push_subscriptions.id = held.subscription_id
    left join lateral (
      select courier_offers.pay_fcfa as "payFcfa", courier_offers.expires_at as "expiresAt",
        deliveries.pickup_lat, deliveries.pickup_lng, deliveries.price_working, ${destinationColumns},
        exists (
          select from deliveries as carried
          where carried.courier_id = ${courier} and ${isCarried('carried')}
        ) as "isBesideOthers"
      ${openOffers(courier, now)}
        and courier_offers.shop_id = held.shop_id and courier_offers.delivery_id = held.delivery_id
        and exists (
          select from couriers
          where couriers.id = ${courier} and couriers.retired_at is null
            and couriers.on_duty_since is not null)
    ) as offer on held.what is null
    left join deliveries as named on held.notice_until > ${now}
      and named.shop_id = held.shop_id and named.id = held.delivery_id
      and case held.what
        when 'GIVEN' then named.courier_id = ${courier} and named.status in (${statusesOf('assigned')})
        when 'AGAIN' then named.courier_id = ${courier} and ${isCarried('named')} and exists (
          select from deliveries as again
          where again.shop_id = named.shop_id and again.id = named.second_try_id
            and again.status in (${statusesOf('searching')})
        )
        when 'TAKEN' then named.courier_id is distinct from ${courier}
        else false
      end
  `.execute(db)
  return rows.map((row) => ({ ...row, offer: heldOffer(row), notice: heldNotice(row) }))
}

/** The columns of an offer, all of them null where there is none any more. */
type HeldRow =
  | (Omit<HeldOffer, 'tripMeters'> & { price_working: PriceWorking })
  | { payFcfa: null; expiresAt: null }

const heldOffer = (row: HeldRow): HeldOffer | null =>
  row.payFcfa === null ? null : { ...row, tripMeters: row.price_working.distanceMeters }

/** What is said of who carries the parcel; without a reference where it is no longer true. */
type HeldNotice = { what: PushNotice | null; noticeUntil: Date; reference: string | null }

const heldNotice = ({ what, noticeUntil: expiresAt, reference }: HeldNotice): HeldPush['notice'] =>
  what && reference !== null ? { what, reference, expiresAt } : null

/** Deletes a push that is over; one that another worker holds by now, or that was made anew, stays. */
export async function deletePush(db: Database, key: PushKey, owner: string): Promise<void> {
  await db
    .deleteFrom('offer_pushes')
    .where('offer_pushes.shop_id', '=', key.shopId)
    .where('offer_pushes.delivery_id', '=', key.deliveryId)
    .where('offer_pushes.subscription_id', '=', key.subscriptionId)
    .where('offer_pushes.lease_owner', '=', owner)
    .execute()
}

/** Makes a push due again. */
export async function retryPush(db: Database, key: PushKey, owner: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('offer_pushes')
    .set((eb) => ({ due_at: dueAt, lease_owner: null, attempts: eb('offer_pushes.attempts', '+', 1) }))
    .where('offer_pushes.shop_id', '=', key.shopId)
    .where('offer_pushes.delivery_id', '=', key.deliveryId)
    .where('offer_pushes.subscription_id', '=', key.subscriptionId)
    .where('offer_pushes.lease_owner', '=', owner)
    .execute()
}

/** When the first push is to be sent. */
export const pushesDue: Due = earliestOf([firstDueOf('offer_pushes'), firstDueOf('notice_pushes')])
