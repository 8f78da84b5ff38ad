import { type SpokenLanguage, writtenLanguage } from '../../base/kernel/language.ts'
import { ApiError, errorBody } from '../../contract/errors.ts'
import type { ActionOutcome, SavedAction } from '../../domain/couriers/courier-action-store.ts'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { CourierAction } from './action-form.ts'
import type { Notice } from './courier-page.ts'
import { type CourierText, speak } from './courier-words.ts'

const actionOfStep = {
  GO_TO_SHOP: null,
  PICK_UP: 'pick-up',
  HAND_OVER: 'hand-over',
  RETURN_TO_SHOP: 'bring-back',
}

/**
 * Whether an outcome belongs beside the field for the code, or where that is locked, to what is shown in its
 * place. Of several parcels at one place the page does not know whose code it was.
 */
export const isAboutCode = (
  { action, outcome }: SavedAction,
  { carried, beside }: Pick<CourierScreen, 'carried' | 'beside'>,
): boolean =>
  carried !== null &&
  beside.length === 0 &&
  actionOfStep[carried.step] === action &&
  outcome !== null &&
  outcome !== 'DONE' &&
  (outcome.refused === 'CODE_WRONG' || carried.codeLock !== null) &&
  ['CODE_WRONG', 'CODE_LOCKED', 'CODE_CLOSED'].includes(outcome.refused)

const doneTexts = {
  'go-on-duty': 'You are on duty.',
  'go-off-duty': 'You are off duty.',
  accept: 'The trip is yours.',
  decline: 'Trip declined.',
  arrive: 'Your arrival is noted.',
  problem: 'Noted. Thank you for telling us.',
  'pick-up': 'Parcel taken. Have a good ride!',
  'hand-over': 'Parcel handed over. Thank you!',
  fail: 'Failure reported.',
  'at-customer': 'Noted: you are there.',
  called: 'Call noted.',
  'bring-back': 'Parcel returned. Thank you!',
  'parcel-is-back': 'Noted: the parcel is at the shop. Thank you!',
  'put-away': 'Noted.',
  'go-first': 'Noted: you go there first.',
} as const satisfies Record<CourierAction, CourierText>

/**
 * Refusals in words of these pages: plainer than those of the catalogue of errors, or in each of their
 * languages.
 */
const refusedTexts: Partial<Record<string, CourierText>> = {
  TRANSITION_REFUSED: 'The delivery has changed meanwhile: this is where it stands.',
  DELIVERY_NOT_FOUND: 'This delivery is not yours, or no longer.',
  PAYMENT_NOT_SETTLED: 'Do not hand over the parcel yet: it is not paid.',
  CODE_CLOSED: 'This code is locked after too many tries. Call your Colis manager: only they can unlock it.',
  OFFER_GONE: 'This trip is no longer on offer.',
}

/** The outcome of an action, in words. */
export function noticeOf({ action, outcome }: SavedAction, language: SpokenLanguage): Notice {
  const t = speak(language)
  if (outcome === null) return { kind: 'done', text: t('Your action is under way. The page updates itself.') }
  if (outcome === 'DONE') return { kind: 'done', text: t(doneTexts[action as CourierAction]) }
  return { kind: 'refused', text: refusalText(outcome, language) }
}

function refusalText({ refused, params }: Exclude<ActionOutcome, 'DONE'>, language: SpokenLanguage): string {
  const t = speak(language)
  const known = params as { status?: unknown; triesLeft: number; retryAfterSeconds: number }
  if (refused === 'TRANSITION_REFUSED' && known.status === 'CANCELLED')
    return t('The shop has cancelled this delivery meanwhile.')
  if (refused === 'CODE_WRONG')
    return t('This code is wrong. Tries left: {triesLeft}.', { triesLeft: known.triesLeft })
  if (refused === 'CODE_LOCKED') {
    const minutes = Math.ceil(known.retryAfterSeconds / 60)
    return t('Too many wrong codes. Try again in {minutes} min.', { minutes })
  }
  const plainer = refusedTexts[refused]
  if (plainer) return t(plainer)
  return errorBody(new ApiError(refused as 'RATE_LIMITED', known), writtenLanguage(language)).message
}
