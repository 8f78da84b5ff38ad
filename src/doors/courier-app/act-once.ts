import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { markAnnouncementSeen } from '../../domain/couriers/announcements/mark-announcement-seen.ts'
import {
  type ActionOutcome,
  beginAction,
  deleteAction,
  endAction,
  findAction,
  type Refusal,
} from '../../domain/couriers/courier-action-store.ts'
import { setDuty } from '../../domain/couriers/set-duty.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { type DeliveryKey, findDelivery } from '../../domain/deliveries/delivery-store.ts'
import { failWithProof } from '../../domain/deliveries/handover-proof/fail-with-proof.ts'
import { noteProof } from '../../domain/deliveries/handover-proof/note-proof.ts'
import { waitAtShop } from '../../domain/deliveries/pickup-problems/wait-at-shop.ts'
import { readShownRecipient } from '../../domain/deliveries/recipient/shown-recipient.ts'
import { declareBroughtBack } from '../../domain/deliveries/transitions/declare-brought-back.ts'
import { handOverParcel } from '../../domain/deliveries/transitions/hand-over-parcel.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { pickUpParcel } from '../../domain/deliveries/transitions/pick-up-parcel.ts'
import { returnWithCode } from '../../domain/deliveries/transitions/return-with-code.ts'
import { acceptLot } from '../../domain/matching/accept-lot.ts'
import { acceptOffer } from '../../domain/matching/accept-offer.ts'
import { declineOffer } from '../../domain/matching/decline-offer.ts'
import { dismissCancelled } from '../../domain/matching/dismiss-cancelled.ts'
import { freeParcel } from '../../domain/matching/free-parcel.ts'
import { arriveAtStop } from '../../domain/tours/arrive-at-stop.ts'
import { goThereFirst } from '../../domain/tours/go-there-first.ts'
import { setOutAgain } from '../../domain/tours/set-out-again.ts'
import type { ActionForm } from './courier-action.ts'

/** `shownRecipients` are the keys that sign whom a page showed. */
type ActDeps = DeliveryDeps & { shownRecipients: SecretKeys }

/** The Retry-After for a phone that repeats an action that is still under way. */
const underWaySeconds = 2

/**
 * Performs the action of a courier's form once, however often it is sent, and stores its outcome: done, or
 * refused by the verb. What could not be done at all (the database is unavailable) is thrown and may be sent
 * again. Returns only once there is an outcome: a phone forgets an action as soon as it is answered (decision
 * 92). Throws SERVICE_UNAVAILABLE while the same form is under way, or is perhaps lost.
 */
export async function actOnce(deps: ActDeps, courierId: string, form: ActionForm): Promise<void> {
  const { db, clock } = deps
  const key = { courierId, token: form.token }
  if (!(await beginAction(db, key, form.action, clock.now()))) {
    const kept = await findAction(db, key)
    if (kept?.outcome) return
    throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: underWaySeconds })
  }
  try {
    await endAction(
      db,
      key,
      await outcomeOf(refusalsOf({ ...deps, actor: { kind: 'COURIER', id: courierId } }, courierId, form)),
      clock.now(),
    )
  } catch (error) {
    // If that fails too, the action counts as lost a little later; the original error is thrown.
    await deleteAction(db, key).catch(() => {})
    throw error
  }
}

/** What came of an act: of several parcels at once the first refusal, with the others. */
async function outcomeOf(acting: Promise<Refusal[]>): Promise<ActionOutcome> {
  const [first, ...others] = await acting
  if (!first) return 'DONE'
  return others.length > 0 ? { ...first, params: { ...first.params, others } } : first
}

