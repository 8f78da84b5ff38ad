import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { ParcelSize } from '../../contract/vocabulary.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { type DeliveryKey, statusesOf } from '../deliveries/delivery-store.ts'
import { dropoffPrecision, isDoor } from '../deliveries/order/position-precision.ts'
import type { PromisedTrip } from '../deliveries/transitions/assign-courier.ts'
import type { PickupWindow } from '../pricing/pickup-window.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'
import type { OpeningState } from '../shops/opening/opening-state.ts'
import { hasCalledBackParcel } from './called-back-store.ts'
import { type ToCollect, type TripEnds, toCollect } from './offered-trip.ts'
import { type PickupOpeningRow, pickupOpening } from './pickup-opening.ts'

/** One trip offered to one courier. */
export type MadeOffer = {
  shopId: string
  deliveryId: string
  courierId: string
  /** The round of the search in which it was made, from 1. */
  round: number
  payFcfa: number
  /** How much of the pay is a bonus. */
  bonusFcfa: number
  /** Which version of the delivery's trip it is for. */
  tripVersion: number
  /** From the courier to the shop as the bird flies, when it was offered. */
  distanceMeters: number
  offeredAt: Date
  expiresAt: Date
}

/** An offer as the courier decides on it. */
export type OpenOffer = {
  shopId: string
  deliveryId: string
  cityId: string
  reference: string
  payFcfa: number
  /** From the courier to the shop as the bird flies, when it was offered. */
  distanceMeters: number
  /** The length of the trip itself. */
  tripMeters: number
  parcelSize: ParcelSize
  parcelFragile: boolean
  pickup: { shopName: string; label: string | null; landmark: string | null; lat: number; lng: number }
  /** Where it leads; of the drop-off a courier is only told the neighbourhood until the trip is theirs. */
  ends: TripEnds
  collect: ToCollect
  /** When the parcel is to be fetched; null for as soon as possible. */
  window: LocalWindow | null
  /** When the customer is to have it; null for as soon as possible. */
  dropoffWindow: LocalWindow | null
  /** Whether the shop is open now; null where it has not said when it is. */
  opening: OpeningState | null
  expiresAt: Date
  /** How much longer a courier who carries others is on the way for it; null of one who carries nothing. */
  detourMinutes: number | null
}

/** A window of a pick-up or a drop-off, in the time zone of the city. */
export type LocalWindow = PickupWindow & { timeZone: string }

/**
 * Writes offers; one that a courier let pass is made again, one that is open or was declined is left alone.
 * One of a trip that the shop has changed since is replaced whatever its courier did: it is another trip.
 * Returns the offers that were made.
 */
