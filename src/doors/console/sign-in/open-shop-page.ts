import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { maxNameLength } from './console-name.ts'
import { signInWording } from './sign-in-wording.ts'

/** The fields of the form; whoever is signed in is not asked who they are. */
export const openingFields = ['shopName', 'city', 'ownerName', 'name'] as const
export type OpeningField = (typeof openingFields)[number]

type OpenShopForm = {
  cities: readonly City[]
  /** What was typed before. */
  typed: Partial<Record<OpeningField, string>>
  /** The fields that have to be corrected. */
  wrong: readonly OpeningField[]
  isSignedIn: boolean
  notice?: WorkspaceNotice
}

/** Asks what a shop needs to be opened. */
export function openShopPage(
  language: Language,
  { cities, typed, wrong, isSignedIn, notice }: OpenShopForm,
): ConsoleContent {
  const words = signInWording[language].openShop
  const field = (name: OpeningField, label: string, hint?: string) => ({
    name,
    label,
    hint,
    value: typed[name],
    error: wrong.includes(name) ? words.faults[name] : undefined,
  })
  const isAmbiguous = new Set(cities.map(({ country }) => country)).size > 1
  const countryNames = new Intl.DisplayNames(language, { type: 'region' })
  const sorted = cities
    .map(({ id, name, country }) => ({
      value: id,
      label: isAmbiguous ? `${name} (${countryNames.of(country) ?? country})` : name,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  const options = sorted.length > 1 ? [{ value: '', label: words.chooseCity }, ...sorted] : sorted
  const person = html`!${textField({
    ...field('ownerName', words.ownerName),
    attributes: { autocomplete: 'name', required: true, maxlength: 80 },
  })}!${textField({
    ...field('name', words.name, words.nameHint),
    attributes: {
      autocomplete: 'username',
      required: true,
      maxlength: maxNameLength,
      autocapitalize: 'none',
    },
  })}`
  const fields = html`!${textField({
    ...field('shopName', words.shopName, words.shopNameHint),
    attributes: { autocomplete: 'organization', required: true, maxlength: 80 },
  })}!${selectField({ ...field('city', words.city), options, attributes: { required: true } })}
!${isSignedIn ? '' : person}!${submitButton(words.submit)}`
  return {
    section: null,
    title: words.title,
    notice,
    main: html`!${isSignedIn ? '' : html`<p>${words.lead}</p>`}!${postForm('/console/open-shop', fields)}`,
  }
}
