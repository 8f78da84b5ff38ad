import { isUuid } from '../../base/kernel/uuid.ts'
import { readWhole } from '../../base/kernel/written-number.ts'
import { type FailureCode, failureCodes } from '../../contract/vocabulary.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import type { PickupCourse, PickupReason } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { plainWords } from './plain-words.ts'
import { type ProblemFault, readProblem, type TypedProblem } from './problem-form.ts'

/** What a courier can do on their pages, by the last segment of the address. */
const courierActions = [
  'go-on-duty',
  'go-off-duty',
  'accept',
  'decline',
  'arrive',
  'problem',
  'pick-up',
  'hand-over',
  'fail',
  'at-customer',
  'called',
  'bring-back',
  'parcel-is-back',
  'put-away',
] as const
export type CourierAction = (typeof courierActions)[number]

/** Which form it came from, which delivery it means, and what was typed into it. */
export type ActionForm = { action: CourierAction; token: string } & (
  | { action: 'go-on-duty' | 'go-off-duty' }
  | { action: 'accept'; delivery: DeliveryKey; shownPayFcfa: number | undefined }
  | {
      action: 'decline' | 'arrive' | 'parcel-is-back' | 'put-away' | 'at-customer' | 'called'
      delivery: DeliveryKey
    }
  | { action: 'pick-up' | 'hand-over' | 'bring-back'; delivery: DeliveryKey; code: string }
  | {
      action: 'problem'
      delivery: DeliveryKey
      reason: PickupReason
      course: PickupCourse
      words: string | null
    }
  | {
      action: 'fail'
      delivery: DeliveryKey
      failureCode: FailureCode
      words: string | null
      declaresCall: boolean
    }
)

/** What a person may have typed wrong. */
export type ActionFault =
  | 'CODE_FORM'
  | 'REASON_MISSING'
  | 'WORDS_MISSING'
  | 'WORDS_TOO_LONG'
  | 'PROOF_MISSING'

/** What was typed, to be shown again. */
export type Typed = TypedProblem & { code?: string; failureCode?: string; called?: string }

/** The maximum length of the courier's own words for a failure. */
export const maxWordsLength = 200

/**
 * A form that was read: an action, faults in what was typed, or undefined when it is none of our forms.
 */
type ReadForm =
  | { form: ActionForm }
  | { fault: ActionFault | ProblemFault; token: string; typed: Typed }
  | undefined

/** Reads the form of an action from its fields as they were sent. */
export function readActionForm(action: string, body: unknown): ReadForm {
  const fields = fieldsOf(body)
  const { token = '' } = fields
  if (!isAction(action) || !isUuid(token)) return undefined
  if (action === 'go-on-duty' || action === 'go-off-duty') return { form: { action, token } }
  const delivery = { shopId: fields.shop ?? '', id: fields.delivery ?? '' }
  if (!isUuid(delivery.shopId) || !isUuid(delivery.id)) return undefined
  switch (action) {
    case 'accept':
      return { form: { action, token, delivery, shownPayFcfa: wholeNumber(fields.pay) } }
    case 'decline':
    case 'arrive':
    case 'parcel-is-back':
    case 'put-away':
    case 'at-customer':
    case 'called':
      return { form: { action, token, delivery } }
    case 'problem': {
      const read = readProblem(fields)
      return 'fault' in read ? { ...read, token } : { form: { action, token, delivery, ...read } }
    }
    case 'fail':
      return readFailure(token, delivery, fields)
    default: {
      const typed = { code: fields.code?.slice(0, 20) ?? '' }
      const code = typed.code.replaceAll(/[\s.-]/g, '')
      if (!/^\d{4}$/.test(code)) return { fault: 'CODE_FORM', token, typed }
      return { form: { action, token, delivery, code } }
    }
  }
}

function readFailure(token: string, delivery: DeliveryKey, fields: Record<string, string>): ReadForm {
  const { reason = '', words: written = '' } = fields
  const typed = {
    failureCode: reason.slice(0, 40),
    words: written.slice(0, 10 * maxWordsLength),
    called: fields.called === 'yes' ? 'yes' : '',
  }
  const failureCode = failureCodes.find((code) => code === reason)
  if (!failureCode) return { fault: 'REASON_MISSING', token, typed }
  const words = plainWords(typed.words)
  if (words.length > maxWordsLength) return { fault: 'WORDS_TOO_LONG', token, typed }
  if (failureCode === 'OTHER' && words === '') return { fault: 'WORDS_MISSING', token, typed }
  return {
    form: {
      ...{ action: 'fail', token, delivery, failureCode },
      words: failureCode === 'OTHER' ? words : null,
      declaresCall: typed.called === 'yes',
    },
  }
}

const wholeNumber = (text = ''): number | undefined => readWhole(text, { max: 999_999_999 })

const isAction = (text: string): text is CourierAction => courierActions.some((action) => action === text)
