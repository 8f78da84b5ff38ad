import { html } from 'ghtml'
import { parcelCategories, parcelSizes } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  checkField,
  choiceField,
  type FieldAbout,
  hiddenField,
  selectField,
  textArea,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { Landmark } from '../../../../domain/maps/landmark.ts'
import { boundsText, type PaymentBounds } from '../../../../domain/payments/collecting.ts'
import type { PickupAddressRow } from '../../../../domain/shops/shop-store.ts'
import { mapPlace } from '../../../../web/map-place.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak, speakEach } from '../../console-words.ts'
import {
  orderingCollections,
  orderingFaults,
  orderingFeePayers,
  orderingFields,
  orderingModes,
} from '../ordering-wording.ts'
import type { MessageReading } from '../pasting/chat-message.ts'
import { messageReading } from './message-reading-page.ts'
import type { OrderFaults, OrderField, TypedOrder } from './order-form.ts'

/** What the form of a new delivery is drawn from. */
type OrderScreen = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  typed: TypedOrder
  faults: OrderFaults
  /** What the service refused, in words, by field. */
  refused: Partial<Record<OrderField, string>>
  addresses: readonly PickupAddressRow[]
  /** Names of the zones of the city, to choose from. */
  zones: readonly string[]
  /** Whether the shop has a number that its customers pay to. */
  hasNumber: boolean
  /** What a payment through the service may be; undefined where the shop cannot collect so. */
  secureBounds: PaymentBounds | undefined
  map: PlaceMap
  /** Trusted HTML: the price, or why there is none. */
  price: string
  /** What was read in the message that was pasted, if one was. */
  reading: MessageReading | null
  /** The landmark of the map that the message names, until there is a position. */
  landmark: Landmark | null
  /** The name of a customer who was found by their phone. */
  known: string | null
  notice?: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** The form of a new delivery: what every order needs first, the rest behind “more options”. */
export function orderFormPage(screen: OrderScreen): ConsoleContent {
  const t = speak(screen.language)
  return {
    section: 'order',
    title: t('New delivery'),
    notice: screen.notice,
    isFormPage: screen.isFormPage,
    scripts: ['workspace-map.js', 'console-order.js'],
    acts: html`<a href="${screen.shopHref}/deliveries/new/many">${t('Several at once')}</a>`,
    main: screen.addresses.length === 0 ? addressNeeded(screen) : form(screen),
  }
}

function addressNeeded({ language, shopHref }: OrderScreen): string {
  const t = speak(language)
  return html`<p class="card">${t('First tell us where the courier fetches your parcels: one address is enough.')}</p><p><a class="button primary" href="${shopHref}/settings/addresses">${t('Add my shop’s address')}</a></p>`
}

function form(screen: OrderScreen): string {
  const { shopHref, language, typed } = screen
  const t = speak(language)
  return html`<form method="post" action="${shopHref}/deliveries/new" enctype="multipart/form-data" class="stack" id="order" data-price="${shopHref}/deliveries/new/price" data-customer="${shopHref}/deliveries/new/customer">
!${hiddenField('key', typed.key ?? '')}!${typed.photoKey ? hiddenField('photoKey', typed.photoKey) : ''}
<button class="unseen" name="act" value="price" formnovalidate tabindex="-1" aria-hidden="true">${t('See the price')}</button>
!${pasteBox(screen)}
!${customerFields(screen)}
!${parcelFields(screen)}
!${paymentFields(screen)}
!${placeFields(screen)}
!${moreFields(screen)}
<section class="card" id="price" aria-live="polite">!${screen.price}</section>
<div class="acts order-bar"><strong class="figure" id="bar-price" aria-hidden="true"></strong><button class="primary" name="act" value="order">${t('Order')}</button><button class="plain" name="act" value="price" formnovalidate id="show-price">${t('See the price')}</button></div>
</form>`
}

function pasteBox({ language, typed, reading, landmark }: OrderScreen): string {
  const t = speak(language)
  const box = textArea({
    name: 'message',
    label: t('Message'),
    value: typed.message,
    ...(reading
      ? {}
      : {
          hint: t(
            'For example: “Afi Dossou 97 00 00 01, dress, 15000, Cadjèhoun near the pharmacy”. You check, then tap “Order”.',
          ),
        }),
    attributes: { maxlength: 2_000, rows: 3 },
  })
  return html`<details class="card"!${typed.message === undefined || typed.message !== '' ? ' open' : ''}><summary>${t('Paste the customer’s message')}</summary>
!${reading ? messageReading(typed.message ?? '', reading, { language, landmark }) : ''}!${box}
<p><button class="plain" name="act" value="read" formnovalidate id="read-message">${t('Fill in from this message')}</button></p></details>`
}

function customerFields(screen: OrderScreen): string {
  const t = speak(screen.language)
  return html`!${textField({ ...about(screen, 'phone'), attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'off', maxlength: 30, required: true } })}
<p class="hint" id="known" role="status"!${screen.known === null ? ' hidden' : ''}>${screen.known === null ? '' : t('{name} has had a parcel from you before: their details are filled in.', { name: screen.known })}</p>
<div class="pair">!${textField({ ...about(screen, 'firstName'), attributes: { autocomplete: 'off', maxlength: 80, required: true } })}
!${textField({ ...about(screen, 'lastName'), attributes: { autocomplete: 'off', maxlength: 80 } })}</div>`
}

