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
/** A request held by a worker that died is taken over after this long; longer than a provider may take. */
const leaseMs = 60_000

/**
 * Takes due requests and brings each a step on: asks the customer, or asks the provider what became of
 * it. Answers whether more may be due. No transaction is open while the provider is asked, and a request
 * whose worker died is asked for again under the same id, which the provider counts once.
 */
export async function processDueRequests(deps: PaymentRequestDeps, owner: string): Promise<boolean> {
  const now = deps.clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const held = await takeDueRequests(deps.db, { owner, now, leaseEnds, limit: roundSize })
  await Promise.all(
    held.map((request) =>
      processRequest(deps, request).catch((error: unknown) =>
        deps.onError('A payment request was not followed; its lease will end.', error),
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

/** Asks the customer to pay; a provider that is away is asked again until the deadline. */
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

/** Asks the provider what became of an open request, and moves the payment with its last word. */
async function follow(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const answer = await answerOf(deps, () => deps.mobileMoney.provider.statusOf(request.id))
  if (answer === 'PAID') return settle(deps, request, 'confirm', { state: answer, due_at: null })
  if (answer === 'REFUSED') return settle(deps, request, 'refuse', { state: answer, due_at: null })
  if (answer === 'FAILED') return settle(deps, request, 'fail', { state: answer, due_at: null })
  const now = deps.clock.now()
  if (isOverdue(request, now)) return giveUp(deps, request)
  await releaseRequest(deps.db, request, { due_at: nextPollAt(request, now) })
}

/** The deadline has passed without a last word: the payment failed and may be asked for again. */
function giveUp(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  return settle(deps, request, 'fail', { state: 'FAILED', due_at: nextLatePollAt(request, deps.clock.now()) })
}

/** The payment is no longer awaited: nobody is asked any more, but who was asked may still pay. */
async function withdraw(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  const now = deps.clock.now()
  const wasNeverAsked = request.state === 'DUE' && request.attempts === 1
  const due_at = wasNeverAsked ? null : nextLatePollAt(request, now)
  await releaseRequest(deps.db, request, { state: 'WITHDRAWN', ended_at: now, due_at })
}

/**
 * Looks after a request that ended without the provider's last word. Its money counts as long as the parcel
 * is on its way; a refusal says nothing any more.
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

/** A payment that failed at the deadline can still be paid; any other is left to settle, or to refuse. */
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
      alongside: async (trx) => {
        if (!(await releaseRequest(trx, request, end))) throw new LeaseLost()
      },
    })
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (!(error instanceof ApiError) || error.code !== 'PAYMENT_TRANSITION_REFUSED') throw error
    if (ending.state === 'PAID') await recordLatePayment(deps, request, end)
    else await releaseRequest(deps.db, request, { due_at: nextPollAt(request, end.ended_at) })
  }
}

/** Another worker holds the request since: what this one learned, that one learns as well. */
class LeaseLost extends Error {}

/**
 * The customer paid what was no longer awaited. Where the delivery ended, or was paid by another request,
 * the money is owed back and a person must see to it. A payment that the sandbox confirmed by itself was
 * paid by nobody, and owes nothing.
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
    'A customer paid by mobile money what was no longer awaited: give it back.',
    aboutOf(request),
  )
}

/** A paid request is due again only when its parcel does not come: the money is owed back, which is told once. */
async function alertRefundDue(deps: PaymentRequestDeps, request: PaymentRequestRow): Promise<void> {
  if (!(await releaseRequest(deps.db, request, { due_at: null }))) return
  deps.alertOperator('A customer has paid for a parcel that does not come: give it back.', aboutOf(request))
}

/** What the provider answers; undefined when it does not, which is told and tried again later. */
async function answerOf<T>(deps: PaymentRequestDeps, call: () => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<never>()
  const tooLate = () => late.reject(new ProviderAway('It took too long.'))
  const timer = setTimeout(tooLate, deps.answerMs ?? 20_000)
  try {
    return await Promise.race([call(), late.promise])
  } catch (error) {
    deps.onError('The mobile-money provider did not answer; it is asked again.', error)
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
