import { type SpokenLanguage, writtenLanguage } from '../../base/kernel/language.ts'
import { ApiError, errorBody } from '../../contract/errors.ts'
import type { Refusal, SavedAction } from '../../domain/couriers/courier-action-store.ts'
import type { CarriedParcel, CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { CourierAction } from './action-form.ts'
import type { Notice } from './courier-page.ts'
import { type CourierText, speak } from './courier-words.ts'
import { bagText } from './parcel-text.ts'
import { hasTour } from './tour-page.ts'

/** The actions that a step ends with. */
const actionsOfStep: Record<CarriedParcel['step'], readonly string[]> = {
  GO_TO_SHOP: [],
  PICK_UP: ['pick-up', 'pick-up-all'],
  HAND_OVER: ['hand-over'],
  RETURN_TO_SHOP: ['bring-back'],
}

/** What came of an action, as the page of `screen` says it. */
type Told = {
  notice: Notice | undefined
  /** What stands beside the fields of codes, by their deliveries. */
  wrongCodes: ReadonlyMap<string, string>
}

/**
 * What came of an action: what is wrong with a code stands beside its field, or, where that is locked, is
 * shown in its place; all else is said above.
 */
export function toldOf(saved: SavedAction, screen: CourierScreen, language: SpokenLanguage): Told {
  const { action, outcome } = saved
  const t = speak(language)
  const said = (text: string) => ({ notice: { kind: 'done', text } as const, wrongCodes: new Map() })
  if (outcome === null) return said(t('Your action is under way. The page updates itself.'))
  if (outcome === 'DONE') return said(t(doneTexts[action as CourierAction]))
  const wrongCodes = new Map<string, string>()
  const others: string[] = []
  for (const refusal of [outcome, ...(outcome.params.others ?? [])]) {
    const text = refusalText(refusal, language)
    const parcel = parcelOf(refusal, screen)
    if (parcel && isOfItsCode(action, refusal, parcel)) wrongCodes.set(parcel.key.id, text)
    else
      others.push(
        parcel && hasTour(screen)
          ? t('{name}: {text}', { name: bagText(parcel.slot, language), text })
          : text,
      )
  }
  return {
    notice: others.length > 0 ? { kind: 'refused', text: others.join(' ') } : undefined,
    wrongCodes,
  }
}

/** The parcel on the page that a refusal is about; one that was stored before it said so, the only one here. */
function parcelOf({ params }: Refusal, { carried, beside, later }: CourierScreen): CarriedParcel | undefined {
  const here = carried ? [carried, ...beside] : []
  if (params.delivery === undefined) return beside.length === 0 ? here[0] : undefined
  const shown = [...here, ...later.flatMap(({ aboard }) => aboard)]
  return shown.find(({ key }) => key.id === params.delivery)
}

const isOfItsCode = (action: string, { refused }: Refusal, { step, codeLock }: CarriedParcel): boolean =>
  actionsOfStep[step].includes(action) &&
  (refused === 'CODE_WRONG' || codeLock !== null) &&
  ['CODE_WRONG', 'CODE_LOCKED', 'CODE_CLOSED'].includes(refused)

const doneTexts = {
  'go-on-duty': 'You are on duty.',
  'go-off-duty': 'You are off duty.',
  accept: 'The trip is yours.',
  decline: 'Trip declined.',
  arrive: 'Your arrival is noted.',
  problem: 'Noted. Thank you for telling us.',
  'pick-up': 'Parcel taken. Have a good ride!',
  'pick-up-all': 'Parcels taken. Have a good ride!',
  'hand-over': 'Parcel handed over. Thank you!',
  fail: 'Failure reported.',
  'at-customer': 'Noted: you are there.',
  called: 'Call noted.',
  'bring-back': 'Parcel returned. Thank you!',
  'set-out-again': 'You have the parcel for another try. Have a good ride!',
  'parcel-is-back': 'Noted: the parcel is at the shop. Thank you!',
  'put-away': 'Noted.',
  'go-first': 'Noted: you go there first.',
  seen: 'Noted.',
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

function refusalText({ refused, params }: Refusal, language: SpokenLanguage): string {
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