function parcelFields(screen: OrderScreen): string {
  const { category, size } = valueWording[screen.language]
  const chosen = screen.typed.category ?? 'FASHION'
  const categories: string[] = [...parcelCategories]
  if (!categories.includes(chosen)) categories.push(chosen)
  return html`!${selectField({ ...about(screen, 'category'), value: chosen, options: categories.map((value) => ({ value, label: category[value] ?? value })) })}
!${choiceField({ ...about(screen, 'size'), value: screen.typed.size ?? 'SMALL', options: parcelSizes.map((value) => ({ value, label: size[value] })) })}
!${checkField({ name: 'fragile', label: speak(screen.language)(orderingFields.fragile), isChecked: screen.typed.fragile === 'on' })}`
}

function paymentFields(screen: OrderScreen): string {
  const mode = screen.typed.mode ?? 'CASH_ON_DELIVERY'
  const options = <Key extends string>(labels: Record<Key, string>) =>
    Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
  return html`!${choiceField({ ...about(screen, 'mode'), value: mode, options: options(speakEach(screen.language, orderingModes)) })}
!${textField({ ...about(screen, 'amount'), attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: 20 } })}
!${screen.secureBounds ? choiceField({ ...about(screen, 'collection'), value: screen.typed.collection ?? 'SECURE', options: options(speakEach(screen.language, orderingCollections)) }) : ''}!${collectionHint(screen)}`
}

/** What a payment through the service may be, or how the customer pays where that is not possible. */
function collectionHint({ language, shopHref, secureBounds, hasNumber }: OrderScreen): string {
  const t = speak(language)
  if (!hasNumber)
    return html`<p class="hint">${t('To have the customer pay you need a mobile-money number.')} <a href="${shopHref}/settings/payout">${t('Add my number')}</a></p>`
  const says = secureBounds ? boundsText(secureBounds, language) : ''
  if (says === undefined) return ''
  return html`<p class="hint">${says === '' ? t('The customer pays you directly, to your number.') : t('Through the service: {range} at once.', { range: says })}</p>`
}

function placeFields(screen: OrderScreen): string {
  const t = speak(screen.language)
  return html`<div class="pair">!${textField({ ...about(screen, 'zone'), attributes: { list: 'zones', autocomplete: 'off', maxlength: 60 } })}
!${textField({ ...about(screen, 'landmark'), attributes: { autocomplete: 'off', maxlength: 160 } })}</div>
<datalist id="zones">!${screen.zones.map((zone) => html`<option value="${zone}">`)}</datalist>
<details class="card"!${screen.typed.position || screen.faults.position ? ' open' : ''}><summary>${t(orderingFields.position)}</summary>
!${textField({ ...about(screen, 'position'), hint: t('Without a position the customer gets a link to show the place, and the price is an estimate.'), attributes: { autocomplete: 'off', maxlength: 2_000 } })}
!${mapPlace(screen.map, t('Map: tap the place to deliver to'), 'position')}</details>`
}

function moreFields(screen: OrderScreen): string {
  const t = speak(screen.language)
  const { typed, faults, addresses } = screen
  const isOpen = (['instructions', 'promoCode', 'externalRef'] as const).some(
    (name) => typed[name] || faults[name] || screen.refused[name],
  )
  const [main] = addresses
  return html`<details class="card"!${isOpen ? ' open' : ''}><summary>${t('More options')}</summary><div class="stack">
!${choiceField({ ...about(screen, 'feePayer'), value: typed.feePayer ?? 'CUSTOMER', options: Object.entries(speakEach(screen.language, orderingFeePayers)).map(([value, label]) => ({ value, label })) })}
!${textArea({ ...about(screen, 'instructions'), attributes: { maxlength: 500, rows: 2 } })}
<div class="field"><label for="photo">${t(orderingFields.photoKey)}</label><input id="photo" name="photo" type="file" accept="image/jpeg,image/png,image/webp" capture="environment">!${typed.photoKey ? html`<p class="hint">${t('The photo is attached.')}</p>` : ''}</div>
!${addresses.length > 1 ? selectField({ ...about(screen, 'pickupAddressId'), value: typed.pickupAddressId ?? main?.id, options: addresses.map(({ id, label, landmark, lat, lng }) => ({ value: id, label: label ?? landmark ?? `${lat}, ${lng}` })) }) : ''}
<div class="pair">!${textField({ ...about(screen, 'promoCode'), attributes: { maxlength: 40, autocomplete: 'off' } })}
!${textField({ ...about(screen, 'externalRef'), attributes: { maxlength: 64, autocomplete: 'off' } })}</div></div></details>`
}

/** A field with what was typed into it, and what is wrong with that; several candidates of a message are named. */
function about(screen: OrderScreen, name: keyof typeof orderingFields): FieldAbout {
  const t = speak(screen.language)
  const fault = screen.faults[name]
  return {
    name,
    label: t(orderingFields[name]),
    value: screen.typed[name],
    error: screen.refused[name] ?? severalOf(screen, name) ?? (fault && t(orderingFaults[fault])),
  }
}

function severalOf({ reading, language }: OrderScreen, name: OrderField): string | undefined {
  const choices = reading?.choices
  const found = { phone: choices?.phone, amount: choices?.goodsAmountFcfa, zone: choices?.zone }[
    name as 'phone'
  ]
  return (
    found &&
    speak(language)('The message has several: {list}. Type the right one.', {
      list: found.map(({ value }) => value).join(', '),
    })
  )
}
