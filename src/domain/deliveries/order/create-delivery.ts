import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { violatedConstraint } from '../../../base/database/database-error.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Point } from '../../../base/kernel/point.ts'
import { newCode, newReference } from '../../../base/kernel/short-code.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { NewEvent } from '../../../events/event-body.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { type PaymentTerms, paymentTerms } from '../../money/payments/order-amounts.ts'
import {
  type PromoCode,
  promoCodeForm,
  promoRefusal,
  unmetCondition,
} from '../../money/payments/promo-code.ts'
import { findPromoCode } from '../../money/payments/promo-code-store.ts'
import { customerKeyOfUses, refusedUse } from '../../money/payments/promo-code-use-store.ts'
import { promoCustomerKeys } from '../../money/payments/promo-customer.ts'
import type { VerifyPhoto } from '../../photos/verify-photo.ts'
import { refuseClosed } from '../../pricing/city-closing.ts'
import {
  dropoffWindow,
  fetchWindow,
  type OrderWindows,
  pricedWindow,
  refuseUnreachable,
} from '../../pricing/dropoff-window.ts'
import { delaysCountFrom, pickupWindow, pricedAt } from '../../pricing/pickup-window.ts'
import {
  collectingPlace,
  type PricedOrder,
  priceOrder,
  refuseUncollectable,
} from '../../pricing/price-order.ts'
import type { PricedTrip, Pricing } from '../../pricing/price-trip.ts'
import { isPromoUsed } from '../../pricing/trip-price.ts'
import { type KnownShop, type ShopCache, withShop } from '../../shops/cache-shops.ts'
import { choosePickup } from '../../shops/pickup-choice.ts'
import { requireApproved } from '../../shops/require-approved.ts'
import { partnerEvent } from '../delivery-event.ts'
import {
  type DeliveryRow,
  dropoffColumns,
  fetchColumns,
  initialColumns,
  priceColumns,
} from '../delivery-row.ts'
import { dueAt, firstStatus } from '../delivery-status.ts'
import {
  findDeliveryByIdempotencyKey,
  findDeliveryIdByExternalRef,
  insertDelivery,
} from '../delivery-store.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { askForTrip, awaitingTrip } from '../trip-first/ask-for-trip.ts'
import { checkCredit } from '../trip-first/check-credit.ts'
import { mayPayFirst } from '../trip-first/trip-of-shop.ts'
import type { UsedKeys } from './cache-used-keys.ts'
import { customerPhone } from './customer-phone.ts'
import type { DeliveryOrder } from './delivery-order.ts'

export type CreationDeps = DeliveryDeps & {
  shops: ShopCache
  usedKeys: UsedKeys
  verifyPhoto: VerifyPhoto
  /** The code of this cell, which references carry; empty where there are none. */
  cell: string
}

type CreationRequest = {
  shopId: string
  idempotencyKey: string
  input: DeliveryOrder
  secondTry?: SecondTry
}

/** What makes an order the second try of a delivery (decision 340). */
type SecondTry = {
  /** What it costs, as a share of such a trip. */
  percent: number
  /** The price that whoever asks was shown; undefined where they agree to any. */
  agreedPriceFcfa: Fcfa | undefined
  /** What it takes over from the first one. */
  columns: Partial<DeliveryRow>
  /** Writes, in the transaction of its creation, that the two belong together, or refuses by throwing. */
  link: (within: DeliveryDeps, made: DeliveryRow) => Promise<void>
}

