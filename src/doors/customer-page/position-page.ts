import { html } from 'ghtml'
import { openingText } from '../../base/kernel/figure-text.ts'
import { limits } from '../../contract/limits.ts'
import { isDoor } from '../../domain/deliveries/order/position-precision.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import {
  isToPayEstimate,
  mapPlace,
  notice,
  type PageFrame,
  pageForm,
  parcelTitle,
  priceList,
  referenceLine,
  wholePage,
} from './customer-page.ts'
import type { CityPause, CustomerPrice, CustomerView } from './customer-view.ts'
import { parcelPhoto } from './parcel-photo.ts'
import { paymentText } from './payment-text.ts'
import { type CustomerForm, type GivenPlace, positionText } from './position-form.ts'
import { plannedLine } from './progress-page.ts'

/** What stands in the fields: what was typed, or the words that the shop expects the place by. */
type Filled = Pick<CustomerForm, 'zone' | 'landmark'> &
  Partial<Pick<CustomerForm, 'position' | 'measured' | 'isChanging'>>

/** What is wrong with what was typed, said beside its field. */
export type FieldFault = { field: 'position' | 'landmark'; says: string }

type Asking = {
  map: PlaceMap
  /** The names of the zones that may be chosen instead of a position. */
  zones: readonly string[]
  typed?: Filled
  fault?: FieldFault | undefined
}

/**
 * What the shop said of the place, for the customer to check: the zone where it is one of the list, and else
 * among the words that lead to the door.
 */
export function expectedPlace({ expected }: CustomerView, zones: readonly string[]): Filled {
  const isZone = zones.includes(expected.label)
  const words = [isZone ? '' : expected.label, expected.landmark].filter((each) => each !== '').join(', ')
  return {
    zone: isZone ? expected.label : '',
    landmark: [...words].length <= limits.placeLandmark.max ? words : expected.landmark,
  }
}

/**
 * The page that asks the customer where they are; `typed` and `fault` are those of a form that was refused.
 */
export function askingPage(frame: PageFrame, view: CustomerView, given: Asking): string {
  const { typed } = given
  const { t } = frame
  const lead = t('{shop} has a parcel for you. Tell us where you are and a courier will bring it.', {
    shop: view.shopName,
  })
  const exact = t('The exact price is shown before you confirm.')
  const main = html`<p class="hello">${t('Hello {name}', { name: view.firstName })}</p>
<h1>${t('Where should we bring your parcel?')}</h1>
<p>${lead}</p>
!${plannedLine(frame, view)}
!${pauseLine(frame, view)}
!${priceList(frame, view.price)}
!${isToPayEstimate(view.price) ? html`<p class="hint">${exact}</p>` : ''}
!${pageForm(frame, positionFields(frame, given, view.price.toPayFcfa === 0))}
!${parcelPhoto(frame, view)}
!${referenceLine(frame, view)}`
  return wholePage(frame, {
    title: parcelTitle(frame, view),
    shop: view,
    main,
    hasSwitch: typed?.position === undefined,
  })
}

const pauseLine = (frame: PageFrame, { pause, shopName }: CustomerView): string =>
  pause === null ? '' : html`<p class="notice">${pauseText(frame, pause, shopName)}</p>`

/** When deliveries begin again, for somebody who has yet to say where they are. */
function pauseText({ t, language }: PageFrame, pause: CityPause, shop: string): string {
  const { city, opensAt } = pause
  if (opensAt === null)
    return t('Deliveries in {city} are closed at the moment. Ask {shop} when they begin again.', {
      city,
      shop,
    })
  const when = openingText(opensAt, pause, language)
  return t(
    'Deliveries in {city} are closed at the moment. They begin again {when}. Tell us already where you are: we look for a courier as soon as we open.',
    { city, when },
  )
}

