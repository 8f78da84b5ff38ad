import { localDayText, wallClock } from '../../base/kernel/local-time.ts'
import type { Currency, DeliveryStatus, FailureCode } from '../../contract/vocabulary.ts'
import type { InterventionAct } from '../deliveries/deliveries-tables.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import { endingReason } from '../deliveries/ending-reason.ts'
import type { AccountKind } from '../money/ledger/ledger-account.ts'

/**
 * This folder says how the service does over days and months: it keeps sums of what deliveries were counted
 * as (decision 334), and reads nothing else for a page. Here, what one delivery counts as. Days and hours are
 * the company's.
 */

/**
 * What is counted: `ORDERED` by the zone and hour of the pick-up, `SHOP` orders by shop without second
 * tries, `ENDED` by how it ended, `PUNCTUAL` hand-overs by how true the announced arrival was, `STEP`
 * hand-overs by a step and its minutes, `TRIP` by courier and `SHOP_TRIP` by shop, `WORKED` a courier's
 * trips in any city, by longer spans the days with trips (decision 372), `MONEY` what was booked in FCFA,
 * `EARNED` what a courier earned, `SALES` what was collected for a shop.
 */
export type Measure =
  | 'ORDERED'
  | 'SHOP'
  | 'ENDED'
  | 'PUNCTUAL'
  | 'STEP'
  | 'TRIP'
  | 'SHOP_TRIP'
  | 'WORKED'
  | 'MONEY'
  | 'EARNED'
  | 'SALES'

/** One thing that a delivery counts as. */
export type Counted = [
  measure: Measure,
  /** `2026-11-21` */
  day: string,
  /** Empty where no city is known any more. */
  cityId: string,
  part: string,
  bucket: number,
  value: number,
]

/** The steps whose time is told: the last is the whole way from the order to the door. */
export const steps = ['LOCATE', 'SEARCH', 'PICK_UP', 'RIDE', 'TOTAL'] as const
export type Step = (typeof steps)[number]

/** The hand-over beside what the customer was first told: `SILENT` where they were told nothing. */
export type Punctuality = 'EARLY' | 'WITHIN' | 'LATE' | 'SILENT'

