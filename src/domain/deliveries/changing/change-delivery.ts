import { violatedConstraint } from '../../../base/database/database-error.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { customerKeyOfUses, moveUse, refusedUse } from '../../money/payments/promo-code-use-store.ts'
import { promoCustomerKeys } from '../../money/payments/promo-customer.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn } from '../delivery-status.ts'
import { type DeliveryKey, findDeliveryIdByExternalRef } from '../delivery-store.ts'
import { doorNoteKinds } from '../files/delivery-file.ts'
import { markFilesRemoved } from '../files/delivery-file-store.ts'
import { getDelivery } from '../get-delivery.ts'
import { customerPhone } from '../order/customer-phone.ts'
import { type LocatedPrice, priceLocation } from '../order/price-location.ts'
import { readCourierPay } from '../pay/read-courier-pay.ts'
import { locateDelivery } from '../transitions/locate-delivery.ts'
import {
  type Alongside,
  type Amendment,
  amendDelivery,
  type DeliveryDeps,
} from '../transitions/move-delivery.ts'
import { repricedPayment } from '../trip-first/ask-for-trip.ts'
import {
  type ChangedColumns,
  changedFields,
  type DeliveryChange,
  newPlace,
  wantedColumns,
} from './delivery-change.ts'

/**
 * Each time another change came first and the new place is priced again; hardly anybody is overtaken this
 * often.
 */
const maxTries = 5

/**
 * The shop changes a delivery whose parcel it still has (decision 121). A drop-off is priced again, and given
 * instead of the customer's position it locates the delivery. A new phone ends the links that were given out;
 * a new drop-off ends the offers under way, and a courier who is on the way earns no less than promised. What
 * is equal to today's changes nothing, whatever the status, so that a change may be sent again. Throws
 * DELIVERY_NOT_FOUND, DELIVERY_NOT_CHANGEABLE, DELIVERY_CHANGED_TOO_OFTEN, DROPOFF_UNKNOWN, PRICE_CHANGED,
 * OUT_OF_ZONE, CITIES_DIFFER, PHONE_NUMBER_INVALID, CUSTOMER_BLOCKED, PROMO_CODE_REFUSED where the new
 * customer has used its code as often as they may, EXTERNAL_REF_TAKEN, and SERVICE_UNAVAILABLE when others
 * were faster each time.
 */
export async function changeDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  change: DeliveryChange,
  triesLeft = maxTries,
): Promise<DeliveryRow> {
  const seen = await getDelivery(deps.db, key)
  const place = newPlace(seen, change)
  const wanted = wantedColumns(change, { place, phone: phoneOf(deps, seen, change) })
  if (changedFields(seen, wanted).length > 0) refuseUnchangeable(seen, change)
  try {
    if (!place) return await amendDelivery(deps, key, amendment(deps, change, wanted), alongside(deps))
    if (isIn('locating', seen.status)) return await locate(deps, key, { seen, change, wanted, place })
    const priced = await priceLocation(deps, seen, place)
    return await amendDelivery(deps, key, amendment(deps, change, wanted, priced), alongside(deps))
  } catch (error) {
    const reason = refusedUse(error)
    if (reason) throw new ApiError('PROMO_CODE_REFUSED', { reason })
    if (violatedConstraint(error) === 'external_ref_is_unique_per_shop') await refuseTaken(deps, key, change)
    else if (!wasOvertaken(error, seen)) throw error
    if (triesLeft === 1) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    return changeDelivery(deps, key, change, triesLeft - 1)
  }
}

/**
 * The phone in international form, read and refused as at creation (decision 10); undefined where it stays.
 */
function phoneOf(
  { pricing, blockedCustomers, clock }: DeliveryDeps,
  seen: DeliveryRow,
  change: DeliveryChange,
) {
  if (change.customer?.phone === undefined) return undefined
  const phone = customerPhone(change.customer.phone, pricing.map.current().city(seen.city_id)?.country ?? '')
  if (phone !== seen.customer_phone && blockedCustomers.isBlocked(phone, clock.now()))
    throw new ApiError('CUSTOMER_BLOCKED')
  return phone
}

function refuseUnchangeable(delivery: DeliveryRow, { dropoff }: DeliveryChange): void {
  const { status } = delivery
  if (!isIn('changeable', status)) throw new ApiError('DELIVERY_NOT_CHANGEABLE', { status })
  if (dropoff && dropoff.lat === undefined && delivery.dropoff_lat === null)
    throw new ApiError('DROPOFF_UNKNOWN')
}