function positionFields({ t }: PageFrame, { map, zones, typed, fault }: Asking, isFree: boolean): string {
  const faultOf = (field: FieldFault['field']) =>
    fault?.field === field ? html`<p id="${field}-fault" class="notice" role="alert">${fault.says}</p>` : ''
  const described = (field: FieldFault['field']) =>
    fault?.field === field
      ? html`aria-describedby="${field}-fault ${field}-hint" aria-invalid="true" autofocus`
      : html`aria-describedby="${field}-hint"`
  const accuracy = 'ACCURACY'
  const says = JSON.stringify({
    searching: t('Looking for your position…'),
    found: t('Position found, to within {accuracy}.', { accuracy }),
    foundRoughly: t(
      'Position found, but only to within {accuracy}. Tap your door on the map, or write a landmark below.',
      { accuracy },
    ),
    notFound: t('Your phone does not give its position. Tap the map, or type the position below.'),
    denied: t(
      'Your position is refused to this page. Allow it in the settings of your browser, or tap the map, or type the position below.',
    ),
    placed: t('The pin is placed. You can still move it.'),
    placedRoughly: t('The pin is still approximate. Tap the place again, closer, or write a landmark below.'),
  })
  const tapMap = t('Or tap the map, several times to come closer: the pin ends up on your door.')
  const write =
    zones.length > 0 ? t('Type a position or choose a neighbourhood') : t('Type or paste a position')
  const example = t('For example 6.3654, 2.4183, a Plus Code such as 9C89+58, or a Google Maps link.')
  return html`<button type="button" id="here" class="big" hidden>${t('I am here')}</button>
<p id="found" class="hint" role="status" data-says="${says}"></p>
!${mapPlace(map, t('Map: tap where to deliver'))}
<p id="map-hint" class="hint" hidden>${tapMap}</p>
<details id="writing" open>
<summary>${write}</summary>
<label for="position">${t('Position')}</label>
!${faultOf('position')}
<input id="position" name="position" value="${typed?.position ?? ''}" maxlength="2000"
autocomplete="off" !${described('position')}>
!${measuredFields(typed?.measured)}!${changingField(typed?.isChanging)}
<p id="position-hint" class="hint">${example}</p>
!${zones.length > 0 ? zoneField(t, zones, typed?.zone) : ''}
</details>
<label for="landmark">${t('A landmark for the courier')}</label>
!${faultOf('landmark')}
<textarea id="landmark" name="landmark" rows="2" maxlength="${limits.placeLandmark.max}"
autocomplete="off" !${described('landmark')}>${typed?.landmark ?? ''}</textarea>
<p id="landmark-hint" class="hint">${t('For example: blue gate, opposite the pharmacy.')}</p>
<button class="big" name="step" value="price">${isFree ? t('Continue') : t('See the price')}</button>`
}

/** Without it a form of before, sent again, changes nothing. */
const changingField = (isChanging = false): string =>
  isChanging ? html`<input type="hidden" name="changing" value="1">` : ''

/** What the script knows of the position in the field; without scripts it stays empty. */
const measuredFields = (
  measured: CustomerForm['measured'] = { source: '', accuracy: '', position: '' },
): string =>
  html`<input type="hidden" name="source" value="${measured.source}">
<input type="hidden" name="accuracy" value="${measured.accuracy}">
<input type="hidden" name="measured" value="${measured.position}">`

function zoneField(t: PageFrame['t'], zones: readonly string[], chosen?: string): string {
  const none = html`<option value="">${t('Choose from the list')}</option>`
  const options = zones.map((name) => html`<option!${name === chosen ? ' selected' : ''}>${name}</option>`)
  return html`<label for="zone">${t('Or your neighbourhood')}</label>
<select id="zone" name="zone" autocomplete="off" aria-describedby="zone-hint">!${[none, ...options]}</select>
<p id="zone-hint" class="hint">${t('Then write a landmark further down: it is what guides the courier.')}</p>`
}

type Confirming = {
  place: GivenPlace
  /** The zone or city that it lies in, or the zone that was chosen: then the place has its name. */
  zone: string
  price: CustomerPrice
  /** No map of a place without an exact position. */
  map: PlaceMap | null
  hasChanged: boolean
  /** Whether another place was agreed to before. */
  isChanging: boolean
}

/** The page that shows the final price before the customer agrees to it. */
export function confirmingPage(
  frame: PageFrame,
  view: CustomerView,
  { place, zone, price, map, hasChanged, isChanging }: Confirming,
): string {
  const { t } = frame
  const status = price.toPayFcfa === 0 ? 'NOT_DUE' : 'NOT_REQUESTED'
  const payment = { ...view.payment, status, toPayFcfa: price.toPayFcfa } as const
  const isExact = place.label === undefined
  const { source, accuracyMeters } = place.precision
  const position = isExact ? positionText(place) : ''
  const landmark = place.landmark ?? ''
  const measured = { source: source ?? '', accuracy: String(accuracyMeters ?? ''), position }
  const fields = html`<input type="hidden" name="position" value="${position}">
!${changingField(isChanging)}!${measuredFields(isExact ? measured : undefined)}
<input type="hidden" name="zone" value="${place.label ?? ''}">
<input type="hidden" name="landmark" value="${landmark}">
<input type="hidden" name="price" value="${price.priceFcfa}">
<button class="big" name="step" value="confirm">${t('Yes, deliver here')}</button>
<button class="plain" name="step" value="change">${t('Change')}</button>`
  const isAtDoor = isDoor(place.precision)
  const found = t('The courier will find you by this landmark, and may call you.')
  const main = html`<h1>${t('Deliver here?')}</h1>
!${hasChanged ? notice(t('The price has just changed. Look at it before you confirm.')) : ''}
!${map ? mapPlace(map, t('Map: where we deliver')) : ''}
<dl class="facts">
<div><dt>${isExact ? t('Position') : t('Neighbourhood')}</dt>
<dd>${zone}<br><small>${isAtDoor ? position : t('approximate')}</small></dd></div>
<div><dt>${t('Landmark')}</dt><dd>${landmark || t('none')}</dd></div>
</dl>
!${isAtDoor ? '' : html`<p>${found}</p>`}
!${priceList(frame, price)}
<p>${paymentText(frame, payment, view.shopName)}</p>
!${pauseLine(frame, view)}
!${pageForm(frame, fields)}
!${referenceLine(frame, view)}`
  return wholePage(frame, { title: parcelTitle(frame, view), shop: view, main, hasSwitch: false })
}
