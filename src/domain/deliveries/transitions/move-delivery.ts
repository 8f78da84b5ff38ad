import type { Insertable, Updateable } from 'kysely'
import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import { type Actor, actorText } from '../../../base/kernel/actor.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ChangeableField, EventType, FailureCode } from '../../../contract/vocabulary.ts'
import type { NewEvent, PublishCommitted } from '../../../events/event-body.ts'
import { insertEvent, insertEventOnce } from '../../../events/event-store.ts'
import type { RulesDeps } from '../../../rules.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { releaseUse } from '../../money/payments/promo-code-use-store.ts'
import type { Pricing } from '../../pricing/price-trip.ts'
import type { BlockedCustomers } from '../blocking/blocked-customer.ts'
import { endedWithoutCost } from '../cancelling/cancellation-fee.ts'
import type { Intervention } from '../changing/delivery-intervention.ts'
import type { WrongCode } from '../codes/delivery-code.ts'
import { type InternalEventType, internalEvent, isInternal, partnerEvent } from '../delivery-event.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import {
  allows,
  type DeliveryTransition,
  deliveryTransitions,
  isFinal,
  mayReturn,
  statusAfter,
} from '../delivery-status.ts'
import {
  type DeliveryKey,
  type HistorySoFar,
  insertHistoryAndEvent,
  insertHistoryLine,
  insertPaymentLine,
  lockDelivery,
  readHistorySoFar,
  updateDelivery,
} from '../delivery-store.ts'
import { endingWait } from '../pickup-problems/ending-wait.ts'
import { endWait } from '../pickup-problems/pickup-problem-store.ts'
import type { CustomerLink } from '../sharing/customer-link.ts'

/** What every verb of this folder needs. */
export type DeliveryDeps = RulesDeps & {
  db: Database
  clock: Clock
  pricing: Pricing
  /** The language in which events are worded for partners. */
  language: Language
  /** The customer's page of a delivery, as its body names it. */
  customerLink: CustomerLink
  /** Who acts, as the events record it. */
  actor: Actor
  /**
   * What they do in place of a courier or a shop, if that is what they do; only for those who run the
   * service.
   */
  intervention?: Intervention
  /** Called after a commit with the events that it made, so that they are passed on at once. */
  publishCommitted: PublishCommitted
  /** Alerts the operator of something that needs a person; `about` holds no secret. */
  alertOperator: (message: string, about: Record<string, string>) => void
  /** The numbers that nothing is delivered to. */
  blockedCustomers: BlockedCustomers
  /** The keys under which customers who use promo codes are counted. */
  promoCustomers: SecretKeys
}

/** A change of a delivery, and the fields of the order that it changes, if any, for the line of history. */
export type Change = { change: Updateable<Tables['deliveries']>; changedFields?: readonly ChangeableField[] }

/** What a verb decided after reading the locked delivery. */
type Step =
  | (Change & { note?: string | null; failureCode?: FailureCode })
  /** A refusal may come with a change of its own that is kept: a wrong code counts. */
  | WrongCode
  /** The same call succeeded before: nothing changes. */
  | 'DONE_BEFORE'

/** Writes what must commit together with a change of a delivery made at `now`, or undoes it by throwing. */
export type Alongside = (trx: Trx, after: DeliveryRow, before: DeliveryRow, now: Date) => Promise<void>

/** Whether a verb was refused because of the status of the delivery or of its payment. */
export const isTransitionRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'TRANSITION_REFUSED' || error.code === 'PAYMENT_TRANSITION_REFUSED')

/**
 * Makes one transition of one delivery, in the caller's transaction where `db` is one: row, lines of history
 * and event commit together, and an end without cost gives the use of its promo code back. The row is
 * locked, `decide` says what else changes or refuses, and the table of transitions is the guard of the
 * update, so of two callers that race one moves the delivery and the other is refused. Throws
 * DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID, TRANSITION_REFUSED,
 * SHOP_NOT_FOUND for an account that is nothing to the shop, ROLE_REQUIRED for an intervention of somebody
 * who does not run the service, and whatever `decide` refuses with.
 */
