import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { parcelCategories, parcelSizes } from '../../../../contract/vocabulary.ts'
import type { Landmark } from '../../../../domain/maps/landmark.ts'
import { boundsText } from '../../../../domain/money/payments/collecting.ts'
import {
  checkField,
  choiceField,
  type FieldAbout,
  hiddenField,
  selectField,
  textArea,
  textField,
} from '../../../../pages/form-parts.ts'
import type { PlaceMap } from '../../../../pages/place-map.ts'
import { mapPlace } from '../../../../web/map-place.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { speak, speakEach } from '../../console-words.ts'
import { addressField, type OrderPlace } from '../order-place.ts'
import type { MessageReading } from '../pasting/chat-message.ts'
import { questionCards, readQuestions } from './open-questions.ts'
import { type OrderField, orderChoices, orderFields, type TypedOrder } from './order-form.ts'
import { pasteBox } from './pasted-message.ts'

/** What the form of a new delivery is drawn from. */
type OrderScreen = {
  language: Language
  /** The address of the shop's pages. */
  href: string
  typed: TypedOrder
  /** What is wrong with which field, in words. */
  faults: Partial<Record<OrderField, string>>
  place: OrderPlace
  map: PlaceMap
  /** Trusted HTML: the price, or why there is none. */
  price: string
  /** What was read in the message that was pasted, if one was. */
  reading: MessageReading | null
  /** The landmark of the map that the message names, until there is a position. */
  landmark: Landmark | null
  /** The name of a customer who was found by their phone. */
  known: string | null
  /** Whether it was ordered before every question of the message was answered. */
  isUnanswered: boolean
}

/** The form of a new delivery: what every order needs first, the rest behind “more options”. */
export function shownOrderForm(screen: OrderScreen): string {
  const { href, language, typed, place, reading, landmark } = screen
  const t = speak(language)
  if (place.addresses.length === 0) {
    const needed = t('First tell us where the courier fetches your parcels: one address is enough.')
    const add = t('Add my shop’s address')
    return html`<p class="card">${needed}</p>
<p><a class="button primary" href="${href}/settings/addresses">${add}</a></p>`
  }
  const action = `${href}/deliveries/new`
  const seePrice = t('See the price')
  return html`<form method="post" action="${action}" enctype="multipart/form-data" class="stack" id="order"
data-price="${action}/price" data-customer="${action}/customer">
!${hiddenField('key', typed.key ?? '')}!${typed.photoKey ? hiddenField('photoKey', typed.photoKey) : ''}
<button class="unseen" name="act" value="price" formnovalidate
tabindex="-1" aria-hidden="true">${seePrice}</button>
!${pasteBox({ language, message: typed.message, reading, landmark })}
!${questionCards(readQuestions(typed.open), language, screen.isUnanswered)}
!${customerFields(screen)}
!${parcelFields(screen)}
!${paymentFields(screen)}
!${placeFields(screen)}
!${moreFields(screen)}
<section class="card" id="price" aria-live="polite">!${screen.price}</section>
<div class="acts order-bar"><strong class="figure" id="bar-price" aria-hidden="true"></strong>
<button class="primary" name="act" value="order">${t('Order')}</button>
<button class="plain" name="act" value="price" formnovalidate id="show-price">${seePrice}</button></div>
</form>`
}

function customerFields(screen: OrderScreen): string {
  const { known, language } = screen
  const note = known === null ? '' : knownNote(known, language)
  return html`!${textField(about(screen, 'phone'))}
<p class="hint" id="known" role="status"!${known === null ? ' hidden' : ''}>${note}</p>
<div class="pair">!${textField(about(screen, 'firstName'))}
!${textField(about(screen, 'lastName'))}</div>`
}

/** Says that somebody of this name is known by their phone. */
export const knownNote = (name: string, language: Language): string =>
  speak(language)('{name} has had a parcel from you before: their details are filled in.', { name })

function parcelFields(screen: OrderScreen): string {
  const { typed, language } = screen
  const { category, size } = valueWording[language]
  const chosen = typed.category ?? 'FASHION'
  const categories = [...new Set<string>([...parcelCategories, chosen])].map((value) => ({
    value,
    label: category[value] ?? value,
  }))
  const sizes = parcelSizes.map((value) => ({ value, label: size[value] }))
  const { name, label } = about(screen, 'fragile')
  return html`!${selectField({ ...about(screen, 'category'), value: chosen, options: categories })}
!${choiceField({ ...about(screen, 'size'), value: typed.size ?? 'SMALL', options: sizes })}
!${checkField({ name, label, isChecked: typed.fragile === 'on' })}`
}

