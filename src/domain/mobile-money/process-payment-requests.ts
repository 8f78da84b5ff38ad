import { ApiError } from '../../base/contract/errors.ts'
import { changePayment } from '../deliveries/change-payment.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { findDelivery } from '../deliveries/delivery-store.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import type { PaymentTransition } from '../payments/payment-status.ts'
import { type MobileMoneyDeps, ProviderAway } from './mobile-money-provider.ts'
import { isOpen, isOverdue, nextLatePollAt, nextPollAt } from './payment-request.ts'
import {
  hasPaidRequest,
  type PaymentRequestRow,
  releaseRequest,
  takeDueRequests,
} from './payment-request-store.ts'

export type PaymentRequestDeps = DeliveryDeps &
  MobileMoneyDeps & {
    onError: (message: string, error: unknown) => void
    /** How long the provider may take to answer, in ms; 20 s unless given. */
    answerMs?: number
  }

/** Requests under way at once in one process. */
const roundSize = 50
/** How long a worker holds a request: longer than a provider may take, after which another takes it over. */
const leaseMs = 60_000

/**
 * Claims due requests and moves each one step on: sends it to the provider, or polls its status. Returns
 * whether more may be due. No transaction is open while the provider is called, and a request whose worker
 * died is sent again under the same id, which the provider counts once.
 */
export async function processDueRequests(deps: PaymentRequestDeps, owner: string): Promise<boolean> {
  const now = deps.clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const held = await takeDueRequests(deps.db, { owner, now, leaseEnds, limit: roundSize })
  await Promise.all(
    held.map((request) =>
      processRequest(deps, request).catch((error: unknown) =>
        deps.onError('A payment request could not be processed; it is retried when its lease ends.', error),
      ),
    ),
  )
  return held.length === roundSize
}

async function processRequest(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  if (request.state === 'PAID') return alertRefundDue(deps, request)
  if (!isOpen(request.state)) return watch(deps, request)
  const delivery = await findDelivery(deps.db, keyOf(request))
  if (delivery?.payment_status !== 'AWAITING_CUSTOMER') return withdraw(deps, request)
  if (request.state === 'ASKED') return follow(deps, request)
  if (isOverdue(request, deps.clock.now())) return giveUp(deps, request)
  return ask(deps, request, delivery)
}

/** Asks the customer to pay; a provider that is unavailable is asked again until the deadline. */
async function ask(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  delivery: DeliveryRow,
): Promise<void> {
  const { provider } = deps.mobileMoney
  const isAsked = await answerOf(deps, async () => {
    await provider.requestToPay({
      requestId: request.id,
      phone: delivery.customer_phone,
      amountFcfa: request.amount_fcfa,
      reference: delivery.reference,
    })
    return true
  })
  const due_at = nextPollAt(request, deps.clock.now())
  await releaseRequest(
    deps.db,
    request,
    isAsked ? { state: 'ASKED', provider: provider.name, due_at } : { due_at },
  )
}

/** Polls the status of an open request, and moves the payment when it is final. */
async function follow(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const answer = await answerOf(deps, () => deps.mobileMoney.provider.statusOf(request.id))
  if (answer === 'PAID') return settle(deps, request, 'confirm', { state: answer, due_at: null })
  if (answer === 'REFUSED') return settle(deps, request, 'refuse', { state: answer, due_at: null })
  if (answer === 'FAILED') return settle(deps, request, 'fail', { state: answer, due_at: null })
  const now = deps.clock.now()
  if (isOverdue(request, now)) return giveUp(deps, request)
  await releaseRequest(deps.db, request, { due_at: nextPollAt(request, now) })
}

/** The deadline has passed without a final status: the payment failed and may be requested again. */
function giveUp(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  return settle(deps, request, 'fail', { state: 'FAILED', due_at: nextLatePollAt(request, deps.clock.now()) })
}

/**
 * The payment is no longer expected: nobody is asked any more, but a customer who was asked may still pay.
 */
async function withdraw(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const now = deps.clock.now()
  const wasNeverAsked = request.state === 'DUE' && request.attempts === 1
  const due_at = wasNeverAsked ? null : nextLatePollAt(request, now)
  await releaseRequest(deps.db, request, { state: 'WITHDRAWN', ended_at: now, due_at })
}

/**
 * Keeps polling a request that ended without a final status. Its payment counts as long as the parcel is on
 * its way; a refusal no longer matters.
 */
async function watch(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const answer = await answerOf(deps, () => deps.mobileMoney.provider.statusOf(request.id))
  if (answer === 'PAID') {
    await reopenPayment(deps, request)
    return settle(deps, request, 'confirm', { state: answer, due_at: null })
  }
  const isOver = answer === 'REFUSED' || answer === 'FAILED'
  const due_at = isOver ? null : nextLatePollAt(request, deps.clock.now())
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

type Ending = { state: 'PAID' | 'REFUSED' | 'FAILED'; due_at: Date | null }

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
 * The customer paid when no payment was expected. If the delivery ended, or was paid by another request, a
 * refund is due and the operator is alerted. A payment that the sandbox confirmed by itself was paid by
 * nobody, so nothing is refunded.
 */
async function recordLatePayment(
  deps: PaymentRequestDeps,
  request: PaymentRequestRow,
  end: Ending & { ended_at: Date },
): Promise<void> {
  const delivery = await findDelivery(deps.db, keyOf(request))
  const isTwice = await hasPaidRequest(deps.db, keyOf(request))
  if (delivery?.payment_status === 'PAID' && !isTwice) {
    const ended_at = request.ended_at ?? end.ended_at
    await releaseRequest(deps.db, request, { state: 'WITHDRAWN', ended_at, due_at: null })
    return
  }
  if (!(await releaseRequest(deps.db, request, end))) return
  deps.alertOperator(
    'A customer paid by mobile money when no payment was expected: refund it.',
    aboutOf(request),
  )
}

/**
 * A paid request is due again only when its parcel was not delivered: a refund is due, and the operator is
 * alerted once.
 */
async function alertRefundDue(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  if (!(await releaseRequest(deps.db, request, { due_at: null }))) return
  deps.alertOperator('A customer paid for a parcel that was not delivered: refund it.', aboutOf(request))
}

/** The provider's response; undefined when there is none, which is logged and retried later. */
async function answerOf<T>(deps: PaymentRequestDeps, call: () => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<never>()
  const tooLate = () => late.reject(new ProviderAway('It took too long.'))
  const timer = setTimeout(tooLate, deps.answerMs ?? 20_000)
  try {
    return await Promise.race([call(), late.promise])
  } catch (error) {
    deps.onError('The mobile-money provider did not respond; the request is retried.', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

const aboutOf = ({ delivery_id, id }: PaymentRequestRow) => ({
  deliveryId: delivery_id,
  paymentRequestId: id,
})

const keyOf = (request: PaymentRequestRow) => ({ shopId: request.shop_id, id: request.delivery_id })
