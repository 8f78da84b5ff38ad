import { isUuid } from '../../base/kernel/uuid.ts'
import { readWhole } from '../../base/kernel/written-number.ts'
import { limits } from '../../contract/limits.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import type { HandoverPlace } from '../../domain/deliveries/handover-proof/handover-report.ts'
import type { PickupCourse, PickupReason } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { type CourierAction, courierActions, type RejectedForm } from './action-form.ts'
import { readCode, readCodes } from './code-form.ts'
import { type Failure, readFailure } from './failure-form.ts'
import { readProblem } from './problem-form.ts'
import { readSentPlace } from './sent-place.ts'

/** Which form it came from, which delivery it means, and what was typed into it. */
export type ActionForm = { action: CourierAction; token: string } & (
  | { action: 'go-on-duty' | 'go-off-duty' }
  | { action: 'seen'; announcementId: string }
  | { action: 'accept'; delivery: DeliveryKey; beside: DeliveryKey[]; shownPayFcfa: number | undefined }
  | { action: 'decline'; delivery: DeliveryKey; beside: DeliveryKey[] }
  | {
      action: 'arrive' | 'parcel-is-back' | 'put-away' | 'go-first' | 'at-customer' | 'called'
      delivery: DeliveryKey
    }
  | { action: 'pick-up' | 'bring-back'; delivery: DeliveryKey; code: string }
  | { action: 'pick-up-all'; delivery: DeliveryKey; codes: { key: DeliveryKey; code: string }[] }
  | {
      action: 'hand-over'
      delivery: DeliveryKey
      code: string
      place: HandoverPlace | null
      /** Who took it, as `shownRecipient` names them; empty for the customer. */
      taken: string
    }
  | { action: 'set-out-again'; delivery: DeliveryKey; shownPayFcfa: number | undefined }
  | {
      action: 'problem'
      delivery: DeliveryKey
      reason: PickupReason
      course: PickupCourse
      words: string | null
    }
  | ({ action: 'fail'; delivery: DeliveryKey; place: HandoverPlace | null } & Failure)
)

/**
 * A form that was read: an action, faults in what was typed, or undefined when it is none of our forms.
 */
type ReadForm = { form: ActionForm } | RejectedForm | undefined

/** Reads the form of an action from its fields as they were sent. */
export function readActionForm(action: string, body: unknown): ReadForm {
  const fields = fieldsOf(body)
  const { token = '' } = fields
  if (!isAction(action) || !isUuid(token)) return undefined
  if (action === 'go-on-duty' || action === 'go-off-duty') return { form: { action, token } }
  if (action === 'seen') {
    const { announcement: announcementId = '' } = fields
    return isUuid(announcementId) ? { form: { action, token, announcementId } } : undefined
  }
  const delivery = { shopId: fields.shop ?? '', id: fields.delivery ?? '' }
  if (!isUuid(delivery.shopId) || !isUuid(delivery.id)) return undefined
  const beside = idsBeside(fields.beside).map((id) => ({ ...delivery, id }))
  switch (action) {
    case 'accept':
      return { form: { action, token, delivery, beside, shownPayFcfa: wholeNumber(fields.pay) } }
    case 'decline':
      return { form: { action, token, delivery, beside } }
    case 'arrive':
    case 'parcel-is-back':
    case 'put-away':
    case 'go-first':
    case 'at-customer':
    case 'called':
      return { form: { action, token, delivery } }
    case 'set-out-again':
      return { form: { action, token, delivery, shownPayFcfa: wholeNumber(fields.pay) } }
    case 'problem': {
      const read = readProblem(fields)
      return 'fault' in read ? { ...read, token, delivery } : { form: { action, token, delivery, ...read } }
    }
    case 'pick-up-all': {
      const read = readCodes(fields, [delivery, ...beside])
      return 'fault' in read ? { ...read, token } : { form: { action, token, delivery, ...read } }
    }
    case 'fail': {
      const read = readFailure(fields)
      if ('fault' in read) return { ...read, token, delivery }
      return { form: { action, token, delivery, place: readSentPlace(fields), ...read } }
    }
    default: {
      const read = readCode(fields)
      if ('fault' in read) return { ...read, token, delivery }
      if (action !== 'hand-over') return { form: { action, token, delivery, ...read } }
      const place = readSentPlace(fields)
      return { form: { action, token, delivery, place, taken: fields.taken ?? '', ...read } }
    }
  }
}

/** What else was on the same card, offered or at the same place, by its ids. */
const idsBeside = (text = ''): string[] =>
  [...new Set(text.split(' '))].filter(isUuid).slice(0, limits.courierParcels - 1)

const wholeNumber = (text = ''): number | undefined => readWhole(text, { max: 999_999_999 })

const isAction = (text: string): text is CourierAction => courierActions.some((action) => action === text)