function paymentFields(screen: OrderScreen): string {
  return html`!${choiceOf(screen, 'mode')}
!${textField(about(screen, 'amount'))}
!${screen.place.secureBounds ? choiceOf(screen, 'collection') : ''}!${collectionHint(screen)}`
}

/** What a payment through the service may be, or how the customer pays where that is not possible. */
function collectionHint({ language, href, place: { secureBounds, hasNumber } }: OrderScreen): string {
  const t = speak(language)
  if (!hasNumber)
    return html`<p class="hint">${t('To have the customer pay you need a mobile-money number.')}
<a href="${href}/settings/payout">${t('Add my number')}</a></p>`
  const range = secureBounds ? boundsText(secureBounds, language) : ''
  if (range === undefined) return ''
  const says =
    range === ''
      ? t('The customer pays you directly, to your number.')
      : t('Through the service: {range} at once.', { range })
  return html`<p class="hint">${says}</p>`
}

function placeFields(screen: OrderScreen): string {
  const { typed, faults, place, map } = screen
  const t = speak(screen.language)
  const position = about(screen, 'position')
  const hint = t(
    'Without a position the customer gets a link to show the place, and the price is an estimate.',
  )
  const isOpen = typed.position || faults.position
  return html`<div class="pair">!${textField(about(screen, 'zone'))}
!${textField(about(screen, 'landmark'))}</div>
<datalist id="zones">!${place.zones.map((zone) => html`<option value="${zone}">`)}</datalist>
<details class="card"!${isOpen ? ' open' : ''}><summary>${position.label}</summary>
!${textField({ ...position, hint })}
!${mapPlace(map, t('Map: tap the place to deliver to'), 'position')}</details>`
}

function moreFields(screen: OrderScreen): string {
  const { typed, faults, place } = screen
  const t = speak(screen.language)
  const isOpen = (['instructions', 'dropoffFrom', 'dropoffTo', 'promoCode', 'externalRef'] as const).some(
    (name) => typed[name] || faults[name],
  )
  const pickup = {
    label: t(orderFields.pickupAddressId.label),
    value: typed.pickupAddressId ?? place.addresses[0]?.id,
  }
  return html`<details class="card"!${isOpen ? ' open' : ''}><summary>${t('More options')}</summary>
<div class="stack">
!${choiceOf(screen, 'feePayer')}
<div class="pair">!${textField(about(screen, 'dropoffFrom'))}
!${textField(about(screen, 'dropoffTo'))}</div>
!${textArea(about(screen, 'instructions'))}
<div class="field"><label for="photo">${t(orderFields.photoKey.label)}</label>
<input id="photo" name="photo" type="file" accept="image/jpeg,image/png,image/webp" capture="environment">
!${typed.photoKey ? html`<p class="hint">${t('The photo is attached.')}</p>` : ''}</div>
!${addressField(place.addresses, pickup)}
<div class="pair">!${textField(about(screen, 'promoCode'))}
!${textField(about(screen, 'externalRef'))}</div></div></details>`
}

/** One of a few possibilities. */
function choiceOf(screen: OrderScreen, name: keyof typeof orderChoices): string {
  const labels = speakEach<string>(screen.language, orderChoices[name])
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }))
  // While it is asked how the goods are paid, nothing is chosen.
  const isAsked = name === 'mode' && Array.isArray(readQuestions(screen.typed.open).money)
  const value = screen.typed[name] || (isAsked ? '' : options[0]?.value)
  return choiceField({ ...about(screen, name), value, options })
}

/** A field with what was typed into it, and what is wrong with that. */
function about({ language, typed, faults }: OrderScreen, name: keyof typeof orderFields): FieldAbout {
  const field: { label: (typeof orderFields)[typeof name]['label']; attributes?: FieldAbout['attributes'] } =
    orderFields[name]
  return {
    name,
    label: speak(language)(field.label),
    value: typed[name],
    error: faults[name],
    attributes: field.attributes ?? {},
  }
}