export async function moveDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  transition: DeliveryTransition,
  decide: (delivery: DeliveryRow, now: Date, trx: Trx) => Step | Promise<Step>,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  const { db, clock, language, customerLink, actor, intervention, publishCommitted, alertOperator } = deps
  const outcome = await inTransaction(db, async (trx) => {
    await requireRightToAct(trx, deps, key)
    const { before, now, history } = await lockedDelivery(trx, key, clock)
    if (transition === 'return' && allows('return', before.status) && !mayReturn(before))
      throw new ApiError('TRANSITION_REFUSED', { status: before.status })
    const step = await decide(before, now, trx)
    if (step === 'DONE_BEFORE') return { delivery: before }
    const { from, to, emits } = deliveryTransitions[transition]
    if ('refusal' in step) {
      await updateDelivery(trx, key, [before.status], step.change)
      return step
    }
    limitChanges(history, step)
    const status = statusAfter(transition, before.status)
    const after = await updateDelivery(trx, key, from, {
      due_at: null,
      ended_at: isFinal(status) ? now : null,
      ...step.change,
      ...(await endingWait(trx, before, { status }, now)),
      status,
    })
    if (!after) throw new ApiError('TRANSITION_REFUSED', { status: before.status, from })
    const told = emits && partnerEvent(after, emits, { now, language, customerLink, actor })
    const line = {
      shop_id: key.shopId,
      delivery_id: key.id,
      version: after.version,
      status: to,
      note: intervention?.reason ?? step.note ?? null,
      failure_code: step.failureCode ?? null,
      changed_fields: fieldsOf(step),
      intervention: intervention?.act ?? null,
      occurred_at: now,
    }
    const event = await insertLineAndEvent(trx, before, line, told)
    await noteEndOfWait(trx, before, after, { now, actor })
    await notePayment(trx, before, after, now, { actor, note: null })
    await giveBackUse(trx, before, after, now)
    await alongside?.(trx, after, before, now)
    return { delivery: after, event }
  })
  if ('refusal' in outcome) {
    const { refusal, locks, isClosed } = outcome
    if (locks) alertOperator(isClosed ? codeClosed : codeLocked, { deliveryId: key.id, lockedCode: locks })
    throw refusal
  }
  if (outcome.event) publishCommitted([outcome.event])
  return outcome.delivery

  /**
   * Partners receive each type once: of a parcel that was freed they know its first courier's events already.
   */
  async function insertLineAndEvent(
    trx: Trx,
    { times_freed }: DeliveryRow,
    line: Insertable<Tables['delivery_history']>,
    named: NewEvent | null,
  ): Promise<NewEvent> {
    if (named && times_freed === 0) {
      await insertHistoryAndEvent(trx, line, named)
      return named
    }
    await insertHistoryLine(trx, line)
    if (named && (await insertEventOnce(trx, named))) return named
    const type = named ? 'delivery.amended' : 'delivery.freed'
    const internal = internalEvent(key, type, { now: line.occurred_at as Date, actor, data: {} })
    await insertEvent(trx, internal)
    return internal
  }
}

const codeLocked = 'A code is locked after too many wrong tries.'
const codeClosed =
  'A code is locked for the third time and stays locked: ask the courier and the shop what happened, then run colis deliveries unlock-code.'

/**
 * Changes a delivery without changing its status (its payment, the courier's arrival, what was ordered), in
 * the caller's transaction where `db` is one, and emits the event that is named, or else an internal one
 * that only says so (decision 147); `alongside` writes what commits with it. The change is noted on the row,
 * for those who poll (decision 123). Throws DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID, ROLE_REQUIRED,
 * ALREADY_DONE for an intervention that changes nothing, and whatever `decide` refuses with.
 */
