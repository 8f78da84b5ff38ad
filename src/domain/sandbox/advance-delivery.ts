import { inTransaction } from '../../base/database/in-transaction.ts'
import { type FailureCode, failureCodes } from '../../contract/vocabulary.ts'
import { requireRight } from '../accounts/check-right.ts'
import { recordAct } from '../audit/record-act.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { getDelivery } from '../deliveries/get-delivery.ts'
import { changePayment } from '../deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../deliveries/transitions/arrive-at-pickup.ts'
import { type AssignedCourier, assignCourier } from '../deliveries/transitions/assign-courier.ts'
import { expireDelivery } from '../deliveries/transitions/expire-delivery.ts'
import { type Failure, failDelivery } from '../deliveries/transitions/fail-delivery.ts'
import { handOverParcel } from '../deliveries/transitions/hand-over-parcel.ts'
import { locateDelivery } from '../deliveries/transitions/locate-delivery.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { isTransitionRefused } from '../deliveries/transitions/move-delivery.ts'
import { pickUpParcel } from '../deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../deliveries/transitions/return-parcel.ts'
import type { MobileMoneyDeps } from '../money/mobile-money/mobile-money-provider.ts'
import {
  payAsSimulatedCustomer,
  payAsSimulatedShop,
  requireSimulatedPayer,
} from '../money/mobile-money/pay-as-simulated-customer.ts'
import { allowsPayment, awaitsTrip, isSettled } from '../money/payments/payment-status.ts'
import { magicStep } from './magic-customer.ts'
import { nextStep, type Outcome, type Step } from './next-step.ts'
import { sandboxDropoff } from './sandbox-place.ts'

type AdvanceDeps = DeliveryDeps & MobileMoneyDeps

type Advance = { outcome?: Outcome; failureReason?: string }

/** The courier who carries every parcel of the sandbox. */
const sandboxCourier: AssignedCourier = {
  id: null,
  firstName: 'Koffi',
  phone: '+2290197000000',
  vehicleType: 'MOTO',
  plateNumber: 'AB 1234 RB',
}

/** A delivery has fewer steps than this, so a call that made or missed as many has nothing left to do. */
const maxSteps = 8

/**
 * Moves a delivery one step on, or as many as lead to an outcome, through the same verbs as everybody else,
 * each in its own transaction (spec 4.9, decision 25); the number of the customer may say what the next step
 * is. When another call makes a step first, this one makes the next. Throws NO_NEXT_STEP,
 * PAYMENT_NOT_SIMULATED, DELIVERY_NOT_FOUND, what a position refuses with, and SHOP_NOT_FOUND for an account
 * that is nothing to the shop. What a person does leaves a line of audit; what programs do stands in the log
 * of requests.
 */
export async function advanceDelivery(
  deps: AdvanceDeps,
  key: DeliveryKey,
  advance: Advance,
): Promise<DeliveryRow> {
  if (deps.actor.kind === 'API_KEY') return advanced(deps, key, advance)
  await requireRight(deps, key.shopId, 'SELL')
  const before = await getDelivery(deps.db, key)
  const after = await advanced(deps, key, advance)
  await inTransaction(deps.db, (trx) =>
    recordAct(
      { ...deps, db: trx },
      {
        action: 'advance-delivery',
        subject: { type: 'DELIVERY', id: key.id },
        shopId: key.shopId,
        before: { reference: before.reference, status: before.status },
        after: { reference: after.reference, status: after.status },
      },
    ),
  )
  return after
}

async function advanced(deps: AdvanceDeps, key: DeliveryKey, advance: Advance): Promise<DeliveryRow> {
  const isPlain = advance.outcome === undefined
  for (let tries = 1; ; tries += 1) {
    const delivery = await getDelivery(deps.db, key)
    const magic = isPlain ? magicStep(delivery.customer_phone, delivery.status) : undefined
    const asked = magic
      ? { outcome: magic.outcome, ...(magic.failureCode && { failureReason: magic.failureCode }) }
      : advance
    // Another call led it there meanwhile.
    if (tries > 1 && delivery.status === advance.outcome) return delivery
    try {
      if (magic?.paysFirst) await settlePayment(deps, key, delivery)
      const moved = await steps[nextStep(delivery.status, asked.outcome)](deps, key, delivery, asked)
      if (advance.outcome === undefined || moved.status === advance.outcome) return moved
    } catch (error) {
      if (!isTransitionRefused(error) || tries === maxSteps) throw error
    }
  }
}

type MakeStep = (
  deps: AdvanceDeps,
  key: DeliveryKey,
  delivery: DeliveryRow,
  advance: Advance,
) => Promise<DeliveryRow>

const steps: Record<Step, MakeStep> = {
  locate: (deps, key, { pickup_lat: lat, pickup_lng: lng }) =>
    locateDelivery(deps, key, sandboxDropoff(deps.pricing.map.current(), { lat, lng })),
  assign: (deps, key) => assignCourier(deps, key, sandboxCourier),
  pickUp: async (deps, key, delivery) => {
    if (awaitsTrip(delivery.payment_status)) await payAsSimulatedShop(deps, key, delivery)
    await arriveAtPickup(deps, key)
    return pickUpParcel(deps, key, delivery.pickup_code)
  },
  handOver: async (deps, key, delivery) => {
    await settlePayment(deps, key, delivery)
    return handOverParcel(deps, key, delivery.confirmation_code)
  },
  fail: (deps, key, _, advance) => failDelivery(deps, key, failureOf(advance.failureReason)),
  return: (deps, key) => returnParcel(deps, key),
  expire: (deps, key) => expireDelivery(deps, key),
}

/**
 * Pays what is still due, after a new request if the customer refused before; a payment that a real provider
 * is asked for is for that provider to report.
 */
async function settlePayment(deps: AdvanceDeps, key: DeliveryKey, delivery: DeliveryRow): Promise<void> {
  const { payment_status: status, collection } = delivery
  if (isSettled(status)) return
  if (collection === 'SECURE') await requireSimulatedPayer(deps, key, delivery.customer_phone)
  if (allowsPayment('requestAgain', status)) await changePayment(deps, key, 'requestAgain')
  if (collection === 'SECURE') await payAsSimulatedCustomer(deps, key)
  else await changePayment(deps, key, 'confirm')
}

/** A known reason by its code, any other as free text; CUSTOMER_ABSENT when none is given. */
function failureOf(reason: string | undefined): Failure {
  if (reason === undefined) return { code: 'CUSTOMER_ABSENT', words: null }
  const isCode = (failureCodes as readonly string[]).includes(reason)
  return isCode ? { code: reason as FailureCode, words: null } : { code: 'OTHER', words: reason }
}
