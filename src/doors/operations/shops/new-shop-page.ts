import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { countryOptions } from '../cities/new-city.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { type TermsFaults, type TypedTerms, termsFields } from './shop-form.ts'

/** What was typed into the form of a new shop. */
type TypedShop = TypedTerms & { country?: string; owner?: string }
type NewShopFaults = TermsFaults & { owner?: string }

/** The form for a shop that the operator opens, with the person who signs in to its console first. */
export function newShopPage(
  { language, isServed }: { language: Language; isServed: boolean },
  typed: TypedShop = { discountPercent: '0' },
  faults: NewShopFaults = {},
): OperationsContent {
  const t = speak(language)
  const country = selectField({
    name: 'country',
    label: t('Country'),
    hint: t('Its phone numbers are read in this country. It never changes.'),
    value: typed.country ?? 'BJ',
    options: countryOptions(language),
  })
  const owner = textField({
    name: 'owner',
    label: t('Phone or e-mail of the person who runs it'),
    hint: t('They sign in with it. You may also give it later.'),
    value: typed.owner,
    error: faults.owner,
    attributes: { autocomplete: 'off', maxlength: 254 },
  })
  return {
    section: 'shops',
    title: t('Open a shop'),
    back: { href: '/operations/shops', label: t('Shops') },
    isFormPage: Object.keys(faults).length > 0,
    main: html`<p>${t('The shop can order at once: by opening it you have approved it. Its pickup addresses, keys and webhooks are set afterwards, by you or on its console.')}</p><section class="card">!${postForm('/operations/shops/new', html`!${country}!${owner}!${termsFields({ language, isServed }, typed, faults)}!${submitButton(t('Open a shop'))}`)}</section>`,
  }
}