export async function amendDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  decide: (
    delivery: DeliveryRow,
    now: Date,
    trx: Trx,
  ) => Amendment | 'DONE_BEFORE' | Promise<Amendment | 'DONE_BEFORE'>,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  const { db, clock, language, customerLink, actor, intervention, publishCommitted } = deps
  const amended = await inTransaction(db, async (trx) => {
    await requireRightToAct(trx, deps, key)
    const { before, now, history } = await lockedDelivery(trx, key, clock)
    const amendment = await decide(before, now, trx)
    if (amendment === 'DONE_BEFORE' && intervention) throw new ApiError('ALREADY_DONE')
    if (amendment === 'DONE_BEFORE') return { delivery: before }
    limitChanges(history, amendment)
    if (intervention) limitInterventions(history)
    const { courier_id = before.courier_id } = amendment.change
    const after = await updateDelivery(trx, key, [before.status], {
      ...amendment.change,
      ...(await endingWait(trx, before, { courier_id }, now)),
      amended_at: now,
    })
    if (!after) throw new ApiError('TRANSITION_REFUSED', { status: before.status })
    const event = await insertChange(trx, after, amendment, now)
    await noteEndOfWait(trx, before, after, { now, actor })
    await notePayment(trx, before, after, now, { actor, note: amendment.paymentNote ?? null })
    await giveBackUse(trx, before, after, now)
    await alongside?.(trx, after, before, now)
    return { delivery: after, event }
  })
  if (amended.event) publishCommitted([amended.event])
  return amended.delivery

  /**
   * Writes the event, and the line of history where there is one. Where partners had the event before, the
   * change is still one that others follow.
   */
  async function insertChange(
    trx: Trx,
    after: DeliveryRow,
    amendment: Amendment,
    now: Date,
  ): Promise<NewEvent> {
    const { emits, data = {} } = amendment
    const line = lineOfAmendment(after, { changed_fields: fieldsOf(amendment), intervention }, now)
    const named = emits && eventOfAmendment(after, emits, data, now)
    if (named?.audience === 'PARTNER' && (await insertEventOnce(trx, named))) {
      if (line) await insertHistoryLine(trx, line)
      return named
    }
    const internal =
      named?.audience === 'INTERNAL'
        ? named
        : internalEvent(key, 'delivery.amended', { now, actor, data: {} })
    await (line ? insertHistoryAndEvent(trx, line, internal) : insertEvent(trx, internal))
    return internal
  }

  function eventOfAmendment(
    after: DeliveryRow,
    type: EventType | InternalEventType,
    data: object,
    now: Date,
  ): NewEvent {
    if (isInternal(type)) return internalEvent(key, type, { now, actor, data })
    return partnerEvent(after, type, { now, language, customerLink, actor })
  }
}

/**
 * A change without a transition, and the event that comes with it, if any: one for partners carries the
 * delivery, an internal one `data`. One for partners that the delivery had before is not written again (spec
 * 6.2).
 */
export type Amendment = Change & {
  emits?: EventType | InternalEventType | null
  data?: object
  /** Why the payment has another status now, for its line of history. */
  paymentNote?: string | undefined
}

/** A list of its own, since an array that is read-only cannot be written. */
const fieldsOf = ({ changedFields }: Change): ChangeableField[] | null =>
  changedFields ? [...changedFields] : null

/** Throws DELIVERY_CHANGED_TOO_OFTEN where what was ordered has been changed as often as it may be. */
function limitChanges({ changes }: HistorySoFar, { changedFields }: Pick<Change, 'changedFields'>): void {
  const max = limits.deliveryChanges
  if (changedFields && changes >= max) throw new ApiError('DELIVERY_CHANGED_TOO_OFTEN', { max })
}

/** Throws DELIVERY_CHANGED_TOO_OFTEN where those who run the service acted as often as they may. */
function limitInterventions({ interventions }: HistorySoFar): void {
  const max = limits.deliveryInterventions
  if (interventions >= max) throw new ApiError('DELIVERY_CHANGED_TOO_OFTEN', { max })
}

/**
 * The line of history with the status that the delivery keeps, when what was ordered has changed or somebody
 * who runs the service acted.
 */
