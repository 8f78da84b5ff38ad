import { violatedConstraint } from '../../../base/database/database-error.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { VehicleType } from '../../../contract/vocabulary.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'
import { takeSlot } from '../carrying/take-slot.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn, statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { CourierPay } from '../pay/courier-pay.ts'
import { readCourierPay } from '../pay/read-courier-pay.ts'
import { isWithCourierBefore } from '../second-try/second-try-store.ts'
import { type Alongside, amendDelivery, type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/** What a partner sees of a courier (spec 2.9); `phone` in international form. */
type CourierCard = {
  firstName: string
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
}

/** Who carries a parcel; `id` is null for the courier of the sandbox, who is not registered. */
export type AssignedCourier = CourierCard & { id: string | null }

/** What an offer promised: a pay, for the trip as it was in that version of the delivery's. */
export type PromisedTrip = CourierPay & { tripVersion: number }

/**
 * A courier accepts the trip; the first to do so gets it, for the pay they were promised or else by the rule,
 * in FCFA. Throws COURIER_BUSY when they carry as much as they may, OFFER_GONE when they were promised a trip
 * that the shop has changed since, PARCEL_NOT_BACK while the courier of the try before has the parcel,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function assignCourier(
  deps: DeliveryDeps,
  key: DeliveryKey,
  courier: AssignedCourier,
  promised?: PromisedTrip,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  return oneParcelInASlot(
    moveDelivery(
      deps,
      key,
      'assign',
      async (delivery, now, trx) => {
        statusAfter('assign', delivery.status)
        if (promised && promised.tripVersion !== delivery.trip_version) throw new ApiError('OFFER_GONE')
        // Nobody carries anything in a sandbox.
        if (courier.id !== null && (await isWithCourierBefore(trx, delivery)))
          throw new ApiError('PARCEL_NOT_BACK')
        const pay = promised ?? (await payByRule(deps, trx, delivery, courier, now))
        const slot = await slotOf(deps, trx, delivery, courier)
        return { change: { ...courierColumns(courier), ...payColumns(pay), courier_slot: slot } }
      },
      alongside,
    ),
  )
}

/**
 * Another courier for a parcel; `instead` is the courier whom the person who names them was shown, if they
 * were.
 */
type Replacement = AssignedCourier & { instead?: string | null }

/**
 * Gives the parcel to another courier before it was picked up (decision 24): the delivery stays ASSIGNED and
 * nothing is published, since no event is published twice. The new courier has not arrived anywhere yet and
 * is paid by the rule. Naming the same one again changes nothing. Throws COURIER_BUSY, DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED, DELIVERY_CHANGED_MEANWHILE.
 */
export function replaceCourier(
  deps: DeliveryDeps,
  key: DeliveryKey,
  { instead, ...courier }: Replacement,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  return oneParcelInASlot(
    amendDelivery(
      deps,
      key,
      async (delivery, now, trx) => {
        requireIn('assigned', delivery.status)
        if (delivery.courier_id !== null && delivery.courier_id === courier.id) return 'DONE_BEFORE'
        if (instead !== undefined && instead !== delivery.courier_id)
          throw new ApiError('DELIVERY_CHANGED_MEANWHILE')
        const pay = payColumns(await payByRule(deps, trx, delivery, courier, now))
        const slot = await slotOf(deps, trx, delivery, courier)
        return {
          change: { ...courierColumns(courier), ...pay, courier_slot: slot, arrived_at_pickup_at: null },
        }
      },
      alongside,
    ),
  )
}

const slotOf = (
  { rules }: DeliveryDeps,
  trx: Trx,
  { parcel_size: size }: DeliveryRow,
  courier: AssignedCourier,
): Promise<number> => takeSlot(trx, courier, { size, maxParcels: rules.current().COURIER_MAX_PARCELS })

const payByRule = (
  deps: DeliveryDeps,
  trx: Trx,
  delivery: DeliveryRow,
  { id }: AssignedCourier,
  now: Date,
): Promise<CourierPay> =>
  readCourierPay(
    { ...deps, db: trx },
    id,
    { ...delivery, working: delivery.price_working as PriceWorking },
    now,
  )

const payColumns = ({ payFcfa, bonusFcfa }: CourierPay) => ({
  courier_pay_fcfa: payFcfa,
  courier_bonus_fcfa: bonusFcfa,
})

const courierColumns = (courier: AssignedCourier) => ({
  courier_id: courier.id,
  courier_first_name: courier.firstName,
  courier_phone: courier.phone,
  courier_vehicle_type: courier.vehicleType,
  courier_plate_number: courier.plateNumber,
})

/** The lock keeps two of this version apart; the index also those who give parcels without it. */
async function oneParcelInASlot(given: Promise<DeliveryRow>): Promise<DeliveryRow> {
  try {
    return await given
  } catch (error) {
    if (violatedConstraint(error) !== 'courier_carries_one_parcel_at_a_time') throw error
    throw new ApiError('COURIER_BUSY')
  }
}
