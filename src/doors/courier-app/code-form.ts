import { html } from 'ghtml'
import { openingText } from '../../base/kernel/figure-text.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { actionForm, type RejectedForm } from './action-form.ts'
import { lineField } from './courier-fields.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { supportButtons } from './reach-page.ts'

/** The fault of a code that is no four digits. */
export const codeFault = 'CODE_FORM'

type CodeForm = {
  action: 'pick-up' | 'hand-over' | 'bring-back'
  says: { lead: string; code: string; submit: string }
  times: CodeTimes
  /** The id of the field, where the page asks for the codes of several parcels. */
  id?: string
}

type CodeTimes = {
  now: Date
  timeZone: string
  rejected?: RejectedForm | undefined
  /** What is wrong with the code of this step that was sent last. */
  wrongCode?: string | undefined
}

/** Reads the four digits that somebody gave the courier, however they were parted. */
export function readCode({
  code: written = '',
}: Record<string, string>): { code: string } | { fault: typeof codeFault; typed: { code: string } } {
  const typed = { code: written.slice(0, 20) }
  const code = typed.code.replaceAll(/[\s.-]/g, '')
  return /^\d{4}$/.test(code) ? { code } : { fault: codeFault, typed }
}

/**
 * Asks for the code that ends a step; while it is locked, says when it can be tried again and who unlocks it.
 */
export function codeForm(frame: PageFrame, parcel: CarriedParcel, form: CodeForm): string {
  const { action, says, times, id = 'code' } = form
  if (parcel.codeLock) return lockedCode(frame, parcel, parcel.codeLock, form)
  const isOfAnother = (times.rejected?.delivery?.id ?? parcel.key.id) !== parcel.key.id
  const rejected = !isOfAnother && times.rejected?.fault === codeFault ? times.rejected : undefined
  const error = rejected ? speak(frame.language)('The code has 4 digits. Check it.') : times.wrongCode
  const field = lineField({
    name: 'code',
    id,
    label: says.code,
    error,
    attributes: {
      class: 'code',
      inputmode: 'numeric',
      autocomplete: 'off',
      required: true,
      maxlength: 8,
      value: rejected?.typed.code ?? '',
    },
  })
  const { key: delivery } = parcel
  return html`<p>${says.lead}</p>
!${actionForm(frame, { action, submit: says.submit, delivery, token: rejected?.token, fields: field })}`
}

function lockedCode(
  frame: PageFrame,
  { reference }: CarriedParcel,
  { until }: NonNullable<CarriedParcel['codeLock']>,
  { action, times }: CodeForm,
): string {
  const { language } = frame
  const t = speak(language)
  // At the pickup the parcel is still the shop’s.
  const meanwhile = action === 'pick-up' ? t('Stay at the shop') : t('Keep the parcel')
  const next =
    until === null
      ? t('{meanwhile} and call your Colis manager: only they can unlock it.', { meanwhile })
      : t('{meanwhile}. You can try again {moment}.', {
          meanwhile,
          moment: openingText(until, times, language),
        })
  const sooner =
    until === null || frame.supportPhone === null
      ? ''
      : html`<p>${t('Your Colis manager can unlock it at once: call them.')}</p>`
  const lead = html`<p>${t('This code is locked after too many tries.')}</p><p>${next}</p>!${sooner}`
  return html`<section class="money closed" role="alert">!${lead}
!${supportButtons(frame, reference)}
<p>${t('This page opens by itself as soon as the code is unlocked.')}</p></section>`
}
