import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { VehicleType } from '../../../contract/vocabulary.ts'
import { isCarried } from '../../deliveries/delivery-store.ts'
import { isLastOfItsKind } from '../documents/document-store.ts'

/** How a courier stands, or what there is to do about them. */
export const courierStandings = ['ON_DUTY', 'OFF_DUTY', 'SUSPENDED', 'DOCUMENTS', 'RETIRED'] as const
export type CourierStanding = (typeof courierStandings)[number]

/** Which couriers; without a standing all who are not retired. */
type CourierFilter = {
  cityId?: string | undefined
  standing?: CourierStanding | undefined
  /** Part of a name or of a phone number. */
  text?: string | undefined
  /** Documents that expire before this day count. */
  expiresBefore: string
}

/** A courier as a list shows them. */
export type CourierLine = {
  id: string
  firstName: string
  lastName: string
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
  onDutySince: Date | null
  suspendedAt: Date | null
  retiredAt: Date | null
  cities: string[]
  isCarrying: boolean
  /** The first day on which one of their documents expires; null where none has such a day. */
  firstExpiry: string | null
}

/** At most `limit` couriers, those who were added last first, added before the one of `beforeId`. */
export async function findCourierLines(
  db: Database,
  filter: CourierFilter,
  { beforeId, limit }: { beforeId?: string | undefined; limit: number },
): Promise<CourierLine[]> {
  const { rows } = await sql<CourierLine>`
    select
      couriers.id, couriers.first_name as "firstName", couriers.last_name as "lastName", couriers.phone,
      couriers.vehicle_type as "vehicleType", couriers.plate_number as "plateNumber",
      couriers.on_duty_since as "onDutySince", couriers.suspended_at as "suspendedAt",
      couriers.retired_at as "retiredAt",
      array(
        select cities.name from courier_cities join cities on cities.id = courier_cities.city_id
        where courier_cities.courier_id = couriers.id order by cities.name
      ) as cities,
      exists (
        select from deliveries
        where deliveries.courier_id = couriers.id and ${isCarried()}
      ) as "isCarrying",
      (
        select min(courier_documents.expires_on)::text from courier_documents
        where courier_documents.courier_id = couriers.id and ${isLastOfItsKind}
      ) as "firstExpiry"
    from couriers
    where ${standingIs(filter)}
      ${filter.cityId === undefined ? sql`` : sql`and ${worksIn(filter.cityId)}`}
      ${filter.text === undefined ? sql`` : sql`and ${textMatches(filter.text)}`}
      ${beforeId === undefined ? sql`` : sql`and couriers.id < ${beforeId}::uuid`}
    order by couriers.id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** Whether a courier works in a city. */
const worksIn = (cityId: string) => sql`exists (
  select from courier_cities
  where courier_cities.courier_id = couriers.id and courier_cities.city_id = ${cityId}::uuid)`

/** Whether one of a courier's documents has expired before a day. */
const hasExpired = (before: string) => sql`exists (
  select from courier_documents
  where courier_documents.courier_id = couriers.id and courier_documents.expires_on < ${before}::date
    and ${isLastOfItsKind})`

function standingIs({ standing, expiresBefore }: CourierFilter) {
  switch (standing) {
    case 'RETIRED':
      return sql`couriers.retired_at is not null`
    case 'SUSPENDED':
      return sql`couriers.retired_at is null and couriers.suspended_at is not null`
    case 'ON_DUTY':
      return sql`couriers.on_duty_since is not null`
    case 'OFF_DUTY':
      return sql`
        couriers.retired_at is null and couriers.on_duty_since is null and couriers.suspended_at is null`
    case 'DOCUMENTS':
      return sql`couriers.retired_at is null and ${hasExpired(expiresBefore)}`
    default:
      return sql`couriers.retired_at is null`
  }
}

/** Without the signs that mean something to `like`. */
function textMatches(text: string) {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const digits = text.replaceAll(/\D/g, '')
  return sql`(
    (couriers.first_name || ' ' || couriers.last_name) ilike ${part}
    or (couriers.last_name || ' ' || couriers.first_name) ilike ${part}
    or couriers.plate_number ilike ${part}
    ${digits.length < 3 ? sql`` : sql`or couriers.phone like ${`%${digits}%`}`}
  )`
}

/** How many couriers stand how, and how many have a document that expires. */
export type CourierCounts = Record<'onDuty' | 'all' | 'suspended' | 'documents', number>

/** What the list of couriers begins with. */
export async function countCouriers(db: Database, expiresBefore: string): Promise<CourierCounts> {
  const { rows } = await sql<CourierCounts>`
    select
      count(*)::integer as "all",
      count(couriers.on_duty_since)::integer as "onDuty",
      count(couriers.suspended_at)::integer as suspended,
      count(*) filter (where ${hasExpired(expiresBefore)})::integer as documents
    from couriers
    where couriers.retired_at is null
  `.execute(db)
  return rows[0] ?? { all: 0, onDuty: 0, suspended: 0, documents: 0 }
}