export async function insertOffers(trx: Trx, offers: readonly MadeOffer[]): Promise<MadeOffer[]> {
  if (offers.length === 0) return []
  const made = await trx
    .insertInto('courier_offers')
    .values(
      offers.map((offer) => ({
        shop_id: offer.shopId,
        delivery_id: offer.deliveryId,
        courier_id: offer.courierId,
        round: offer.round,
        pay_fcfa: offer.payFcfa,
        bonus_fcfa: offer.bonusFcfa,
        trip_version: offer.tripVersion,
        distance_meters: offer.distanceMeters,
        offered_at: offer.offeredAt,
        expires_at: offer.expiresAt,
        declined_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'delivery_id', 'courier_id'])
        .doUpdateSet((eb) => ({
          round: eb.ref('excluded.round'),
          pay_fcfa: eb.ref('excluded.pay_fcfa'),
          bonus_fcfa: eb.ref('excluded.bonus_fcfa'),
          trip_version: eb.ref('excluded.trip_version'),
          distance_meters: eb.ref('excluded.distance_meters'),
          offered_at: eb.ref('excluded.offered_at'),
          expires_at: eb.ref('excluded.expires_at'),
          declined_at: null,
        }))
        .where((eb) =>
          eb.or([
            eb('courier_offers.trip_version', '<', eb.ref('excluded.trip_version')),
            eb.and([
              eb('courier_offers.declined_at', 'is', null),
              eb('courier_offers.expires_at', '<=', eb.ref('excluded.offered_at')),
            ]),
          ]),
        ),
    )
    .returning('courier_offers.courier_id')
    .execute()
  const couriers = new Set(made.map((row) => row.courier_id))
  return offers.filter(({ courierId }) => couriers.has(courierId))
}

/** An open offer as the database returns it; times in JSON are text. */
export type OfferRow = Pick<DeliveryRow, DestinationColumns> & {
  shop_id: string
  delivery_id: string
  city_id: string
  reference: string
  shop_name: string
  price_working: PriceWorking
  parcel_size: ParcelSize
  parcel_fragile: boolean
  pickup_label: string | null
  pickup_landmark: string | null
  pickup_lat: number
  pickup_lng: number
  pay_fcfa: number
  distance_meters: number
  expires_at: string
  pickup_window: LocalWindowRow | null
  dropoff_window: LocalWindowRow | null
  pickup_opening: PickupOpeningRow | null
}

/** Where an offered trip leads and what is to be collected there. */
export type DestinationColumns =
  | 'dropoff_lat'
  | 'dropoff_lng'
  | 'dropoff_source'
  | 'dropoff_accuracy_meters'
  | 'payment_mode'
  | 'collection'
  | 'fee_payer'
  | 'goods_amount_fcfa'
  | 'price_fcfa'

/** The SQL for the columns from which `tripEnds` and `toCollect` are made. */
export const destinationColumns = sql`
  deliveries.dropoff_lat, deliveries.dropoff_lng, deliveries.dropoff_source,
  deliveries.dropoff_accuracy_meters, deliveries.payment_mode, deliveries.collection, deliveries.fee_payer,
  deliveries.goods_amount_fcfa, deliveries.price_fcfa`

/** Both ends of a trip. */
export const tripEnds = (
  row: Pick<DeliveryRow, 'pickup_lat' | 'pickup_lng' | DestinationColumns>,
): TripEnds => ({
  from: { lat: row.pickup_lat, lng: row.pickup_lng },
  to:
    row.dropoff_lat === null || row.dropoff_lng === null
      ? null
      : { lat: row.dropoff_lat, lng: row.dropoff_lng },
  isRough: row.dropoff_lat !== null && !isDoor(dropoffPrecision(row)),
})

/** A window as the database returns it in JSON. */
export type LocalWindowRow = { from: string; to: string; timeZone: string }

/** The SQL for a delivery's windows; the city is only read where there is one. */
export const windowColumns = sql.join(
  ['pickup_window', 'dropoff_window'].map((name) => {
    const [from, to] = [sql.ref(`deliveries.${name}_from`), sql.ref(`deliveries.${name}_to`)]
    return sql`
      case when ${from} is not null then json_build_object(
        'from', ${from}, 'to', ${to},
        'timeZone', (select cities.time_zone from cities where cities.id = deliveries.city_id)
      ) end as ${sql.ref(name)}`
  }),
)

/** The SQL for the opening hours of the registered address at which a delivery is fetched, if it has any. */
export const pickupOpeningColumn = sql`
  case when deliveries.pickup_address_id is not null then (
    select json_build_object('hours', pickup_addresses.opening_hours, 'timeZone', cities.time_zone)
    from pickup_addresses
    join cities on cities.id = deliveries.city_id
    where pickup_addresses.shop_id = deliveries.shop_id and pickup_addresses.id = deliveries.pickup_address_id
      and pickup_addresses.opening_hours is not null
  ) end as pickup_opening`

export const localWindow = (row: LocalWindowRow | null): LocalWindow | null =>
  row && { from: new Date(row.from), to: new Date(row.to), timeZone: row.timeZone }

export const offerColumns = sql`
  courier_offers.shop_id, courier_offers.delivery_id, courier_offers.pay_fcfa, courier_offers.distance_meters,
  courier_offers.expires_at, deliveries.city_id, deliveries.reference, deliveries.price_working,
  deliveries.parcel_size, deliveries.parcel_fragile, deliveries.pickup_label, deliveries.pickup_landmark,
  deliveries.pickup_lat, deliveries.pickup_lng, shops.name as shop_name, ${destinationColumns},
  ${windowColumns}, ${pickupOpeningColumn}`

/** The SQL for the offers a courier can accept at `now`; `courierId` is SQL that names the courier. */
export const openOffers = (courierId: RawBuilder<unknown>, now: Date) => sql`
  from courier_offers
  join deliveries
    on deliveries.shop_id = courier_offers.shop_id and deliveries.id = courier_offers.delivery_id
  join shops on shops.id = courier_offers.shop_id
  where courier_offers.courier_id = ${courierId}
    and courier_offers.expires_at > ${now}::timestamptz
    and courier_offers.declined_at is null
    and courier_offers.trip_version = deliveries.trip_version
    and deliveries.status in (${statusesOf('searching')})
    and not ${hasCalledBackParcel(courierId, now)}`

/** An open offer as the courier decides on it at `now`. */
export const openOffer = (row: OfferRow, now: Date): OpenOffer => ({
  shopId: row.shop_id,
  deliveryId: row.delivery_id,
  cityId: row.city_id,
  reference: row.reference,
  payFcfa: row.pay_fcfa,
  distanceMeters: row.distance_meters,
  tripMeters: row.price_working.distanceMeters,
  parcelSize: row.parcel_size,
  parcelFragile: row.parcel_fragile,
  pickup: {
    shopName: row.shop_name,
    label: row.pickup_label,
    landmark: row.pickup_landmark,
    lat: row.pickup_lat,
    lng: row.pickup_lng,
  },
  ends: tripEnds(row),
  collect: toCollect(row),
  window: localWindow(row.pickup_window),
  dropoffWindow: localWindow(row.dropoff_window),
  opening: pickupOpening(row.pickup_opening, now),
  expiresAt: new Date(row.expires_at),
  detourMinutes: null,
})

/** What was promised to this courier for this delivery; undefined when they cannot accept it at `now`. */
export async function findPromisedTrip(
  db: Database,
  courierId: string,
  { shopId, id }: DeliveryKey,
  now: Date,
): Promise<PromisedTrip | undefined> {
  const { rows } = await sql<PromisedTrip>`
    select courier_offers.pay_fcfa as "payFcfa", courier_offers.bonus_fcfa as "bonusFcfa",
      courier_offers.trip_version as "tripVersion" ${openOffers(sql`${courierId}::uuid`, now)}
      and courier_offers.shop_id = ${shopId}
      and courier_offers.delivery_id = ${id}
  `.execute(db)
  return rows[0]
}

/** Marks an offer as declined; false when there is none, or it was declined before. */
export async function setDeclined(
  db: Database,
  courierId: string,
  { shopId, id }: DeliveryKey,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('courier_offers')
    .set({ declined_at: at })
    .where('courier_offers.shop_id', '=', shopId)
    .where('courier_offers.delivery_id', '=', id)
    .where('courier_offers.courier_id', '=', courierId)
    .where('courier_offers.declined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Asks a courier who freed a parcel no more about its trip, whoever had given it to them. */
export async function excludeFromSearch(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  { courierId, tripVersion, now }: { courierId: string; tripVersion: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('courier_offers')
    .values({
      ...{ shop_id: shopId, delivery_id: id, courier_id: courierId, trip_version: tripVersion },
      ...{ round: 1, pay_fcfa: 0, bonus_fcfa: 0, distance_meters: 0 },
      ...{ offered_at: now, expires_at: now, declined_at: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'delivery_id', 'courier_id'])
        .doUpdateSet({ declined_at: now, trip_version: tripVersion }),
    )
    .execute()
}

/**
 * Removes at most `limit` offers that expired before `before`, except those of the couriers who have the
 * deliveries: these record what was promised to them, and are marked as kept. Returns how many it processed.
 */
export async function deleteOldOffers(
  db: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select courier_offers.ctid as place, exists (
        select from deliveries
        where deliveries.shop_id = courier_offers.shop_id
          and deliveries.id = courier_offers.delivery_id
          and deliveries.courier_id = courier_offers.courier_id
      ) as is_accepted
      from courier_offers
      where courier_offers.expires_at < ${before} and courier_offers.kept_since is null
      limit ${limit}
    ), kept as (
      update courier_offers set kept_since = ${now}
      where ctid = any(array(select old.place from old where old.is_accepted))
    ), removed as (
      delete from courier_offers where ctid = any(array(select old.place from old where not old.is_accepted))
    )
    select count(*)::integer as count from old
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes every offer of deliveries that are removed. */
export async function deleteOffersOf(
  trx: Trx,
  shopId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`
    delete from courier_offers
    where courier_offers.shop_id = ${shopId}::uuid
      and courier_offers.delivery_id = any(${[...deliveryIds]}::uuid[])
  `.execute(trx)
}
