import type { Trx } from '../../../base/database/open-database.ts'
import { checkLease } from '../../../base/kernel/clock.ts'
import { findDelivery } from '../../deliveries/delivery-store.ts'
import {
  notifyCourierOfHeldPayout,
  notifyOwnersOfHeldPayout,
} from '../../messages/enqueue-payout-messages.ts'
import { postEntries } from '../ledger/post-entries.ts'
import type { OrderOutcome, ProviderShare, RefundOrder } from '../mobile-money/mobile-money-provider.ts'
import { findPaymentRequest } from '../mobile-money/payment-request-store.ts'
import { answerOf, placeOrder } from '../mobile-money/place-order.ts'
import { sendingFloat } from '../mobile-money/provider-float.ts'
import { noteRefunded } from '../mobile-money/refund-store.ts'
import { alertOfTooMuch, recordLateTransfer } from './record-late-transfer.ts'
import { nextLookAtRefused } from './refused-transfer.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { feePosting, paidPosting, refusedPosting } from './transfer-posting.ts'
import { nextLookAt, retryAt, type TransferRow } from './transfer-row.ts'
import { changeHeldTransfer, countRefusedSincePaid, takeDueTransfers } from './transfer-store.ts'

/** Transfers under way at once in one process. */
const roundSize = 20
/** How long a worker holds a transfer: longer than a provider may take for both of its calls. */
const leaseMs = 120_000

/**
 * Claims due transfers, of one `share` where it is given, and moves each one step on: sends it, or asks what
 * became of it. Returns whether more may be due. No transaction is open while the provider is called. A
 * transfer whose answer was lost is asked for before it is sent again, and then under the same id, which the
 * provider counts once.
 */
export async function processDueTransfers(
  deps: TransferDeps,
  owner: string,
  share?: ProviderShare,
): Promise<boolean> {
  const now = deps.clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const held = await takeDueTransfers(deps.db, { owner, now, leaseEnds, limit: roundSize, share })
  await Promise.all(
    held.map((transfer) =>
      processTransfer(deps, transfer, leaseEnds).catch((error: unknown) =>
        deps.onError('A transfer could not be processed; it is retried when its lease ends.', error),
      ),
    ),
  )
  return held.length === roundSize
}

async function processTransfer(deps: TransferDeps, transfer: TransferRow, leaseEnds: Date): Promise<void> {
  checkLease(leaseEnds, deps.clock)
  if (transfer.state === 'REFUSED') return lookAgain(deps, transfer)
  const outcome = await moveOn(deps, transfer)
  if (outcome?.state === 'PAID') return endPaid(deps, transfer, outcome)
  if (outcome?.state === 'REFUSED') return endRefused(deps, transfer, outcome)
  await changeHeldTransfer(deps.db, transfer, {
    ...(outcome?.state === 'PENDING' && { state: 'SENT', ...refOf(outcome) }),
    due_at: nextLookAt(transfer, deps.clock.now()),
    lease_owner: null,
  })
}

/** Asks about a transfer that was refused: it may be paid all the same, or be under way again. */
async function lookAgain(deps: TransferDeps, transfer: TransferRow): Promise<void> {
  const calls = callsOfProvider(deps, transfer)
  const order = await orderOf(deps, transfer)
  const outcome = calls && (await answerOf(deps, () => calls.status(order)))
  if (outcome?.state === 'PAID') return recordLateTransfer(deps, transfer, outcome)
  const now = deps.clock.now()
  const isRefused = outcome?.state === 'REFUSED' || outcome?.state === 'UNKNOWN'
  await changeHeldTransfer(deps.db, transfer, {
    due_at: nextLookAtRefused(transfer, now, isRefused),
    ...(outcome && { still_refused_at: isRefused ? now : null }),
    lease_owner: null,
  })
}

/** What the provider says of a transfer that it was asked about, or sent. */
async function moveOn(deps: TransferDeps, transfer: TransferRow): Promise<OrderOutcome | undefined> {
  const calls = callsOfProvider(deps, transfer)
  if (!calls) return undefined
  const order = await orderOf(deps, transfer)
  const mayBeKnown = transfer.state === 'SENT' || transfer.attempts > 1
  const known = mayBeKnown ? await answerOf(deps, () => calls.status(order)) : ({ state: 'UNKNOWN' } as const)
  if (known?.state !== 'UNKNOWN' && known?.state !== 'PREPARED') return known
  const providerRef = known.state === 'PREPARED' ? known.providerRef : order.providerRef
  return placeOrder(deps, { ...order, providerRef }, calls.give, async (provider_ref) => {
    const kept = await changeHeldTransfer(deps.db, transfer, { provider_ref })
    return kept !== undefined
  })
}

type Calls = {
  give(order: RefundOrder): Promise<OrderOutcome>
  status(order: RefundOrder): Promise<OrderOutcome>
}

function callsOfProvider(
  { mobileMoney }: TransferDeps,
  { kind, provider: name }: TransferRow,
): Calls | undefined {
  const provider = mobileMoney.providers.named(name)
  return kind === 'CUSTOMER_REFUND'
    ? provider?.refunds
    : provider && { give: (order) => provider.payOut(order), status: (order) => provider.payoutStatus(order) }
}

