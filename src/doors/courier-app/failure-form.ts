import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { type FailureCode, failureCodes } from '../../contract/vocabulary.ts'
import { failureWording } from '../../domain/deliveries/failure-reason.ts'
import {
  missingParts,
  neededParts,
  type ProofPart,
} from '../../domain/deliveries/handover-proof/handover-proof.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { actionForm, type RejectedForm } from './action-form.ts'
import { codeFault } from './code-form.ts'
import { errorLine, fieldState, lineField, radioChoice } from './courier-fields.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { declaredCall, isBegun, type ProofTimes, proofList } from './courier-proof.ts'
import { type CourierText, speak } from './courier-words.ts'
import { plainWords } from './plain-words.ts'

/** The maximum length of the courier's own words for a failure. */
const maxWordsLength = 200

/** What a courier may have left out or typed wrong about a hand-over that failed. */
const faultTexts = {
  REASON_MISSING: 'Choose what went wrong.',
  WORDS_MISSING: 'Say in a few words what went wrong.',
  WORDS_TOO_LONG: 'This is too long: 200 characters at most.',
  PROOF_MISSING: 'Something of this list is still missing.',
} as const satisfies Record<string, CourierText>
type FailureFault = keyof typeof faultTexts

/** Why a hand-over failed, as its courier reports it. */
export type Failure = { failureCode: FailureCode; words: string | null; declaresCall: boolean }

/** Reads why a parcel could not be handed over. */
export function readFailure(
  fields: Record<string, string>,
): Failure | Pick<RejectedForm<FailureFault>, 'fault' | 'typed'> {
  const { reason = '', words: written = '', called } = fields
  const typed = typedFailure(reason.slice(0, 40), written.slice(0, 10 * maxWordsLength), called === 'yes')
  const failureCode = failureCodes.find((code) => code === reason)
  if (!failureCode) return { fault: 'REASON_MISSING', typed }
  const words = plainWords(typed.words)
  if (words.length > maxWordsLength) return { fault: 'WORDS_TOO_LONG', typed }
  if (failureCode === 'OTHER' && words === '') return { fault: 'WORDS_MISSING', typed }
  return { failureCode, words: failureCode === 'OTHER' ? words : null, declaresCall: called === 'yes' }
}

const typedFailure = (failureCode: string, words: string, declaresCall: boolean) => ({
  failureCode,
  words,
  called: declaresCall ? 'yes' : '',
})

/**
 * A failure that lacks what the operator asks for, to be sent back with what was typed; the verb looks once
 * more.
 */
export function unprovenFailure(
  { failureCode, words, declaresCall }: Failure,
  { proof: { arrivedAt, calledAt, hasPhoto } }: CarriedParcel,
  asked: readonly ProofPart[],
  now: Date,
): Pick<RejectedForm<FailureFault>, 'fault' | 'typed'> | undefined {
  const facts = {
    arrived_at_customer_at: arrivedAt,
    customer_called_at: calledAt ?? (declaresCall ? now : null),
    hasPhoto,
  }
  if (missingParts(neededParts(asked, failureCode), facts, now).length === 0) return undefined
  return { fault: 'PROOF_MISSING', typed: typedFailure(failureCode, words ?? '', declaresCall) }
}

type FailTimes = ProofTimes & { rejected?: RejectedForm | undefined }

/** Where a courier reports that a parcel cannot be handed over, and what is asked of them before. */
export function failForm(frame: PageFrame, parcel: CarriedParcel, times: FailTimes): string {
  const { delivery } = times.rejected ?? {}
  const rejected = delivery && delivery.id !== parcel.key.id ? undefined : times.rejected
  const isOpen = rejected?.fault !== codeFault && rejected
  return failDetails(frame, parcel, {
    ...{ ...times, rejected, className: 'fail' },
    ids: { reason: 'reason', words: 'words' },
    isOpen: Boolean(isOpen || times.photoError || isBegun(parcel, times)),
    before: (fault) => proofList(frame, parcel, times, fault),
  })
}

/**
 * The same at a stop that is not next, where nothing can be noted before: what is missing of the proof then
 * is said by the answer.
 */
export function failLater(frame: PageFrame, parcel: CarriedParcel, times: FailTimes): string {
  const rejected = times.rejected?.delivery?.id === parcel.key.id ? times.rejected : undefined
  const { slot } = parcel
  return failDetails(frame, parcel, {
    ...{ ...times, rejected, className: `fail fail-${slot}` },
    ids: { reason: `reason-${slot}`, words: `words-${slot}` },
    isOpen: rejected !== undefined && rejected.fault !== codeFault,
    before: () => '',
  })
}

type FailDetails = FailTimes & {
  className: string
  /** The ids of the fields, since a page may have several of these forms. */
  ids: { reason: string; words: string }
  isOpen: boolean
  /** What stands before the form, with what is wrong with the proof. */
  before: (fault: string | undefined) => string
}

function failDetails(frame: PageFrame, parcel: CarriedParcel, times: FailDetails): string {
  const { handoverProof, ids, isOpen, className, before } = times
  const { language } = frame
  const t = speak(language)
  const rejected = times.rejected?.fault === codeFault ? undefined : times.rejected
  const errorOf = (...faults: FailureFault[]) => {
    const fault = faults.find((each) => each === rejected?.fault)
    return fault && t(faultTexts[fault])
  }
  const wordsError = errorOf('WORDS_MISSING', 'WORDS_TOO_LONG')
  const reasonError = errorOf('REASON_MISSING')
  const fields = html`!${reasonField(language, ids.reason, rejected?.typed.failureCode, reasonError)}
!${wordsField(language, ids.words, rejected?.typed.words, wordsError)}
!${declaredCall(language, parcel, handoverProof, rejected?.typed.called === 'yes')}`
  const summary = html`<summary>${t('It cannot be handed over')}</summary>`
  return html`<details class="${className}" ${isOpen ? 'open' : ''}>!${summary}
!${before(errorOf('PROOF_MISSING'))}
!${actionForm(frame, {
    action: 'fail',
    submit: t('Report the failure'),
    delivery: parcel.key,
    fields,
    look: 'danger',
    token: rejected?.token,
  })}
</details>`
}

/** The first choice is shown first where none was made. */
function reasonField(
  language: SpokenLanguage,
  id: string,
  chosen: string | undefined,
  error: string | undefined,
): string {
  const state = fieldState(id, error).replace(' autofocus', '')
  const choices = failureCodes.map((code, at) =>
    radioChoice(
      { name: 'reason', value: code, label: failureWording[code][language] },
      chosen === code ? 'checked' : '',
      error && at === 0 ? 'autofocus' : '',
    ),
  )
  return html`<fieldset role="radiogroup" !${state}><legend>${speak(language)('What went wrong?')}</legend>
!${errorLine(id, error)}
!${choices}
</fieldset>`
}

const wordsField = (language: SpokenLanguage, id: string, typed = '', error: string | undefined): string =>
  lineField({
    ...{ name: 'words', id },
    label: speak(language)('Say what, if it is another reason'),
    error,
    attributes: { maxlength: maxWordsLength, autocomplete: 'off', value: typed },
  })