function lineOfAmendment(
  { shop_id, id: delivery_id, version, status }: DeliveryRow,
  {
    changed_fields,
    intervention,
  }: { changed_fields: ChangeableField[] | null; intervention: Intervention | undefined },
  occurred_at: Date,
): Insertable<Tables['delivery_history']> | null {
  if (!changed_fields && !intervention) return null
  return {
    shop_id,
    delivery_id,
    version,
    status,
    note: intervention?.reason ?? null,
    failure_code: null,
    changed_fields,
    intervention: intervention?.act ?? null,
    occurred_at,
  }
}

/**
 * Acts in place of somebody else are for those who run the service; all others are for the shop's people too.
 */
async function requireRightToAct(
  trx: Trx,
  { actor, intervention }: DeliveryDeps,
  { shopId }: DeliveryKey,
): Promise<void> {
  if (intervention) return requireServiceRight({ db: trx, actor }, 'DISPATCH')
  return requireRight({ db: trx, actor }, shopId, 'SELL')
}

/** Notes that a courier's wait at the shop ended with this change, and what it earned, for the books. */
async function noteEndOfWait(
  trx: Trx,
  before: DeliveryRow,
  after: DeliveryRow,
  { now, actor }: { now: Date; actor: Actor },
): Promise<void> {
  if (before.courier_waits_until === null || after.courier_waits_until !== null) return
  const key = { shopId: after.shop_id, id: after.id }
  const earnedFcfa = after.waiting_fee_fcfa - before.waiting_fee_fcfa
  await endWait(trx, key, { at: now, earnedFcfa })
  if (earnedFcfa > 0) await insertEvent(trx, internalEvent(key, 'delivery.waited', { now, actor, data: {} }))
}

/**
 * Gives the use of a promo code back after an end without cost, or when it takes nothing off the price any
 * more.
 */
async function giveBackUse(trx: Trx, before: DeliveryRow, after: DeliveryRow, now: Date): Promise<void> {
  if (before.promo_code_id === null) return
  if (after.promo_code_id === null || endedWithoutCost(after))
    await releaseUse(trx, { shopId: after.shop_id, id: after.id }, now)
}

/** Writes a line of history when the status of a payment has changed, whichever verb changed it. */
async function notePayment(
  trx: Trx,
  before: DeliveryRow,
  after: DeliveryRow,
  now: Date,
  { actor, note }: { actor: Actor; note: string | null },
): Promise<void> {
  if (after.payment_status === before.payment_status) return
  const line = {
    shop_id: after.shop_id,
    delivery_id: after.id,
    version: after.version,
    status: after.payment_status,
    occurred_at: now,
    actor: actorText(actor),
    note,
  }
  await insertPaymentLine(trx, line, { status: before.payment_status, at: before.created_at })
}

/**
 * Locks a delivery, and returns it with the moment of the act: it is read once the lock is held, because an
 * act may have waited for it while others went first, and it is later than theirs even where this machine's
 * clock is behind the one that dated them. So the history, the events and their identifiers are in the order
 * of what happened (decision 17).
 */
async function lockedDelivery(
  trx: Trx,
  key: DeliveryKey,
  clock: Clock,
): Promise<{ before: DeliveryRow; now: Date; history: HistorySoFar }> {
  const before = await lockDelivery(trx, key)
  if (!before) throw new ApiError('DELIVERY_NOT_FOUND')
  const { linkVersion = before.link_version } = key
  if (linkVersion !== before.link_version) throw new ApiError('CUSTOMER_LINK_INVALID')
  // A statement of its own: one that waited for the lock sees no lines that were written meanwhile.
  const history = await readHistorySoFar(trx, key)
  const dated = [history.lastAt, before.amended_at]
  const lastMs = Math.max(...dated.map((at) => at?.getTime() ?? 0))
  const now = clock.now()
  return { before, now: now.getTime() < lastMs ? new Date(lastMs + 1) : now, history }
}