/** Decides under the lock what changes; `priced` is the price of the new drop-off. */
const amendment =
  (deps: DeliveryDeps, change: DeliveryChange, wanted: ChangedColumns, priced?: LocatedPrice) =>
  async (delivery: DeliveryRow, now: Date, trx: Trx): Promise<Amendment | 'DONE_BEFORE'> => {
    if (!priced && newPlace(delivery, change)) throw new MovedMeanwhile()
    const fields = changedFields(delivery, wanted)
    const moved = fields.includes('dropoff') ? priced : undefined
    const priceFcfa = moved?.price_fcfa ?? delivery.price_fcfa
    const isOtherPrice = priceFcfa !== (change.expectedPriceFcfa ?? delivery.price_fcfa)
    if (fields.length > 0 || isOtherPrice) refuseUnchangeable(delivery, change)
    if (isOtherPrice) throw new ApiError('PRICE_CHANGED', { priceFcfa })
    if (fields.length === 0) return 'DONE_BEFORE'
    return {
      change: {
        ...wanted,
        ...renewedLink(delivery, wanted),
        ...(moved && (await movedColumns({ ...deps, db: trx }, delivery, { ...wanted, ...moved }, now))),
      },
      changedFields: fields,
      emits: 'delivery.changed',
      data: { fields, version: delivery.version + 1 },
    }
  }

/** A link belongs to the person who has the phone: a new phone needs a new one. */
const renewedLink = (delivery: DeliveryRow, { customer_phone }: ChangedColumns) =>
  customer_phone !== undefined &&
  customer_phone !== delivery.customer_phone && { link_version: delivery.link_version + 1 }

/**
 * A new trip: what was offered of the old one ends, and whoever is on the way earns no less than promised.
 */
async function movedColumns(
  deps: Omit<DeliveryDeps, 'db'> & { db: Trx },
  delivery: DeliveryRow,
  priced: LocatedPrice,
  now: Date,
) {
  const payment = await repricedPayment(deps.db, delivery, priced, now)
  const trip = { ...priced, ...payment, trip_version: delivery.trip_version + 1 }
  if (!isIn('assigned', delivery.status)) return trip
  const working = JSON.parse(priced.price_working) as PriceWorking
  const { payFcfa, bonusFcfa } = await readCourierPay(
    deps,
    delivery.courier_id,
    { ...delivery, ...priced, working },
    now,
  )
  if (payFcfa <= (delivery.courier_pay_fcfa ?? 0)) return trip
  return { ...trip, courier_pay_fcfa: payFcfa, courier_bonus_fcfa: bonusFcfa }
}

type Located = {
  seen: DeliveryRow
  change: DeliveryChange
  wanted: ChangedColumns
  place: NonNullable<ReturnType<typeof newPlace>>
}

/** The shop learnt the place from the customer: the same as if the customer had given it on their page. */
const locate = (deps: DeliveryDeps, key: DeliveryKey, { seen, change, wanted, place }: Located) =>
  locateDelivery(deps, key, place, change.expectedPriceFcfa ?? seen.price_fcfa, {
    besides: (delivery) => ({
      change: { ...wanted, ...renewedLink(delivery, wanted) },
      changedFields: changedFields(delivery, wanted),
    }),
    alongside: alongside(deps),
  })

/** Another change moved the drop-off away from where this one wants it, so it has to be priced after all. */
class MovedMeanwhile extends Error {}

/**
 * Another change was faster, or the customer gave their position: what is wanted now changes what they made
 * of it.
 */
const wasOvertaken = (error: unknown, seen: DeliveryRow): boolean =>
  error instanceof MovedMeanwhile ||
  (error instanceof ApiError && error.code === 'TRANSITION_REFUSED' && isIn('locating', seen.status))

/**
 * Counts the use of a delivery's promo code for the customer whom it goes to now, and takes away what the one
 * of before left for the courier.
 */
const alongside =
  ({ promoCustomers }: DeliveryDeps): Alongside =>
  async (trx, after, before, now) => {
    const key = { shopId: after.shop_id, id: after.id }
    if (after.promo_code_id !== null && after.customer_phone !== before.customer_phone) {
      const customerKeys = promoCustomerKeys(after.customer_phone, promoCustomers)
      await moveUse(trx, key, await customerKeyOfUses(trx, after.promo_code_id, customerKeys))
    }
    if (after.link_version !== before.link_version) await markFilesRemoved(trx, [key], doorNoteKinds, now)
  }

/** Throws EXTERNAL_REF_TAKEN; returns when the other delivery gave the reference up meanwhile. */
async function refuseTaken(
  { db }: DeliveryDeps,
  { shopId }: DeliveryKey,
  { externalRef = '' }: DeliveryChange,
) {
  const deliveryId = await findDeliveryIdByExternalRef(db, shopId, externalRef)
  if (deliveryId) throw new ApiError('EXTERNAL_REF_TAKEN', { externalRef, deliveryId })
}
