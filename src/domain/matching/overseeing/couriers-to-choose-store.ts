import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { metersPerDegree, type Point } from '../../../base/kernel/point.ts'
import type { DeliveryStatus, VehicleType } from '../../../contract/vocabulary.ts'
import { longitudeScale } from '../../couriers/grid-cell.ts'
import type { HeldParcel } from '../../deliveries/carrying/carrying-capacity.ts'
import { type DeliveryKey, isCarried } from '../../deliveries/delivery-store.ts'
import { hasCalledBackParcel } from '../called-back-store.ts'

/** A courier to whom a delivery may be given by hand. */
export type CourierToChoose = {
  id: string
  firstName: string
  lastName: string
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
  isOnDuty: boolean
  /** Where they were last; null of somebody whose phone does not report it. */
  position: (Point & { reportedAt: Date }) | null
  /** From the shop, as the bird flies. */
  distanceMeters: number | null
  /** The parcels they are busy with. */
  carried: (HeldParcel & { shopId: string; id: string; reference: string; status: DeliveryStatus })[]
  /** A parcel that its shop called back, which they have to bring back first. */
  hasCalledBackParcel: boolean
  /** What became of the offer of this delivery to them; null of somebody who was not asked. */
  offer: 'OPEN' | 'DECLINED' | 'EXPIRED' | null
}

type Choice = {
  key: DeliveryKey
  cityId: string
  from: Point
  vehicles: readonly VehicleType[]
  /** Only those whose names or phone hold this, on duty or not; empty for all who are on duty. */
  named: string
  now: Date
  limit: number
}

type ChoiceRow = Omit<CourierToChoose, 'position'> & {
  lat: number | null
  lng: number | null
  reportedAt: Date | null
}

/**
 * Couriers of a city whose vehicle takes the parcel, the nearest first, then those whose position is unknown.
 * Everybody of the city who is on duty is measured, some thousand at most; what they carry is read for those
 * who are listed.
 */
export async function selectCouriersToChoose(db: Database, choice: Choice): Promise<CourierToChoose[]> {
  const { key, from, named, now } = choice
  const pattern = `%${named.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ChoiceRow>`
    select
      near.id, near.first_name as "firstName", near.last_name as "lastName", near.phone,
      near.vehicle_type as "vehicleType", near.plate_number as "plateNumber",
      near.on_duty_since is not null as "isOnDuty",
      near.lat, near.lng, near.reported_at as "reportedAt", round(near.away)::integer as "distanceMeters",
      (
        select coalesce(
          json_agg(
            json_build_object(
              'shopId', deliveries.shop_id, 'id', deliveries.id, 'reference', deliveries.reference,
              'status', deliveries.status, 'slot', deliveries.courier_slot, 'size', deliveries.parcel_size
            ) order by deliveries.courier_slot),
          '[]')
        from deliveries
        where deliveries.courier_id = near.id and ${isCarried()}
      ) as carried,
      ${hasCalledBackParcel(sql`near.id`, now)} as "hasCalledBackParcel",
      case
        when offered.courier_id is null then null
        when offered.declined_at is not null then 'DECLINED'
        when offered.expires_at <= ${now}::timestamptz then 'EXPIRED'
        else 'OPEN'
      end as offer
    from (
      select couriers.*, position.lat, position.lng, position.reported_at,
        ${metersPerDegree}::double precision * sqrt(
          power(position.lat - ${from.lat}::double precision, 2)
          + power(
            (position.lng - ${from.lng}::double precision) * ${longitudeScale(from)}::double precision, 2)
        ) as away
      from courier_cities
      join couriers on couriers.id = courier_cities.courier_id
      left join courier_positions as position on position.courier_id = couriers.id
      where courier_cities.city_id = ${choice.cityId}
        and couriers.retired_at is null
        and couriers.vehicle_type = any(${[...choice.vehicles]}::text[])
        and ${
          named === ''
            ? sql`couriers.on_duty_since is not null`
            : sql`
              (couriers.first_name || ' ' || couriers.last_name || ' ' || couriers.phone) ilike ${pattern}`
        }
      order by away nulls last, couriers.id
      limit ${choice.limit}
    ) as near
    left join courier_offers as offered
      on offered.shop_id = ${key.shopId} and offered.delivery_id = ${key.id} and offered.courier_id = near.id
    order by near.away nulls last, near.id
  `.execute(db)
  return rows.map(courierToChoose)
}

function courierToChoose({ lat, lng, reportedAt, ...courier }: ChoiceRow): CourierToChoose {
  return {
    ...courier,
    position: lat !== null && lng !== null && reportedAt ? { lat, lng, reportedAt } : null,
  }
}
