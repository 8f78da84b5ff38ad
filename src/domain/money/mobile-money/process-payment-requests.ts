import { checkLease } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { RefusalReason } from '../../../contract/vocabulary.ts'
import { insertEvent } from '../../../events/event-store.ts'
import { internalEvent } from '../../deliveries/delivery-event.ts'
import { amountToCollectOf, type DeliveryRow } from '../../deliveries/delivery-row.ts'
import { findDelivery } from '../../deliveries/delivery-store.ts'
import { changePayment } from '../../deliveries/payment/change-payment.ts'
import { type DeliveryDeps, isTransitionRefused } from '../../deliveries/transitions/move-delivery.ts'
import { cancelUnpaidTrip } from '../../deliveries/trip-first/cancel-unpaid-trip.ts'
import { type PaymentTransition, tripPayment } from '../payments/payment-status.ts'
import type {
  MobileMoneyDeps,
  MobileMoneyProvider,
  MoneyOrder,
  OrderOutcome,
  ProviderShare,
} from './mobile-money-provider.ts'
import { isOpen, isOverdue, nextLatePollAt, nextPollAt, payerPhoneOf } from './payment-request.ts'
import {
  keepProviderOf,
  listPaymentRequests,
  type PaymentRequestRow,
  releaseRequest,
  takeDueRequests,
  wakeRequest,
} from './payment-request-store.ts'
import { answerOf, type CallDeps, placeOrder } from './place-order.ts'

export type PaymentRequestDeps = DeliveryDeps & MobileMoneyDeps & CallDeps

/** Requests under way at once in one process. */
const roundSize = 50
/** How long a worker holds a request: longer than a provider may take, after which another takes it over. */
const leaseMs = 60_000

/**
 * Claims due requests, of one `share` where it is given, and moves each one step on: sends it to the
 * provider, or polls its status. Returns whether more may be due. No transaction is open while the provider
 * is called, and a request whose worker died is sent again under the same id, which the provider counts once.
 */
export async function processDueRequests(
  deps: PaymentRequestDeps,
  owner: string,
  share?: ProviderShare,
): Promise<boolean> {
  const now = deps.clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const held = await takeDueRequests(deps.db, { owner, now, leaseEnds, limit: roundSize, share })
  await Promise.all(
    held.map((request) =>
      processRequest(deps, request, leaseEnds).catch((error: unknown) =>
        deps.onError('A payment request could not be processed; it is retried when its lease ends.', error),
      ),
    ),
  )
  return held.length === roundSize
}

async function processRequest(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  leaseEnds: Date,
): Promise<void> {
  checkLease(leaseEnds, deps.clock)
  if (request.state === 'PAID') return alertRefundDue(deps, request)
  const delivery = await findDelivery(deps.db, keyOf(request))
  if (!isOpen(request.state)) return watch(deps, request, delivery)
  if (delivery?.payment_status !== awaitedStatus[request.payer]) return withdraw(deps, request, delivery)
  if (request.state === 'ASKED') return follow(deps, request, delivery)
  if (isOverdue(request, deps.clock.now())) return giveUp(deps, request)
  return ask(deps, request, delivery)
}

/** The status of a payment that whoever is asked can still make. */
const awaitedStatus = { CUSTOMER: 'AWAITING_CUSTOMER', SENDER: 'AWAITING_SENDER' } as const

