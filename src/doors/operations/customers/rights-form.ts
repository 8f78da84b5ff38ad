import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { dayAfter, dayBegins, isDay } from '../../../base/kernel/local-time.ts'
import { possiblePhones, spacedPhone } from '../../../base/kernel/phone-number.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { wrongPhone } from '../../../contract/former-phone.ts'
import { maxBlockedDays } from '../../../domain/deliveries/blocking/blocked-customer.ts'
import { type FormFaults, formFields, optional, typedField } from '../../../pages/form.ts'
import { hiddenField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'

export const rightsPath = '/operations/customers'

/** A form of these pages as it was typed. */
export type TypedRights = { phone?: string; reason?: string; typed?: string; until?: string }
type RightsFaults = FormFaults<ReturnType<typeof rightsForm>>
/** What the forms are made with; a number without its country's code is one of these countries. */
export type RightsFacts = { language: Language; now: Date; timeZone: string; countries: readonly string[] }

/** The fields of the forms of these pages; `name` is a form's own in its page, for the ids of its fields. */
export const rightsForm = (name: string, facts: RightsFacts, typed: TypedRights) => {
  const t = speak(facts.language)
  const phone = phoneOf(typed, facts)
  const isAmbiguous = possiblePhones(typed.phone ?? '', facts.countries).length > 1
  const tel = { type: 'tel', inputmode: 'tel', maxlength: 40, required: true }
  return {
    phone: typedField({
      id: `${name}-phone`,
      label: t('Phone number'),
      hint: t('As the person gives it, or with + and the country code.'),
      wrong: isAmbiguous
        ? t(
            'This number is possible in several of your countries: write it with + and the country code, like +229 01 97 00 00 05.',
          )
        : wrongPhone(typed.phone ?? '', facts, t('This number is not possible. Check it with the person.')),
      attributes: tel,
      read: () => phone,
    }),
    reason: typedField({
      id: `${name}-reason`,
      label: t('Reason#act'),
      hint: t('3 to 200 characters, without names or numbers: it stays in the audit.'),
      wrong: (text) =>
        isReason(cleanedLine(text))
          ? t('Take the number out: this reason stays in the audit.')
          : t('Write a reason of 3 to 200 characters.'),
      attributes: { maxlength: 200, minlength: 3, required: true },
      read: (text) => {
        const reason = cleanedLine(text)
        return isReason(reason) && !namesPhone(reason, phone ?? '') ? reason : undefined
      },
    }),
    typed: typedField({
      label: t('Type the number again'),
      hint: phone && spacedPhone(phone),
      wrong: t('Nothing was erased: type the same number again.'),
      attributes: tel,
      read: (text) => possiblePhones(text, facts.countries).find((each) => each === phone),
    }),
    until: optional(
      typedField({
        label: t('Until (optional)'),
        hint: t('That day included. Without a day, until you unblock it.'),
        wrong: t('Choose a day to come, within ten years.'),
        attributes: { autocomplete: undefined, type: 'date' },
        read: (day) => blockedUntil(day, facts),
      }),
    ),
  }
}

/** What was typed into the form that was sent, and what is wrong with it. */
export type SentRights = { typed: TypedRights; faults: RightsFaults }
export const nothingSent: SentRights = { typed: {}, faults: {} }

/** The form that blocks a number: typed, or known already. */
export function blockForm(facts: RightsFacts, { typed, faults }: SentRights, known?: string): string {
  const t = speak(facts.language)
  const { phone, reason, until } = rightsForm('block', facts, typed)
  const fields = known
    ? html`!${hiddenField('phone', known)}!${formFields({ reason, until }, typed, faults)}`
    : formFields({ phone, reason, until }, typed, faults)
  const about = t('No delivery is created for this number any more; quotes and what is under way go on.')
  return html`<section class="card"><h2>${t('Block a number')}</h2><p>${about}</p>
!${postForm(`${rightsPath}/block`, html`!${fields}!${submitButton(t('Block'), 'danger')}`)}</section>`
}

/** The form that unblocks a number: there are many on a page. */
export function unblockForm(facts: RightsFacts, phone: string): string {
  const { reason } = rightsForm(phone, facts, {})
  const fields = html`!${hiddenField('phone', phone)}!${formFields({ reason }, {}, {})}`
  const submit = submitButton(speak(facts.language)('Unblock'), 'plain')
  return postForm(`${rightsPath}/unblock`, html`!${fields}!${submit}`)
}

/** The phone that was typed; undefined where it is none, or may be several. */
export function phoneOf({ phone = '' }: TypedRights, { countries }: RightsFacts): string | undefined {
  const possible = possiblePhones(phone, countries)
  return possible.length === 1 ? possible[0] : undefined
}

const isReason = (reason: string): boolean => reason.length >= 3 && reason.length <= 200

/** Whether a reason says whose it is, by six digits at the end of the phone: the audit keeps it for ever. */
const namesPhone = (reason: string, phone: string): boolean =>
  reason.replaceAll(/\D/g, '').includes(phone.slice(-6))

/** The end of a block: the end of a day; undefined where it cannot be. */
function blockedUntil(day: string, { now, timeZone }: RightsFacts): Date | undefined {
  if (!isDay(day)) return undefined
  const until = dayBegins(dayAfter(day, 1), timeZone)
  const ahead = until.getTime() - now.getTime()
  return ahead > 0 && ahead <= maxBlockedDays * 24 * 60 * 60_000 ? until : undefined
}
