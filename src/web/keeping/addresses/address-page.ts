import { html } from 'ghtml'
import { limits } from '../../../base/contract/limits.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm, checkField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { OpeningHours } from '../../../domain/shops/opening/opening-hours.ts'
import type { PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import { hoursFields } from '../../hours/hours-page.ts'
import { hoursText } from '../../hours/hours-text.ts'
import { mapPlace } from '../../map-place.ts'
import { speak, speakEach } from '../../web-words.ts'
import type { KeptContent } from '../shop-keeping.ts'
import type { AddressFaults, AddressField } from './address-form.ts'
import { addressFaults, addressFields, addressHints, addressHours } from './address-wording.ts'

type AddressList = {
  language: Language
  /** The address of the settings. */
  href: string
  addresses: readonly PickupAddressRow[]
  notice: WorkspaceNotice | undefined
}

/** The list of pickup addresses, the main one first. */
export function addressListPage({ language, href, addresses, notice }: AddressList): KeptContent {
  const t = speak(language)
  const row = (address: PickupAddressRow) => {
    const where = address.landmark ?? address.formatted ?? `${address.lat}, ${address.lng}`
    const hours = address.opening_hours as OpeningHours | null
    return html`<li><a href="${href}/addresses/${address.id}"><span><strong>${address.label ?? t('Address without a name')}</strong><br><span class="soft">${where}<br>${hours ? hoursText(hours, language) : t('Opening hours not given')}</span></span>!${address.is_default ? html`<span class="badge">${t('Main')}</span>` : ''}</a></li>`
  }
  return {
    title: t('Pickup addresses'),
    notice,
    main: html`!${addresses.length === 0 ? html`<p class="empty">${t('No address yet. Add one, so that you can order a delivery.')}</p>` : html`<p>${t('Where couriers fetch your parcels. Unless you choose another, a delivery starts from the main address.')}</p><ul class="rows">!${addresses.map(row)}</ul>`}
<p><a class="button primary" href="${href}/addresses/new">${t('Add an address')}</a></p>`,
  }
}

export type AddressScreen = {
  language: Language
  /** The address of the settings. */
  href: string
  /** The registered address that is changed; undefined for a new one. */
  address: PickupAddressRow | undefined
  /** Whether the shop has other addresses. */
  hasOthers: boolean
  typed: Record<string, string>
  faults: AddressFaults
  map: PlaceMap
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** The form of a new address, or of one that is changed, with what else can be done to it. */
export function addressFormPage(screen: AddressScreen): KeptContent {
  const { language, href, address, notice, isFormPage } = screen
  const t = speak(language)
  return {
    title: address ? (address.label ?? t('Address without a name')) : t('New address'),
    back: { href: `${href}/addresses`, label: t('Pickup addresses') },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    acts: address?.is_default ? html`<span class="badge">${t('Main')}</span>` : '',
    main: html`!${form(screen)}!${address ? otherActs(screen, address) : ''}`,
  }
}

function form(screen: AddressScreen): string {
  const { language, href, address, hasOthers, typed, map } = screen
  const t = speak(language)
  const about = (name: AddressField) => {
    const fault = screen.faults.fields[name]
    return {
      name,
      label: t(addressFields[name]),
      value: typed[name],
      hint: t(addressHints[name]),
      error: fault && t(addressFaults[fault]),
    }
  }
  const text = (name: 'landmark' | 'formatted', maxlength: number) =>
    textField({ ...about(name), attributes: { maxlength, autocomplete: 'off' } })
  const fields = html`!${textField({ ...about('label'), attributes: { maxlength: limits.placeLabel.max, required: true, autocomplete: 'off' } })}
!${text('landmark', limits.placeLandmark.max)}
!${textField({ ...about('position'), attributes: { maxlength: 2_000, required: true, autocomplete: 'off' } })}
!${mapPlace(map, t('Map: tap the place where parcels are fetched'), 'position')}
!${text('formatted', limits.placeFormatted.max)}
!${hoursFields({ language, typed, faults: screen.faults.hours, ...speakEach(language, addressHours) })}
!${!address && hasOthers ? checkField({ name: 'isDefault', label: t('Make it the main address'), isChecked: typed.isDefault === 'on' }) : ''}
!${submitButton(t('Save'))}`
  return postForm(`${href}/addresses/${address ? address.id : 'new'}`, fields)
}

function otherActs(
  { language, href, hasOthers }: AddressScreen,
  { id, is_default }: PickupAddressRow,
): string {
  const t = speak(language)
  if (is_default && hasOthers)
    return html`<p class="hint">${t('This is your main address. To remove it, choose another main address first.')}</p>`
  return html`!${is_default ? '' : html`<p>!${buttonForm(`${href}/addresses/${id}/main`, t('Make it the main address'))}</p>`}
<details class="card" id="remove"><summary>${t('Remove this address')}</summary><p>${t('Deliveries that were ordered before keep it.')}</p>
!${postForm(`${href}/addresses/${id}/remove`, submitButton(t('Remove the address'), 'danger'))}</details>`
}