/**
 * Creates a delivery, or returns the one that this Idempotency-Key made before (spec 4.4, decision 13).
 * One statement writes the delivery, its first line of history and its event. A replay comes before any
 * refusal: a key that is known to be used is looked up before anything is priced, and before a refusal is
 * thrown it is checked whether the key was used after all.
 *
 * Throws IDEMPOTENCY_KEY_REUSED, EXTERNAL_REF_TAKEN, PICKUP_*, OUT_OF_ZONE, CITIES_DIFFER,
 * PHONE_NUMBER_INVALID, CUSTOMER_BLOCKED, PHOTO_KEY_UNKNOWN, PROMO_CODE_REFUSED, PAYOUT_ACCOUNT_REQUIRED,
 * COLLECTION_UNAVAILABLE, PAYMENT_AMOUNT_REFUSED,
 * PICKUP_WINDOW_REFUSED, DROPOFF_WINDOW_REFUSED, CLOSED, SHOP_NOT_APPROVED, SHOP_SUSPENDED; for a second try
 * also PRICE_CHANGED and what its `link` throws.
 */
export async function createDelivery(
  deps: CreationDeps,
  request: CreationRequest,
): Promise<{ delivery: DeliveryRow; isReplay: boolean }> {
  await requireRight(deps, request.shopId, 'SELL')
  const bodySha256 = bodyHash(request.input)
  const isUsed = deps.usedKeys.has(request)
  const known = isUsed ? await findReplayed(deps, request, bodySha256) : undefined
  if (known) return { delivery: known, isReplay: true }
  try {
    const made = await withShop(deps.shops, request.shopId, (known) => make(deps, request, known, bodySha256))
    deps.usedKeys.add(request)
    return { delivery: made, isReplay: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const before = await findReplayed(deps, request, bodySha256)
    if (!before) throw error
    return { delivery: before, isReplay: true }
  }
}

/** The delivery that this key made. Throws IDEMPOTENCY_KEY_REUSED when it was made from another body. */
async function findReplayed(
  { db, usedKeys }: CreationDeps,
  { shopId, idempotencyKey }: CreationRequest,
  bodySha256: string,
): Promise<DeliveryRow | undefined> {
  const before = await findDeliveryByIdempotencyKey(db, shopId, idempotencyKey)
  if (!before) return undefined
  usedKeys.add({ shopId, idempotencyKey })
  if (before.body_sha256 !== bodySha256)
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', { deliveryId: before.id })
  return before
}

/** References are drawn at random from a billion: five draws in a row are never all taken. */
const maxDraws = 5

async function make(deps: CreationDeps, request: CreationRequest, known: KnownShop, bodySha256: string) {
  const { draft, customerKey } = await draftDelivery(deps, request, known, bodySha256)
  for (let draw = 1; ; draw += 1) {
    const row: DeliveryRow = { ...draft, reference: newReference(deps.cell) }
    const made = await insertOrRefuse(deps, row, known, { customerKey, link: request.secondTry?.link })
    if (made) {
      deps.publishCommitted([made.event])
      return made.row
    }
    await refuseTaken(deps, row, draw)
  }
}

type Made = { row: DeliveryRow; event: NewEvent }

async function insertOrRefuse(
  deps: CreationDeps,
  row: DeliveryRow,
  known: KnownShop,
  { customerKey, link }: { customerKey: string | null; link: SecondTry['link'] | undefined },
): Promise<Made | undefined> {
  const mayOwe = !mayPayFirst(known.shop, known.terms)
  try {
    if (mayOwe && !link) return await insert(deps, row, customerKey)
    return await deps.db.transaction().execute(async (trx) => {
      const inTrx = { ...deps, db: trx }
      const isTrusted = mayOwe || (await checkCredit(trx, row, known)) === 'ENOUGH'
      const ordered = isTrusted ? row : { ...row, ...awaitingTrip(row, known.terms) }
      const made = await insert(inTrx, ordered, customerKey)
      if (made && !isTrusted) await askForTrip(trx, made.row, deps)
      if (made) await link?.(inTrx, made.row)
      return made
    })
  } catch (error) {
    const reason = refusedUse(error)
    if (reason) throw new ApiError('PROMO_CODE_REFUSED', { reason })
    // A reset of the sandbox removed the photo after it was verified.
    if (violatedConstraint(error) === 'photo_is_of_the_shop') throw new ApiError('PHOTO_KEY_UNKNOWN')
    throw error
  }
}

async function insert(
  deps: Omit<CreationDeps, 'db'> & { db: Database | Trx },
  row: DeliveryRow,
  customerKey: string | null,
): Promise<Made | undefined> {
  const event = partnerEvent(row, 'delivery.created', { ...deps, now: row.created_at })
  return (await insertDelivery(deps.db, row, event, customerKey)) ? { row, event } : undefined
}

/**
 * Throws the error for a unique constraint that an insert violated; returns when it was only the reference,
 * so that another is drawn.
 */
async function refuseTaken({ db }: CreationDeps, row: DeliveryRow, draw: number): Promise<void> {
  const before = await findDeliveryByIdempotencyKey(db, row.shop_id, row.idempotency_key)
  if (before) throw new ApiError('IDEMPOTENCY_KEY_REUSED', { deliveryId: before.id })
  const externalRef = row.external_ref
  const deliveryId = externalRef !== null && (await findDeliveryIdByExternalRef(db, row.shop_id, externalRef))
  if (externalRef !== null && deliveryId)
    throw new ApiError('EXTERNAL_REF_TAKEN', { externalRef, deliveryId })
  if (draw === maxDraws) throw new Error('No free delivery reference was found.')
}

/**
 * Everything of a delivery that can be known before it is written; only its reference is missing.
 * `customerKey` is whose use of a promo code it is, where that is limited per customer.
 */
async function draftDelivery(
  deps: CreationDeps,
  { shopId, idempotencyKey, input, secondTry }: CreationRequest,
  known: KnownShop,
  bodySha256: string,
): Promise<{ draft: Omit<DeliveryRow, 'reference'>; customerKey: string | null }> {
  const now = deps.clock.now()
  requireApproved(known.shop)
  const pickup = choosePickup(input, known.pickupAddresses)
  const terms = paymentTerms(input.payment, known.shop, collectingPlace(deps.pricing, pickup, known.shop))
  const windows = {
    pickup: pickupWindow(input.pickupWindow, now),
    dropoff: dropoffWindow(input.dropoffWindow, now),
  }
  const promo = await usablePromoCode(deps, shopId, input.promoCode, now)
  const secondTryPercent = secondTry?.percent
  const priced = await priceOnTerms(deps, known, input, { pickup, terms, promo, windows, secondTryPercent })
  const { city, rideSeconds, priceFcfa } = priced.trip
  if (priceFcfa !== (secondTry?.agreedPriceFcfa ?? priceFcfa))
    throw new ApiError('PRICE_CHANGED', { priceFcfa })
  refuseUnreachable(windows, rideSeconds, now)
  refuseClosed(city, pricedAt(pricedWindow(windows), now))
  const phone = customerPhone(input.customer.phone, city.country)
  if (deps.blockedCustomers.isBlocked(phone, now)) throw new ApiError('CUSTOMER_BLOCKED')
  refuseUncollectable(deps.pricing, priced, terms, phone)
  if (input.parcel.photoKey) await deps.verifyPhoto(shopId, input.parcel.photoKey)

  const status = firstStatus(input.dropoff !== undefined)
  // What takes nothing off a final price is not used up (decision 272).
  const used = input.dropoff === undefined || isPromoUsed(priced.trip.working) ? promo : undefined
  const customerKey = used?.maxUsesPerCustomer
    ? await customerKeyOfUses(deps.db, used.id, promoCustomerKeys(phone, deps.promoCustomers))
    : null
  const draft = {
    ...initialColumns,
    ...priceColumns(priced),
    shop_id: shopId,
    id: newId(now),
    external_ref: input.externalRef ?? null,
    idempotency_key: idempotencyKey,
    body_sha256: bodySha256,
    status,
    created_at: now,
    due_at: dueAt(status, delaysCountFrom(fetchWindow(windows, rideSeconds), now), deps.rules.current()),
    trip_due_at: null,
    city_id: city.id,
    customer_last_name: input.customer.lastName,
    customer_first_name: input.customer.firstName,
    customer_phone: phone,
    pickup_label: pickup.label ?? null,
    pickup_landmark: pickup.landmark ?? null,
    pickup_address_id: 'id' in pickup ? pickup.id : null,
    pickup_lat: pickup.lat,
    pickup_lng: pickup.lng,
    ...dropoffColumns(input.dropoff, input.expectedPlace),
    parcel_category: input.parcel.category,
    parcel_size: input.parcel.size,
    parcel_fragile: input.parcel.fragile ?? false,
    photo_key: input.parcel.photoKey ?? null,
    instructions: input.instructions || null,
    payment_mode: terms.mode,
    goods_amount_fcfa: terms.goodsAmountFcfa,
    fee_payer: terms.feePayer,
    collection: terms.collection,
    promo_code_id: used?.id ?? null,
    currency: city.currency,
    metadata: input.metadata ?? null,
    pickup_window_from: windows.pickup?.from ?? null,
    pickup_window_to: windows.pickup?.to ?? null,
    dropoff_window_from: windows.dropoff?.from ?? null,
    dropoff_window_to: windows.dropoff?.to ?? null,
    ...fetchColumns(windows, rideSeconds),
    pickup_code: newCode(),
    confirmation_code: newCode(),
    ...secondTry?.columns,
  }
  return { draft, customerKey }
}

/** An order at its price. Throws PROMO_CODE_REFUSED when the code is not for such a trip. */
async function priceOnTerms(
  { pricing }: CreationDeps,
  known: KnownShop,
  input: DeliveryOrder,
  {
    pickup,
    terms,
    promo,
    windows,
    secondTryPercent,
  }: {
    pickup: Point
    terms: PaymentTerms
    promo: PromoCode | undefined
    windows: OrderWindows
    secondTryPercent: number | undefined
  },
): Promise<PricedOrder> {
  const priced = await priceOrder(pricing, {
    pickup,
    dropoff: input.dropoff,
    parcelSize: input.parcel.size,
    fragile: input.parcel.fragile ?? false,
    shopDiscountPercent: known.shop.discount_percent,
    shopCountry: known.shop.country,
    promo: promo ?? null,
    terms,
    windows,
    secondTryPercent,
  })
  if (promo) refuseIneligible(pricing, promo, priced.trip)
  return priced
}

function refuseIneligible({ map }: Pricing, promo: PromoCode, trip: PricedTrip): void {
  const tripFcfa = trip.priceFcfa + trip.discountFcfa
  const condition = unmetCondition(promo, { cityId: trip.city.id, tripFcfa })
  if (!condition) return
  const reason = 'TRIP_NOT_ELIGIBLE'
  if (condition === 'MINIMUM_TRIP') {
    const minimumTripFcfa = promo.minimumTripFcfa ?? 0
    throw new ApiError('PROMO_CODE_REFUSED', { reason, condition, minimumTripFcfa, tripFcfa })
  }
  const city = promo.cityId === null ? undefined : map.current().city(promo.cityId)
  throw new ApiError('PROMO_CODE_REFUSED', { reason, condition, city: city?.name ?? '' })
}

async function usablePromoCode(
  { db }: CreationDeps,
  shopId: string,
  text: string | undefined,
  now: Date,
): Promise<PromoCode | undefined> {
  const code = promoCodeForm(text ?? '')
  if (code === '') return undefined
  const { promo, shop } = await findPromoCode(db, code, shopId)
  const reason = promoRefusal(promo, now, shop)
  if (reason) throw new ApiError('PROMO_CODE_REFUSED', { reason })
  return promo
}

/** SHA-256 of the canonical JSON of a body: the order of its members does not matter (decision 13). */
const bodyHash = (input: DeliveryOrder): string =>
  createHash('sha256')
    .update(canonicalize(input) ?? '')
    .digest('hex')
