import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import type { RightsFault, RightsFaults, RightsField, TypedRights } from './rights-form.ts'

/** The forms that the pages of customers' rights share, as trusted HTML. */

/** What every form of these pages is made from; `name` is its own in the page, for the ids of its fields. */
export type RightsForm = { name: string; language: Language; typed: TypedRights; faults: RightsFaults }

export const rightsPath = '/operations/customers'

/** What is wrong with a field, in words. */
export function faultText({ language, faults }: RightsForm, field: RightsField): string | undefined {
  const t = speak(language)
  const texts: Record<RightsFault, string> = {
    phoneWrong: t('This number is not possible. Check it with the person.'),
    phoneAmbiguous: t(
      'This number is possible in several of your countries: write it with + and the country code, like +229 01 97 00 00 05.',
    ),
    reasonWrong: t('Write a reason of 3 to 200 characters.'),
    reasonPersonal: t('Take the number out: this reason stays in the audit.'),
    unconfirmed: t('Nothing was erased: type the same number again.'),
    untilWrong: t('Choose a day to come, within ten years.'),
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
        label: speak(form.language)('Phone number'),
        hint: speak(form.language)('As the person gives it, or with + and the country code.'),
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
    label: speak(form.language)('Reason#act'),
    hint: speak(form.language)('3 to 200 characters, without names or numbers: it stays in the audit.'),
    value: form.typed.reason,
    error: faultText(form, 'reason'),
    attributes: { maxlength: 200, minlength: 3, autocomplete: 'off', required: true },
  })

/** The form that blocks a number. */
export function blockForm(form: RightsForm, known?: string): string {
  const t = speak(form.language)
  const until = textField({
    name: 'until',
    label: t('Until (optional)'),
    hint: t('That day included. Without a day, until you unblock it.'),
    value: form.typed.until,
    error: faultText(form, 'until'),
    attributes: { type: 'date' },
  })
  return html`<section class="card"><h2>${t('Block a number')}</h2><p>${t('No delivery is created for this number any more; quotes and what is under way go on.')}</p>!${postForm(`${rightsPath}/block`, html`!${phoneField(form, known)}!${reasonField(form)}!${until}!${submitButton(t('Block'), 'danger')}`)}</section>`
}
