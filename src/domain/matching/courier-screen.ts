import { createHash } from 'node:crypto'
import type { Point } from '../../base/kernel/point.ts'
import type { FailureCode, ParcelSize, PaymentStatus, VehicleType } from '../../contract/vocabulary.ts'
import type { CodeName } from '../deliveries/codes/delivery-code.ts'
import { isClosed } from '../deliveries/codes/handover-code.ts'
import { amountToCollectOf, type DeliveryRow } from '../deliveries/delivery-row.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { doorNoteKinds } from '../deliveries/files/delivery-file.ts'
import { waitedAt } from '../deliveries/handover-proof/handover-proof.ts'
import { customerCalled, customerName } from '../deliveries/order/customer-name.ts'
import { dropoffPrecision, isDoor } from '../deliveries/order/position-precision.ts'
import { type Recipient, recipientOf } from '../deliveries/recipient/recipient.ts'
import { setOutFrom } from '../deliveries/second-try/second-try.ts'
import { awaitsTrip, customersPayment, isSettled, wasDenied } from '../money/payments/payment-status.ts'
import type { OpeningState } from '../shops/opening/opening-state.ts'
import {
  isSameStop,
  mayGoFirst,
  nextPlace,
  type Stop,
  secondsToStops,
  stopsOf,
  type Turns,
  tourParcel,
} from '../tours/tour.ts'
import { type LocalWindow, type LocalWindowRow, localWindow, type OpenOffer } from './offer-store.ts'
import { type PickupOpeningRow, pickupOpening } from './pickup-opening.ts'

/** Everything a courier sees at one moment; the pages render only this. */
export type CourierScreen = {
  courierId: string
  firstName: string
  isOnDuty: boolean
  vehicleType: VehicleType
  /** The parcel they are busy with; of several the one whose stop is next. */
  carried: CarriedParcel | null
  /** The other parcels at the place where they go next. */
  beside: CarriedParcel[]
  /** The stops after that place, in their order. */
  later: LaterStop[]
  offers: OpenOffer[]
  /** A delivery that its shop cancelled while the courier had the parcel, which they have to bring back. */
  calledBack: { key: DeliveryKey; reference: string; place: Place } | null
  /** A delivery that its shop has just cancelled while the courier was on the way to it. */
  calledOff: { key: DeliveryKey; reference: string } | null
  /** What was written to all couriers of their city and they have not seen yet. */
  announcement: { id: string; text: string } | null
}

/** A version that changes whenever what the courier sees does. */
export const screenVersion = (screen: CourierScreen): string =>
  createHash('sha256').update(JSON.stringify(screen)).digest('base64url').slice(0, 16)

/** A place to go to, with the name of the person there. */
export type Place = {
  name: string
  /** In international form; null where nobody has given one. */
  phone: string | null
  label: string | null
  landmark: string | null
  /** Whether the position names an area and no door. */
  isRough?: boolean
  lat: number
  lng: number
}

/** The one thing to do next. */
type CarriedStep = 'GO_TO_SHOP' | 'PICK_UP' | 'HAND_OVER' | 'RETURN_TO_SHOP'

export type CarriedParcel = {
  key: DeliveryKey
  reference: string
  /** The number on the bag. */
  slot: number
  step: CarriedStep
  /** What the courier earns; null for a delivery assigned before this was recorded. */
  payFcfa: number | null
  parcel: {
    size: ParcelSize
    isFragile: boolean
    category: string
    instructions: string | null
    /** Whether the shop gave a photo of it. */
    hasPhoto: boolean
  }
  shop: Place
  /** When the parcel is to be fetched; null for as soon as possible. */
  window: LocalWindow | null
  /** When the customer is to have it; null for as soon as possible. */
  dropoffWindow: LocalWindow | null
  /**
   * Whether the shop is open now; null where it has not said when it is, and when nobody needs to go there.
   */
  opening: OpeningState | null
  customer: Place & { firstName: string; phone: string }
  /**
   * Why the code of this step cannot be tried: it is locked `until` then, or by null until the operator
   * unlocks it.
   */
  codeLock: { until: Date | null } | null
  /**
   * That they wait at the shop for the parcel, and what that earns once it is over; null where they do not.
   */
  wait: { until: Date; feeFcfa: number; isOver: boolean } | null
  /** What of the proof that a hand-over failed was done. */
  proof: { arrivedAt: Date | null; hasWaited: boolean; calledAt: Date | null; hasPhoto: boolean }
  /** Whether it stays at the shop until that has paid the trip. */
  awaitsTrip: boolean
  /** `isDenied`: the shop has not received what the customer said they had paid it. */
  payment: { status: PaymentStatus; amountFcfa: number; isSettled: boolean; isDenied: boolean }
  failure: { code: FailureCode; words: string | null } | null
  /** That the parcel is to be brought once more, and when; null where nobody asked, or another does it. */
  secondTry: SecondTryAsked | null
  /** Who may take the parcel besides the customer; null for nobody. */
  recipient: Recipient | null
  /** What the customer left for the courier: a photo of the door, a voice note. */
  doorNotes: DoorNote[]
}