/**
 * The order as the provider is given it. A refund goes to whoever paid, which the provider knows by the
 * payment: so it goes on though a sandbox that was emptied has neither the payment nor its delivery any more.
 */
async function orderOf({ db }: TransferDeps, transfer: TransferRow): Promise<RefundOrder> {
  const { id, amount_fcfa: amountFcfa, currency, reference, provider_ref: providerRef, phone } = transfer
  const order = { id, amountFcfa, currency, reference, providerRef }
  if (phone !== null) return { ...order, phone, payment: { id, providerRef: null } }
  const { shop_id: shopId, delivery_id: deliveryId, payment_request_id: paymentId } = transfer
  const key = { shopId: shopId ?? '', id: paymentId ?? '' }
  const delivery = await findDelivery(db, { shopId: key.shopId, id: deliveryId ?? '' })
  const payment = await findPaymentRequest(db, key)
  return {
    ...order,
    phone: payment?.payer_phone ?? delivery?.customer_phone ?? '',
    payment: { id: key.id, providerRef: payment?.provider_ref ?? null },
  }
}

/** A transfer was paid: it has left its provider. */
export async function endPaid(
  deps: TransferDeps,
  transfer: TransferRow,
  outcome: Extract<OrderOutcome, { state: 'PAID' }>,
): Promise<void> {
  const now = deps.clock.now()
  const isTooMuch = await deps.db.transaction().execute(async (trx) => {
    const paid = await changeHeldTransfer(trx, transfer, {
      ...ended(now),
      state: 'PAID',
      fee_fcfa: outcome.feeFcfa ?? 0,
      ...refOf(outcome),
    })
    if (!paid) return false
    // One that was refused before may have been paid while this one was under way.
    const isTwice = paid.kind === 'CUSTOMER_REFUND' && !(await noteRefunded(trx, paid, now))
    await postEntries({ db: trx, clock: deps.clock }, [paidPosting(paid, now), feePosting(paid, now)])
    return isTwice
  })
  if (isTooMuch) alertOfTooMuch(deps, transfer)
}

/** From so many refusals in a row on, a person has to look why. */
const refusalsToLookAt = 3

/** A refusal leaves everything owed; whoever can mend it is told. */
export async function endRefused(
  deps: TransferDeps,
  transfer: TransferRow,
  outcome: Extract<OrderOutcome, { state: 'REFUSED' }>,
): Promise<void> {
  const now = deps.clock.now()
  const { reason } = outcome
  const refused = await deps.db.transaction().execute(async (trx) => {
    const refusedBefore = await countRefusedSincePaid(trx, transfer)
    const retry_at = retryAt(reason, refusedBefore, now)
    const due_at = outcome.wasNeverSent ? null : nextLookAtRefused({ ...transfer, ended_at: now }, now, true)
    const change = { ...ended(now), state: 'REFUSED' as const, reason, due_at, retry_at, ...refOf(outcome) }
    const row = await changeHeldTransfer(trx, transfer, change)
    if (!row) return undefined
    await postEntries({ db: trx, clock: deps.clock }, [refusedPosting(row, now)])
    if (retry_at === null) await notifyPayee(trx, row, now)
    return { row, refusals: refusedBefore + 1 }
  })
  const advice = refused && adviceOn(refused.row, refused.refusals)
  if (advice) deps.alertOperator(advice, { transferId: transfer.id, kind: transfer.kind })
}

/** What a person has to do about a refusal; undefined while trying again may be enough. */
function adviceOn({ reason, provider, retry_at }: TransferRow, refusals: number): string | undefined {
  if (reason === 'FLOAT_TOO_LOW')
    return (
      `A transfer was refused because too little lies on the account ${sendingFloat(provider)}: ` +
      'add to it, and note that on the page of the day.'
    )
  if (retry_at === null) return 'A transfer was refused for its number: see to it on the page of payouts.'
  if (refusals < refusalsToLookAt) return undefined
  return (
    `A transfer was refused ${refusals} times in a row (${reason}): ask ${provider} why, ` +
    'and see to it on the page of payouts.'
  )
}

/**
 * Tells whoever a payout was for that their number is refused; a customer’s refund is for the operator to see
 * to.
 */
async function notifyPayee(trx: Trx, row: TransferRow, now: Date): Promise<void> {
  const content = { newEnd: row.phone?.slice(-4), amountFcfa: row.amount_fcfa }
  if (row.kind === 'SHOP_PAYOUT')
    await notifyOwnersOfHeldPayout(trx, { shopId: row.shop_id ?? '', content, now })
  if (row.kind === 'COURIER_PAYOUT')
    await notifyCourierOfHeldPayout(trx, { courierId: row.courier_id ?? '', content, now })
}

const ended = (now: Date) => ({ ended_at: now, due_at: null, lease_owner: null })

const refOf = ({ providerRef }: { providerRef?: string }) =>
  providerRef === undefined ? {} : { provider_ref: providerRef }
