import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { countryOptions } from '../cities/city-list-page.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { type TermsFaults, type TypedTerms, termsFields } from './shop-form.ts'
import { shopsWording } from './shops-wording.ts'

/** What was typed into the form of a new shop. */
export type TypedShop = TypedTerms & { country?: string; owner?: string }
export type NewShopFaults = TermsFaults & { owner?: string }

/** The form for a shop that the operator opens, with the person who signs in to its console first. */
export function newShopPage(
  { language, isServed }: { language: Language; isServed: boolean },
  typed: TypedShop = { discountPercent: '0' },
  faults: NewShopFaults = {},
): OperationsContent {
  const words = shopsWording[language]
  const country = selectField({
    name: 'country',
    label: words.fresh.country,
    hint: words.fresh.countryHint,
    value: typed.country ?? 'BJ',
    options: countryOptions(language),
  })
  const owner = textField({
    name: 'owner',
    label: words.fresh.owner,
    hint: words.fresh.ownerHint,
    value: typed.owner,
    error: faults.owner,
    attributes: { autocomplete: 'off', maxlength: 254 },
  })
  return {
    section: 'shops',
    title: words.list.open,
    back: { href: '/operations/shops', label: words.one.back },
    isFormPage: Object.keys(faults).length > 0,
    main: html`<p>${words.fresh.lead}</p><section class="card">!${postForm('/operations/shops/new', html`!${country}!${owner}!${termsFields({ language, isServed }, typed, faults)}!${submitButton(words.list.open)}`)}</section>`,
  }
}
