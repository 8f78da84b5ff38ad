import { html } from 'ghtml'
import { openingText } from '../../base/kernel/figure-text.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import type { FieldAbout } from '../../pages/form-parts.ts'
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
  /** Trusted HTML of fields before the code, made with `html`. */
  fields?: string
  /** The id of the field, where the page asks for the codes of several parcels. */
  id?: string
}

export type CodeTimes = {
  now: Date
  timeZone: string
  rejected?: RejectedForm | undefined
  /** What is wrong with codes that were sent last, by their deliveries. */
  wrongCodes: ReadonlyMap<string, string>
}

/** The name of the field of a code where several are asked for together. */
export const codeFieldOf = (deliveryId: string): string => `code-${deliveryId}`

/** Reads the codes of several deliveries, those left empty aside; of one that is none, which it is. */
export function readCodes(
  fields: Record<string, string>,
  keys: readonly DeliveryKey[],
):
  | { codes: { key: DeliveryKey; code: string }[] }
  | { fault: typeof codeFault; typed: Record<string, string>; delivery: DeliveryKey } {
  const written = keys.map((key) => ({ key, read: readCode({ code: fields[codeFieldOf(key.id)] ?? '' }) }))
  const given = written.filter(({ key }) => fields[codeFieldOf(key.id)]?.trim())
  const wrong = (given.length > 0 ? given : written).find(({ read }) => 'fault' in read)
  if (wrong) {
    const typed = keys.map(({ id }) => [codeFieldOf(id), (fields[codeFieldOf(id)] ?? '').slice(0, 20)])
    return { fault: codeFault, typed: Object.fromEntries(typed), delivery: wrong.key }
  }
  return { codes: given.flatMap(({ key, read }) => ('code' in read ? { key, code: read.code } : [])) }
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
  const { action, says, times, fields = '', id = 'code' } = form
  if (parcel.codeLock) return lockedCode(frame, parcel, parcel.codeLock, form)
  const rejected = rejectedCode(times, parcel.key.id)
  const error = codeError(frame, times, parcel.key.id)
  const value = rejected?.typed.code ?? ''
  const about = { name: 'code', id, label: says.code, error }
  // A label is scanned where parcels are fetched.
  const reference = action === 'pick-up' ? parcel.reference : undefined
  const field = codeField(about, { required: true, value, 'data-reference': reference })
  const { key: delivery } = parcel
  return html`<p>${says.lead}</p>
!${actionForm(frame, {
    ...{ action, submit: says.submit, delivery, token: rejected?.token },
    fields: fields + field,
  })}`
}

/** The form of codes that was sent back because of the one of this delivery. */
const rejectedCode = ({ rejected }: CodeTimes, deliveryId: string): RejectedForm | undefined =>
  rejected?.fault === codeFault && (rejected.delivery?.id ?? deliveryId) === deliveryId ? rejected : undefined

/** What is wrong with the code of a delivery; undefined where nothing is. */
export const codeError = (frame: PageFrame, times: CodeTimes, deliveryId: string): string | undefined =>
  rejectedCode(times, deliveryId)
    ? speak(frame.language)('The code has 4 digits. Check it.')
    : times.wrongCodes.get(deliveryId)

/** The field of one code of four digits. */
export const codeField = (
  about: Omit<FieldAbout, 'attributes'>,
  attributes: NonNullable<FieldAbout['attributes']>,
): string =>
  lineField({
    ...about,
    attributes: {
      ...{ class: 'code', inputmode: 'numeric', autocomplete: 'off', maxlength: 8 },
      ...attributes,
    },
  })

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