/** A second try that was asked for while the courier has the parcel; `isOpen`: they may set out with it. */
export type SecondTryAsked = { id: string; window: LocalWindow; opensAt: Date; isOpen: boolean }

/** A stop that is not next; `minutes` from now, in steps of five, null where nobody can say. */
export type LaterStop = {
  key: DeliveryKey
  /** The numbers on the bags: several of parcels that are fetched together. */
  slots: number[]
  kind: Stop['kind']
  /** The shop, or the first name of the customer. */
  name: string
  place: Point
  label: string | null
  minutes: number | null
  mayGoFirst: boolean
  /** The parcels for it that are aboard: what is done there is on the page too, and so without a connection. */
  aboard: CarriedParcel[]
  /** The parcels that are fetched there. */
  toFetch: CarriedParcel[]
  /** The stops that come before it. */
  before: Pick<Stop, 'id' | 'kind'>[]
}

export type DoorNote = { kind: (typeof doorNoteKinds)[number]; id: string }

export type PickupColumns = 'pickup_label' | 'pickup_landmark' | 'pickup_lat' | 'pickup_lng'

/** The columns of a delivery that a carried parcel is made from, without any code. */
type ShownColumns =
  | PickupColumns
  | 'shop_id'
  | 'id'
  | 'reference'
  | 'status'
  | 'arrived_at_pickup_at'
  | 'courier_pay_fcfa'
  | 'parcel_size'
  | 'parcel_fragile'
  | 'parcel_category'
  | 'instructions'
  | 'photo_key'
  | 'customer_first_name'
  | 'customer_last_name'
  | 'customer_phone'
  | 'dropoff_label'
  | 'dropoff_landmark'
  | 'dropoff_lat'
  | 'dropoff_lng'
  | 'dropoff_source'
  | 'dropoff_accuracy_meters'
  | 'payment_mode'
  | 'payment_status'
  | 'fee_payer'
  | 'goods_amount_fcfa'
  | 'price_fcfa'
  | 'failure_code'
  | 'failure_note'
  | 'courier_wait_fee_fcfa'
  | 'courier_slot'
  | 'city_id'
  | 'recipient_name'
  | 'recipient_kind'

/** A carried delivery as the database returns it. */
export type CarriedRow = Pick<DeliveryRow, ShownColumns> & {
  shop_name: string
  shop_phone: string | null
  code_locks: Record<CodeName, { lockedUntil: string | null; locks: number }>
  pickup_window: LocalWindowRow | null
  dropoff_window: LocalWindowRow | null
  dropoff_window_to: string | null
  pickup_opening: PickupOpeningRow | null
  /** A time in JSON is text. */
  courier_waits_until: string | null
  arrived_at_customer_at: string | null
  customer_called_at: string | null
  has_handover_photo: boolean
  /** The status that the payment had before this one; null where it had none. */
  payment_status_before: PaymentStatus | null
  door_notes: DoorNote[]
  turns: Turns | null
  second_try: (LocalWindowRow & { id: string }) | null
}

/**
 * A carried delivery as its courier may see it at `now`: without any code, and of the price only what they
 * earn.
 */
export function carriedParcel(row: CarriedRow, now: Date): CarriedParcel {
  const step = stepOf(row)
  return {
    key: { shopId: row.shop_id, id: row.id },
    reference: row.reference,
    slot: row.courier_slot,
    step,
    payFcfa: row.courier_pay_fcfa,
    parcel: {
      size: row.parcel_size,
      isFragile: row.parcel_fragile,
      category: row.parcel_category,
      instructions: row.instructions,
      hasPhoto: row.photo_key !== null,
    },
    shop: shopPlace(row),
    window: localWindow(row.pickup_window),
    dropoffWindow: localWindow(row.dropoff_window),
    opening: step === 'HAND_OVER' ? null : pickupOpening(row.pickup_opening, now),
    customer: {
      name: customerName(row),
      firstName: customerCalled(row),
      phone: row.customer_phone,
      label: row.dropoff_label,
      landmark: row.dropoff_landmark,
      lat: row.dropoff_lat ?? row.pickup_lat,
      lng: row.dropoff_lng ?? row.pickup_lng,
      isRough: !isDoor(dropoffPrecision(row)),
    },
    wait: waitOf(row, now),
    proof: proofOf(row, now),
    codeLock: codeLock(row.code_locks[codeOf[step]], now),
    awaitsTrip: awaitsTrip(row.payment_status),
    payment: {
      status: customersPayment(row.payment_status, amountToCollectOf(row)),
      amountFcfa: amountToCollectOf(row),
      isSettled: isSettled(row.payment_status),
      isDenied: wasDenied([row.payment_status_before, row.payment_status].filter((each) => each !== null)),
    },
    doorNotes: isIn('onCourse', row.status) ? row.door_notes : [],
    failure: row.failure_code && { code: row.failure_code, words: row.failure_note },
    secondTry: secondTryAsked(row.second_try, now),
    recipient: recipientOf(row),
  }
}

