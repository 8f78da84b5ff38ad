import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { rightsWording } from './customer-rights-wording.ts'
import type { RightsFault, RightsFaults, RightsField, TypedRights } from './rights-form.ts'

/** The forms that the pages of customers' rights share, as trusted HTML. */

/** What every form of these pages is made from; `name` is its own in the page, for the ids of its fields. */
export type RightsForm = { name: string; language: Language; typed: TypedRights; faults: RightsFaults }

export const rightsPath = '/operations/customers'

/** What is wrong with a field, in words. */
export function faultText({ language, faults }: RightsForm, field: RightsField): string | undefined {
  const words = rightsWording[language]
  const texts: Record<RightsFault, string> = {
    phoneWrong: words.phoneWrong,
    phoneAmbiguous: words.phoneAmbiguous,
    reasonWrong: words.reasonWrong,
    reasonPersonal: words.reasonPersonal,
    unconfirmed: words.erase.unconfirmed,
    untilWrong: words.block.untilWrong,
  }
  const fault = faults[field]
  return fault && texts[fault]
}

/** The number that a form is about: typed, or known already. */
export const phoneField = (form: RightsForm, known?: string): string =>
  known === undefined
    ? textField({
        name: 'phone',
        id: `${form.name}-phone`,
        label: rightsWording[form.language].phone,
        hint: rightsWording[form.language].phoneHint,
        value: form.typed.phone,
        error: faultText(form, 'phone'),
        attributes: { type: 'tel', inputmode: 'tel', maxlength: 40, autocomplete: 'off', required: true },
      })
    : hiddenField('phone', known)

/** Why; shown with what was typed only in the form that was sent. */
export const reasonField = (form: RightsForm): string =>
  textField({
    name: 'reason',
    id: `${form.name}-reason`,
    label: rightsWording[form.language].reason,
    hint: rightsWording[form.language].reasonHint,
    value: form.typed.reason,
    error: faultText(form, 'reason'),
    attributes: { maxlength: 200, minlength: 3, autocomplete: 'off', required: true },
  })

/** The form that blocks a number. */
export function blockForm(form: RightsForm, known?: string): string {
  const words = rightsWording[form.language].block
  const until = textField({
    name: 'until',
    label: words.until,
    hint: words.untilHint,
    value: form.typed.until,
    error: faultText(form, 'until'),
    attributes: { type: 'date' },
  })
  return html`<section class="card"><h2>${words.heading}</h2><p>${words.lead}</p>!${postForm(`${rightsPath}/block`, html`!${phoneField(form, known)}!${reasonField(form)}!${until}!${submitButton(words.submit, 'danger')}`)}</section>`
}