/** Asks the customer to pay; a provider that is unavailable is asked again until the deadline. */
async function ask(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<void> {
  if (!(await isClearToAsk(deps, request, delivery))) {
    await releaseRequest(deps.db, request, { due_at: nextPollAt(request, deps.clock.now()) })
    return
  }
  const provider = await providerToAsk(deps, request, delivery)
  const outcome =
    provider &&
    (await placeOrder(
      deps,
      orderOf(request, delivery),
      provider.requestToPay.bind(provider),
      (provider_ref) => keepProviderOf(deps.db, request, { provider_ref }),
    ))
  if (outcome && isFinal(outcome)) return end(deps, request, outcome)
  const due_at = nextPollAt(request, deps.clock.now())
  const isAsked = outcome?.state === 'PENDING'
  await releaseRequest(
    deps.db,
    request,
    isAsked ? { state: 'ASKED', due_at, ...refOf(outcome), ...linkOf(outcome) } : { due_at },
  )
}

/**
 * Asks what became of the earlier requests to the customer first: providers pay some that they had refused.
 * Whoever has paid, or may have and is not told of by their provider, is not asked anew; a request that was
 * paid is due at once.
 */
async function isClearToAsk(
  deps: PaymentRequestDeps,
  { id, payer }: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<boolean> {
  const key = { shopId: delivery.shop_id, id: delivery.id }
  const earlier = (await listPaymentRequests(deps.db, key)).filter(
    (each) => each.payer === payer && each.id !== id && each.provider !== null && !isOpen(each.state),
  )
  const outcomes = await Promise.all(earlier.map((each) => lastWordOf(deps, each, delivery)))
  const now = deps.clock.now()
  for (const [nth, each] of earlier.entries())
    if (outcomes[nth]?.state === 'PAID') await wakeRequest(deps.db, each.id, now)
  return outcomes.every((outcome) => outcome !== undefined && outcome.state !== 'PAID')
}

/**
 * Who asks is written before the first call, most often with the request: a request is never made by two
 * providers. One that nobody could be found for when it was made is looked at again.
 */
async function providerToAsk(
  { db, mobileMoney: { providers } }: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<MobileMoneyProvider | undefined> {
  if (request.provider !== null) return providers.named(request.provider)
  const provider = providers.forPhone(payerPhoneOf(request, delivery))
  const isKept = provider && (await keepProviderOf(db, request, { provider: provider.name }))
  return isKept ? provider : undefined
}

/** Polls the status of an open request, and moves the payment when it is final. */
async function follow(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<void> {
  const wasOverdue = isOverdue(request, deps.clock.now())
  const outcome = await (wasOverdue ? lastWordOf : statusOf)(deps, request, delivery)
  if (outcome && isFinal(outcome)) return end(deps, request, outcome)
  const now = deps.clock.now()
  if (wasOverdue) return giveUp(deps, request)
  // A request that did not arrive is made again.
  const state = outcome?.state === 'UNKNOWN' || outcome?.state === 'PREPARED' ? 'DUE' : request.state
  await releaseRequest(deps.db, request, { state, due_at: nextPollAt(request, now) })
}

async function statusOf(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<OrderOutcome | undefined> {
  const provider = request.provider === null ? undefined : deps.mobileMoney.providers.named(request.provider)
  return provider && answerOf(deps, () => provider.paymentStatus(orderOf(request, delivery)))
}

/**
 * What became of a request that is over: where nobody has paid it and the provider offers to, it is
 * cancelled, so that nobody can pay any more.
 */
async function lastWordOf(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<OrderOutcome | undefined> {
  const outcome = await statusOf(deps, request, delivery)
  const provider = request.provider === null ? undefined : deps.mobileMoney.providers.named(request.provider)
  if (outcome?.state !== 'PENDING' || !provider?.cancelPayment) return outcome
  const cancel = provider.cancelPayment.bind(provider)
  return answerOf(deps, () => cancel(orderOf(request, delivery)))
}

type FinalOutcome = Extract<OrderOutcome, { state: 'PAID' | 'REFUSED' }>

const isFinal = (outcome: OrderOutcome): outcome is FinalOutcome =>
  outcome.state === 'PAID' || outcome.state === 'REFUSED'

/**
 * Moves the payment as the provider says: paid, refused by the customer, or failed for another reason. A
 * request that was not paid is polled for a day, since its provider may change that answer.
 */
function end(deps: PaymentRequestDeps, request: PaymentRequestRow, outcome: FinalOutcome): Promise<void> {
  if (outcome.state === 'PAID') return confirm(deps, request, outcome)
  const due_at = nextLatePollAt(request, deps.clock.now(), true)
  const { reason } = outcome
  if (request.payer === 'SENDER') return endTrip(deps, request, reason, due_at)
  return reason === 'PAYER_REFUSED'
    ? settle(deps, request, 'refuse', { state: 'REFUSED', reason, due_at })
    : settle(deps, request, 'fail', { state: 'FAILED', reason, due_at })
}

/** It is paid: by the customer, or by the shop for the trip, after which a customer's payment may follow. */
async function confirm(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  outcome: Extract<OrderOutcome, { state: 'PAID' }>,
): Promise<void> {
  if (request.payer === 'CUSTOMER') return settle(deps, request, 'confirm', paidBy(outcome))
  const delivery = await findDelivery(deps.db, keyOf(request))
  return settle(deps, request, tripPayment(delivery ? amountToCollectOf(delivery) : 0), paidBy(outcome))
}

/**
 * A trip was not paid by this request: where the shop said no, its delivery is cancelled; else it may pay
 * again, from another number too, until its time is over.
 */
async function endTrip(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  reason: RefusalReason | null,
  due_at: Date | null,
): Promise<void> {
  const ended_at = deps.clock.now()
  const isRefused = reason === 'PAYER_REFUSED'
  const state = isRefused ? ('REFUSED' as const) : ('FAILED' as const)
  const ending = { state, reason, due_at, ended_at }
  if (!isRefused) return void (await releaseRequest(deps.db, request, ending))
  try {
    await cancelUnpaidTrip(deps, keyOf(request), 'refuseTrip', async (trx) => {
      if (!(await releaseRequest(trx, request, ending))) throw new LeaseLost()
    })
  } catch (error) {
    if (error instanceof LeaseLost) return
    // Its delivery has ended meanwhile, or was paid by another request.
    if (!isTransitionRefused(error)) throw error
    await releaseRequest(deps.db, request, ending)
  }
}

const paidBy = (outcome: Extract<OrderOutcome, { state: 'PAID' }>): Ending => ({
  state: 'PAID',
  reason: null,
  due_at: null,
  fee_fcfa: outcome.feeFcfa ?? 0,
  ...refOf(outcome),
})

const refOf = ({ providerRef }: { providerRef?: string }) =>
  providerRef === undefined ? {} : { provider_ref: providerRef }

const linkOf = ({ payLink }: { payLink?: string }) => (payLink === undefined ? {} : { pay_link: payLink })

const orderOf = (request: PaymentRequestRow, delivery: DeliveryRow): MoneyOrder => ({
  id: request.id,
  phone: payerPhoneOf(request, delivery),
  amountFcfa: request.amount_fcfa,
  currency: delivery.currency,
  reference: delivery.reference,
  providerRef: request.provider_ref,
})

/** The deadline has passed without a final status: the payment failed and may be requested again. */
function giveUp(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const due_at = firstLatePollAt(request, deps.clock.now())
  if (request.payer === 'SENDER') return endTrip(deps, request, null, due_at)
  return settle(deps, request, 'fail', { state: 'FAILED', reason: null, due_at })
}

/**
 * The payment is no longer expected: nobody is asked any more, but a customer who was asked may still pay.
 */
async function withdraw(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow | undefined,
): Promise<void> {
  const mayBePaid = firstLatePollAt(request, deps.clock.now()) !== null
  const outcome = delivery && mayBePaid ? await lastWordOf(deps, request, delivery) : undefined
  if (outcome?.state === 'PAID') return end(deps, request, outcome)
  const now = deps.clock.now()
  const due_at = firstLatePollAt(request, now)
  await releaseRequest(deps.db, request, { state: 'WITHDRAWN', ended_at: now, due_at })
}

/**
 * Where nobody was asked, nobody can pay: without a provider, or where this is the first time that the
 * request is due.
 */
const firstLatePollAt = (request: PaymentRequestRow, now: Date): Date | null =>
  request.provider === null || (request.state === 'DUE' && request.attempts === 1)
    ? null
    : nextLatePollAt(request, now, false)

/**
 * Keeps polling a request that ended and was not paid. Its payment counts as long as the parcel is on its
 * way; a refusal may not be the provider's last word.
 */
async function watch(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow | undefined,
): Promise<void> {
  const outcome = delivery && (await lastWordOf(deps, request, delivery))
  if (outcome?.state === 'PAID') {
    if (request.payer === 'CUSTOMER') await reopenPayment(deps, request)
    return confirm(deps, request, outcome)
  }
  const due_at = delivery ? nextLatePollAt(request, deps.clock.now(), outcome !== undefined) : null
  await releaseRequest(deps.db, request, { due_at })
}

/** Reopens a payment that failed at the deadline, so that it can be paid; any other stays as it is. */
async function reopenPayment(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  try {
    await changePayment(deps, keyOf(request), 'requestAgain')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** A person says that a request was paid as it was made, whatever its provider told of it (decision 249). */
export async function countAsPaid(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  await reopenPayment(deps, request)
  return settle(deps, request, 'confirm', paidBy({ state: 'PAID' }))
}

type Ending = {
  state: 'PAID' | 'REFUSED' | 'FAILED'
  /** Why the provider refused. */
  reason: RefusalReason | null
  due_at: Date | null
  fee_fcfa?: number
  provider_ref?: string
}

/**
 * Moves the payment and ends the request in one transaction, so that neither is ever without the other. A
 * payment that moved on meanwhile stays as it is.
 */
async function settle(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  transition: PaymentTransition,
  ending: Ending,
): Promise<void> {
  const end = { ...ending, ended_at: deps.clock.now() }
  try {
    await changePayment(deps, keyOf(request), transition, {
      alongside: async (trx, _after, _before, now) => {
        if (!(await releaseRequest(trx, request, { ...end, ended_at: now }))) throw new LeaseLost()
      },
    })
  } catch (error) {
    if (error instanceof LeaseLost) return
    // A sandbox was reset meanwhile.
    if (error instanceof ApiError && error.code === 'DELIVERY_NOT_FOUND') return
    if (!(error instanceof ApiError) || error.code !== 'PAYMENT_TRANSITION_REFUSED') throw error
    if (ending.state === 'PAID') await recordLatePayment(deps, request, end)
    else await releaseRequest(deps.db, request, { due_at: nextPollAt(request, end.ended_at) })
  }
}

/** Another worker has claimed the request since; it will learn the same status. */
class LeaseLost extends Error {}

/**
 * The customer paid when no payment was expected, since the delivery ended or was paid by another request: a
 * refund is due, the books hear of the money, and the operator is alerted. What a shop pays late is on its
 * account, for its next trips.
 */
async function recordLatePayment(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  end: Ending & { ended_at: Date },
): Promise<void> {
  const isOfShop = request.payer === 'SENDER'
  const isRecorded = await deps.db.transaction().execute(async (trx) => {
    const refund_due_at = isOfShop ? null : end.ended_at
    if (!(await releaseRequest(trx, request, { ...end, refund_due_at }))) return false
    const { clock, actor } = deps
    const data = { paymentRequestId: request.id, amountFcfa: request.amount_fcfa }
    const about = { now: clock.now(), actor, data }
    await insertEvent(trx, internalEvent(keyOf(request), 'payment.received', about))
    return true
  })
  if (isRecorded && !isOfShop)
    alertToRefund(deps, request, 'A customer paid by mobile money when no payment was expected')
}

/**
 * A paid request is due again only when its parcel was not delivered: a refund is due, and the operator is
 * alerted once.
 */
async function alertRefundDue(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const refundDueAt = request.refund_due_at ?? deps.clock.now()
  if (!(await releaseRequest(deps.db, request, { due_at: null, refund_due_at: refundDueAt }))) return
  alertToRefund(deps, request, 'A customer paid for a parcel that was not delivered')
}

/** A person is only needed where the provider cannot give the money back itself. */
function alertToRefund(deps: PaymentRequestDeps, request: PaymentRequestRow, what: string): void {
  const provider = request.provider === null ? undefined : deps.mobileMoney.providers.named(request.provider)
  if (!provider?.refunds) deps.alertOperator(`${what}: refund it.`, aboutOf(request))
}

const aboutOf = ({ delivery_id, id }: PaymentRequestRow) => ({
  deliveryId: delivery_id,
  paymentRequestId: id,
})

const keyOf = (request: PaymentRequestRow) => ({ shopId: request.shop_id, id: request.delivery_id })