/** Of what the money of a day is made; the pay of couriers and discounts are costs. */
export const moneyKinds = ['TRIP', 'COLLECTION', 'FEES', 'DISCOUNT', 'PAY'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Whether a trip ended with the hand-over: the `bucket` of `TRIP` and `SHOP_TRIP`. */
export const tripBuckets = { handedOver: 0, failed: 1 } as const

/** A delivery with what is counted of it; what never happened is null. */
export type ReportedDelivery = {
  shopId: string
  /** Null once the delivery is removed: the books still have it. */
  cityId: string | null
  status: DeliveryStatus
  createdAt: Date
  /** Of a parcel that was ordered before: its shop ordered nothing new. */
  isSecondTry: boolean
  windowFrom: Date | null
  zoneId: string
  failureCode: FailureCode | null
  courierId: string | null
  wasLocating: boolean
  searchedAt: Date | null
  assignedAt: Date | null
  pickedUpAt: Date | null
  endedAt: Date | null
  /** Who ended it in whose place. */
  intervention: InterventionAct | null
  announcedAt: Date | null
  earliestAt: Date | null
  latestAt: Date | null
  booked: readonly BookedForReport[]
}

/** An entry of the books: debits are positive. */
export type BookedForReport = {
  day: string
  currency: Currency
  kind: AccountKind
  owner: string
  amountFcfa: number
}

/** Everything that a delivery counts as. */
export function countedDelivery(delivery: ReportedDelivery, timeZone: string): Counted[] {
  const counted = countedMoney(delivery)
  // The books keep what was earned by a delivery that is removed; its shop no longer sees what it sold.
  if (delivery.cityId === null) return counted.filter(([measure]) => measure !== 'SALES')
  return [...countedOrder(delivery, timeZone), ...countedEnd(delivery, timeZone), ...counted]
}

/** An order counts when its courier is wanted: at once, or from the beginning of its window on. */
function countedOrder(
  { shopId, cityId, zoneId, createdAt, isSecondTry, windowFrom }: ReportedDelivery,
  timeZone: string,
): Counted[] {
  const wantedAt = laterOf(createdAt, windowFrom)
  const hour = wallClock(wantedAt, timeZone).getUTCHours()
  const ofShop: Counted = ['SHOP', localDayText(createdAt, timeZone), cityId ?? '', shopId, 0, 1]
  return [
    ['ORDERED', localDayText(wantedAt, timeZone), cityId ?? '', zoneId, hour, 1],
    ...(isSecondTry ? [] : [ofShop]),
  ]
}

function countedEnd(delivery: ReportedDelivery, timeZone: string): Counted[] {
  const { status, endedAt, shopId, courierId, failureCode, intervention, searchedAt } = delivery
  if (endedAt === null) return []
  const day = localDayText(endedAt, timeZone)
  const count = (measure: Measure, part: string, bucket = 0): Counted => [
    ...([measure, day, delivery.cityId ?? '', part, bucket, 1] as const),
  ]
  // Whether the position was known is read from the history, since it is erased with the customer.
  const reason = endingReason({ status, failureCode, intervention, hasDropoff: searchedAt !== null })
  const ended = count('ENDED', reason ?? 'DELIVERED')
  const ofCourier = (id: string, bucket: number): Counted[] => [
    count('TRIP', id, bucket),
    ['WORKED', day, '', id, 0, 1],
  ]
  const trip = (bucket: number) => [
    ...(courierId === null ? [] : ofCourier(courierId, bucket)),
    count('SHOP_TRIP', shopId, bucket),
  ]
  if (isIn('failed', status)) return [ended, ...trip(tripBuckets.failed)]
  if (reason !== null) return [ended]
  return [
    ended,
    ...trip(tripBuckets.handedOver),
    count('PUNCTUAL', punctualityOf({ ...delivery, endedAt })),
    ...stepMinutes({ ...delivery, endedAt }).map(([step, minutes]) => count('STEP', step, minutes)),
  ]
}

/** What was announced after the hand-over was announced to nobody. */
function punctualityOf({
  announcedAt,
  earliestAt,
  latestAt,
  endedAt,
}: ReportedDelivery & { endedAt: Date }): Punctuality {
  if (announcedAt === null || earliestAt === null || latestAt === null || announcedAt > endedAt)
    return 'SILENT'
  if (endedAt < earliestAt) return 'EARLY'
  return endedAt > latestAt ? 'LATE' : 'WITHIN'
}

/**
 * How many minutes each step took. Nobody is late before the window of a pick-up begins, so that time before
 * it counts for no step.
 */
function stepMinutes(delivery: ReportedDelivery & { endedAt: Date }): [Step, number][] {
  const { createdAt, windowFrom, wasLocating, searchedAt, assignedAt, pickedUpAt, endedAt } = delivery
  const fromWindow = (at: Date | null) => at && laterOf(at, windowFrom)
  const spans: Record<Step, [Date | null, Date | null]> = {
    LOCATE: [wasLocating ? createdAt : null, searchedAt],
    SEARCH: [fromWindow(searchedAt), assignedAt],
    PICK_UP: [fromWindow(assignedAt), pickedUpAt],
    RIDE: [pickedUpAt, endedAt],
    TOTAL: [fromWindow(createdAt), endedAt],
  }
  return steps.flatMap((step): [Step, number][] => {
    const [from, to] = spans[step]
    return from && to ? [[step, minutesKept(from, to)]] : []
  })
}

/** How finely times are kept, in minutes: the first step holds up to its `upTo`. */
const grains = [
  { upTo: 120, minutes: 1 },
  { upTo: 1_440, minutes: 10 },
  { upTo: Number.MAX_SAFE_INTEGER, minutes: 60 },
]

/** Started minutes up to two hours; beyond, started tens of them, and hours after a day (decision 335). */
function minutesKept(from: Date, to: Date): number {
  const minutes = Math.max(0, (to.getTime() - from.getTime()) / 60_000)
  const grain = grains.find(({ upTo }) => minutes <= upTo)?.minutes ?? 1
  return Math.ceil(minutes / grain) * grain
}

/** Which accounts are which money; earnings are credits, which are negative. */
const moneyOf: Partial<Record<AccountKind, { kind: MoneyKind; sign: 1 | -1 }>> = {
  TRIP_REVENUE: { kind: 'TRIP', sign: -1 },
  COLLECTION_REVENUE: { kind: 'COLLECTION', sign: -1 },
  CANCELLATION_REVENUE: { kind: 'FEES', sign: -1 },
  RETURN_REVENUE: { kind: 'FEES', sign: -1 },
  WAITING_REVENUE: { kind: 'FEES', sign: -1 },
  DISCOUNTS: { kind: 'DISCOUNT', sign: 1 },
  COURIER_PAY: { kind: 'PAY', sign: 1 },
}

/** Whose money is counted by its owner; it is owed to them, so that these are credits too. */
const earnedOf: Partial<Record<AccountKind, Measure>> = { COURIER_EARNINGS: 'EARNED', SHOP_SALES: 'SALES' }

function countedMoney({ cityId, booked }: ReportedDelivery): Counted[] {
  return booked.flatMap(({ day, currency, kind, owner, amountFcfa }): Counted[] => {
    const money = moneyOf[kind]
    if (money) return [['MONEY', day, cityId ?? '', `${currency} ${money.kind}`, 0, money.sign * amountFcfa]]
    const measure = earnedOf[kind]
    return measure ? [[measure, day, cityId ?? '', `${currency} ${owner}`, 0, -amountFcfa]] : []
  })
}

const laterOf = (at: Date, other: Date | null): Date => (other && other > at ? other : at)