/** Does the act of a form, and returns what was refused of it. */
async function refusalsOf(deps: ActDeps, courierId: string, form: ActionForm): Promise<Refusal[]> {
  if (form.action !== 'pick-up-all')
    return refused(act(deps, courierId, form), 'delivery' in form ? form.delivery.id : undefined)
  const refusals: Refusal[] = []
  let isBegun = false
  // Each parcel is an act of its own: what one is refused, the others do not suffer.
  for (const { key, code } of form.codes) {
    const picking = ownKey(deps, courierId, key).then((own) => pickUpOnce(deps, own, code))
    try {
      refusals.push(...(await refused(picking, key.id)))
    } catch (error) {
      // The form is not sent again once it had an outcome for one: another try of a code would count twice.
      if (!isBegun) throw error
      refusals.push({ refused: 'SERVICE_UNAVAILABLE', params: { delivery: key.id } })
    }
    isBegun = true
  }
  return refusals
}

/** Picks up a parcel; one that is aboard already is done, since a form of several may break off between two. */
async function pickUpOnce(deps: DeliveryDeps, key: DeliveryKey, code: string): Promise<unknown> {
  const delivery = await findDelivery(deps.db, key)
  return delivery && isIn('underWay', delivery.status) ? delivery : pickUpParcel(deps, key, code)
}

async function refused(acting: Promise<unknown>, delivery: string | undefined): Promise<Refusal[]> {
  try {
    await acting
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const about = delivery === undefined ? {} : { delivery }
    return [{ refused: error.code, params: { ...(error.params as object | undefined), ...about } }]
  }
}

type SingleForm = Exclude<ActionForm, { action: 'pick-up-all' }>

async function act(deps: ActDeps, courierId: string, form: SingleForm): Promise<unknown> {
  switch (form.action) {
    case 'go-on-duty':
    case 'go-off-duty':
      return setDuty(deps, courierId, form.action === 'go-on-duty')
    case 'seen':
      return markAnnouncementSeen(deps, courierId, form.announcementId)
    case 'accept':
      return form.beside.length > 0
        ? acceptLot(deps, courierId, [form.delivery, ...form.beside], form.shownPayFcfa)
        : acceptOffer(deps, courierId, form.delivery, form.shownPayFcfa)
    case 'decline':
      for (const key of form.beside) await declineOffer(deps, courierId, key)
      return declineOffer(deps, courierId, form.delivery)
    case 'put-away':
      return dismissCancelled(deps, courierId, form.delivery)
    case 'go-first':
      return goThereFirst(deps, courierId, form.delivery)
  }
  if (form.action === 'problem') return reportProblem(deps, courierId, form)
  const key = await ownKey(deps, courierId, form.delivery)
  switch (form.action) {
    case 'arrive':
      return arriveAtStop(deps, courierId, key)
    case 'pick-up':
      return pickUpParcel(deps, key, form.code)
    case 'hand-over':
      return handOverParcel(deps, key, form.code, {
        place: form.place,
        takenBy: readShownRecipient(deps.shownRecipients, key.id, form.taken),
      })
    case 'fail':
      return failWithProof(deps, key, {
        ...{ code: form.failureCode, words: form.words, declaresCall: form.declaresCall },
        place: form.place,
      })
    case 'at-customer':
      return noteProof(deps, key, { courierId, what: 'ARRIVED' })
    case 'called':
      return noteProof(deps, key, { courierId, what: 'CALLED' })
    case 'bring-back':
      return returnWithCode(deps, key, form.code)
    case 'set-out-again':
      return setOutAgain(deps, courierId, key, form.shownPayFcfa)
    case 'parcel-is-back':
      return declareBroughtBack(deps, key)
  }
}

/** Whose parcel it is, both verbs ask under their lock. */
function reportProblem(
  deps: DeliveryDeps,
  courierId: string,
  { delivery, course, reason, words }: Extract<SingleForm, { action: 'problem' }>,
): Promise<unknown> {
  const act = course === 'WAIT' ? waitAtShop : freeParcel
  return act(deps, delivery, { courierId, reason, words })
}

/**
 * Couriers can only move deliveries of their own, whatever the form says; one that has ended refuses by its
 * status. Throws DELIVERY_NOT_FOUND.
 */
async function ownKey(
  { db }: DeliveryDeps,
  courierId: string,
  { shopId, id }: DeliveryKey,
): Promise<DeliveryKey> {
  const delivery = await findDelivery(db, { shopId, id })
  if (delivery?.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
  return { shopId, id }
}