/**
 * What a courier has to do now, and what comes after it: the parcel of the next stop, others at the same
 * place, and the stops after it. `from` is where they were last.
 */
export function tourOnScreen(
  rows: readonly CarriedRow[],
  { from, now }: { from: Point | null; now: Date },
): Pick<CourierScreen, 'carried' | 'beside' | 'later'> {
  const stops = stopsOf(rows.map(tourParcel))
  const here = nextPlace(stops)
  const seconds = from && secondsToStops(from, stops)
  const rowOf = ({ id }: Stop) => rows.find((row) => row.id === id)
  const [carried = null, ...beside] = here
    .map(rowOf)
    .filter((row) => row !== undefined)
    .map((row) => carriedParcel(row, now))
  const later = stops.reduce<LaterStop[]>((shown, stop, at) => {
    const row = here.includes(stop) ? undefined : rowOf(stop)
    const before = stops[at - 1]
    const last = shown.at(-1)
    if (!row) return shown
    const parcel = carriedParcel(row, now)
    const aboard = isIn('assigned', row.status) ? [] : [parcel]
    const toFetch = stop.kind === 'PICKUP' ? [parcel] : []
    if (last && before && last.kind === stop.kind && isSameStop(before, stop)) {
      last.slots.push(stop.slot)
      last.aboard.push(...aboard)
      last.toFetch.push(...toFetch)
    } else shown.push(laterStop(stop, { row, aboard, toFetch, stops, seconds: seconds?.[at] }))
    return shown
  }, [])
  // The door of a parcel alone is no tour, and its minutes would change with each position.
  return { carried, beside, later: rows.length > 1 ? later : [] }
}

/** A door may only come first once its parcel is aboard. */
function laterStop(
  stop: Stop,
  {
    row,
    aboard,
    toFetch,
    stops,
    seconds,
  }: Pick<LaterStop, 'aboard' | 'toFetch'> & { row: CarriedRow; stops: Stop[]; seconds: number | undefined },
): LaterStop {
  const isDoor = stop.kind === 'DROPOFF'
  return {
    ...{ key: { shopId: stop.shopId, id: stop.id }, kind: stop.kind, place: stop.place },
    slots: [stop.slot],
    name: isDoor ? customerCalled(row) : row.shop_name,
    label: isDoor ? row.dropoff_label : row.pickup_label,
    minutes: seconds === undefined ? null : Math.max(5, Math.round(seconds / 300) * 5),
    mayGoFirst: (!isDoor || aboard.length > 0) && mayGoFirst(stops, stop),
    aboard,
    toFetch,
    before: stops.slice(0, stops.indexOf(stop)).map(({ id, kind }) => ({ id, kind })),
  }
}

/** The shop's place of a delivery. */
export const shopPlace = (
  row: Pick<DeliveryRow, PickupColumns> & { shop_name: string; shop_phone: string | null },
): Place => ({
  name: row.shop_name,
  phone: row.shop_phone,
  label: row.pickup_label,
  landmark: row.pickup_landmark,
  lat: row.pickup_lat,
  lng: row.pickup_lng,
})

/** The code that each step ends with. */
const codeOf: Record<CarriedStep, CodeName> = {
  GO_TO_SHOP: 'pickup',
  PICK_UP: 'pickup',
  HAND_OVER: 'confirmation',
  RETURN_TO_SHOP: 'return',
}

function secondTryAsked(row: CarriedRow['second_try'], now: Date): SecondTryAsked | null {
  const window = localWindow(row)
  if (row === null || window === null) return null
  const opensAt = setOutFrom(window)
  return { id: row.id, window, opensAt, isOpen: opensAt <= now }
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

function proofOf(row: CarriedRow, now: Date): CarriedParcel['proof'] {
  const arrivedAt = timeOf(row.arrived_at_customer_at)
  return {
    ...{ arrivedAt, hasWaited: arrivedAt !== null && waitedAt(arrivedAt) <= now },
    ...{ calledAt: timeOf(row.customer_called_at), hasPhoto: row.has_handover_photo },
  }
}

function waitOf(
  { courier_waits_until, courier_wait_fee_fcfa: feeFcfa }: CarriedRow,
  now: Date,
): CarriedParcel['wait'] {
  if (courier_waits_until === null) return null
  const until = new Date(courier_waits_until)
  return { until, feeFcfa, isOver: until <= now }
}

function codeLock(
  { lockedUntil, locks }: CarriedRow['code_locks'][CodeName],
  now: Date,
): CarriedParcel['codeLock'] {
  if (isClosed({ locks })) return { until: null }
  const until = lockedUntil === null ? null : new Date(lockedUntil)
  return until !== null && now < until ? { until } : null
}

function stepOf({
  status,
  arrived_at_pickup_at,
}: Pick<DeliveryRow, 'status' | 'arrived_at_pickup_at'>): CarriedStep {
  if (isIn('failed', status)) return 'RETURN_TO_SHOP'
  if (isIn('underWay', status)) return 'HAND_OVER'
  return arrived_at_pickup_at ? 'PICK_UP' : 'GO_TO_SHOP'
}
