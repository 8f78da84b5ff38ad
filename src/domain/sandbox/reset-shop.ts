import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Trx } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { deleteOldestEvents, lockEventLog } from '../../events/event-removal-store.ts'
import { requireRight } from '../accounts/check-right.ts'
import { deleteArrivalsOf } from '../arrivals/arrival-store.ts'
import { recordAct } from '../audit/record-act.ts'
import {
  deleteDeliveries,
  listOldestDeliveries,
  lockDeliveries,
} from '../deliveries/erasing/delivery-removal-store.ts'
import { fileKinds } from '../deliveries/files/delivery-file.ts'
import { markFilesRemoved } from '../deliveries/files/delivery-file-store.ts'
import { deleteProblemsOf } from '../feedback/problem-report-store.ts'
import { deleteRatingsOf } from '../feedback/rating-store.ts'
import { deleteOffersOf } from '../matching/offer-store.ts'
import { deleteSearchesOf } from '../matching/search-store.ts'
import { deleteMessagesAbout } from '../messages/message-store.ts'
import { deletePaymentRequestsOf } from '../money/mobile-money/payment-request-store.ts'
import { deleteSimulatedPayments } from '../money/mobile-money/simulated-payment-store.ts'
import { removePhotos } from '../photos/remove-photos.ts'
import type { PhotoDeps } from '../photos/verify-photo.ts'
import { removeFromReports } from '../reports/remove-from-reports.ts'
import { lockShop } from '../shops/shop-store.ts'
import { deleteTurns } from '../tours/turn-store.ts'
import { deleteAttemptsOf, deleteDispatchesOf } from '../webhooks/sending/attempt-store.ts'

export type ResetDeps = PhotoDeps & {
  actor: Actor
  onError: (message: string, error: unknown) => void
  /** Deliveries are counted from memory. */
  forgetCounts: () => void
}

/** How much was removed; where `isComplete` is false, more is left for the next call. */
type ResetCounts = { deliveries: number; events: number; attempts: number; isComplete: boolean }

/** How much one transaction removes: each stops the log for a moment. */
const eventsAtOnce = 500
const deliveriesAtOnce = 100
const rowsAtOnce = 1_000
/** After this no other batch begins, so that a response comes in time however much there is. */
const maxMs = 1_500

/**
 * Empties the sandbox of one shop: its deliveries with everything about them, their events, and the log of
 * its webhooks. Its keys, addresses, endpoints and their secrets stay. Events go first, since every row about
 * a delivery follows from one. What is created meanwhile may be removed too (decision 123). Each call that
 * removes something leaves a line of audit. Throws SHOP_NOT_FOUND, and ROLE_REQUIRED for an account that does
 * not own the shop.
 */
export async function resetShop(deps: ResetDeps, shopId: string): Promise<ResetCounts> {
  await requireRight(deps, shopId, 'MANAGE_SHOP')
  const counts = await removeInBatches(deps, shopId)
  if (counts.deliveries + counts.events + counts.attempts === 0) return counts
  await inTransaction(deps.db, (trx) =>
    recordAct(
      { ...deps, db: trx },
      { action: 'reset-shop', subject: { type: 'SHOP', id: shopId }, shopId, before: null, after: counts },
    ),
  )
  return counts
}

async function removeInBatches(deps: ResetDeps, shopId: string): Promise<ResetCounts> {
  const endsAt = deps.clock.now().getTime() + maxMs
  const counts = { deliveries: 0, events: 0, attempts: 0 }
  const isOver = () => deps.clock.now().getTime() >= endsAt
  const batches: (() => Promise<number>)[] = [
    () => removeEvents(deps, shopId, counts),
    () => removeDeliveries(deps, shopId, counts),
    () => inTurn(deps, shopId, (trx) => deleteDispatchesOf(trx, shopId, rowsAtOnce)),
    async () => {
      const removed = await inTurn(deps, shopId, (trx) => deleteAttemptsOf(trx, shopId, rowsAtOnce))
      counts.attempts += removed
      return removed
    },
  ]
  for (const removeBatch of batches)
    while ((await removeBatch()) > 0) if (isOver()) return { ...counts, isComplete: false }
  return { ...counts, isComplete: true }
}

/**
 * Runs a batch in a transaction that holds the row of the shop: two resets of one shop take turns, batch by
 * batch, so neither waits long, and neither finds nothing because the other is just removing it.
 */
const inTurn = <T>({ db }: ResetDeps, shopId: string, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await lockShop(trx, shopId)
    return work(trx)
  })

function removeEvents(deps: ResetDeps, shopId: string, counts: { events: number }): Promise<number> {
  return inTurn(deps, shopId, async (trx) => {
    await lockEventLog(trx)
    const { removed, ofPartners } = await deleteOldestEvents(trx, shopId, eventsAtOnce)
    counts.events += ofPartners
    return removed
  })
}

/**
 * Returns how many deliveries were removed, or events where there were so many anew that the deliveries
 * stayed.
 */
async function removeDeliveries(
  deps: ResetDeps,
  shopId: string,
  counts: { deliveries: number; events: number },
): Promise<number> {
  const { events, deliveries, photoKeys } = await inTurn(deps, shopId, async (trx) => {
    await lockEventLog(trx)
    const ids = await listOldestDeliveries(trx, shopId, deliveriesAtOnce)
    // A round of the search locks its search before its delivery, everybody else the delivery alone.
    await deleteSearchesOf(trx, shopId, ids)
    await lockDeliveries(trx, shopId, ids)
    // What happened since the events were removed.
    const { removed, ofPartners } = await deleteOldestEvents(trx, shopId, eventsAtOnce)
    counts.events += ofPartners
    if (removed === eventsAtOnce) return { events: removed, deliveries: 0, photoKeys: [] }
    await deleteSimulatedPayments(trx, await deletePaymentRequestsOf(trx, shopId, ids))
    await deleteMessagesAbout(trx, shopId, ids)
    await deleteOffersOf(trx, shopId, ids)
    const deliveryKeys = ids.map((id) => ({ shopId, id }))
    await markFilesRemoved(trx, deliveryKeys, fileKinds, deps.clock.now())
    await deleteProblemsOf(trx, shopId, ids)
    await deleteArrivalsOf(trx, shopId, ids)
    await deleteTurns(trx, deliveryKeys)
    await deleteRatingsOf(trx, shopId, ids)
    await removeFromReports(trx, shopId, ids)
    return { events: 0, ...(await deleteDeliveries(trx, shopId, ids)) }
  })
  counts.deliveries += deliveries
  deps.forgetCounts()
  await removePhotos(deps, shopId, photoKeys)
  return deliveries + events
}
