import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { maxNameLength } from './console-name.ts'
import { signInOpenShopFaults } from './sign-in-wording.ts'

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
  const t = speak(language)
  const field = (name: OpeningField, label: string, hint?: string) => ({
    name,
    label,
    hint,
    value: typed[name],
    error: wrong.includes(name) ? t(signInOpenShopFaults[name]) : undefined,
  })
  const isAmbiguous = new Set(cities.map(({ country }) => country)).size > 1
  const countryNames = new Intl.DisplayNames(language, { type: 'region' })
  const sorted = cities
    .map(({ id, name, country }) => ({
      value: id,
      label: isAmbiguous ? `${name} (${countryNames.of(country) ?? country})` : name,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  const options = sorted.length > 1 ? [{ value: '', label: t('Choose your city') }, ...sorted] : sorted
  const person = html`!${textField({
    ...field('ownerName', t('Your name')),
    attributes: { autocomplete: 'name', required: true, maxlength: 80 },
  })}!${textField({
    ...field('name', t('Your phone or e-mail'), t('You will sign in with it.')),
    attributes: {
      autocomplete: 'username',
      required: true,
      maxlength: maxNameLength,
      autocapitalize: 'none',
    },
  })}`
  const fields = html`!${textField({
    ...field('shopName', t('Name of the shop'), t('Your customers read it in their messages.')),
    attributes: { autocomplete: 'organization', required: true, maxlength: 80 },
  })}!${selectField({ ...field('city', t('City')), options, attributes: { required: true } })}
!${isSignedIn ? '' : person}!${submitButton(t('Open my shop'))}`
  return {
    section: null,
    title: t('Open my shop'),
    notice,
    main: html`!${isSignedIn ? '' : html`<p>${t('It takes two minutes. A code or a link then confirms that it is you.')}</p>`}!${postForm('/console/open-shop', fields)}`,
  }
}
