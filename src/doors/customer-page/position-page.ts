import { html } from 'ghtml'
import { limits } from '../../base/contract/limits.ts'
import type { PlaceMap } from '../../base/pages/place-map.ts'
import { isDoor } from '../../domain/deliveries/position-precision.ts'
import {
  isToPayEstimate,
  mapPlace,
  notice,
  type PageFrame,
  pageForm,
  priceList,
  referenceLine,
  wholePage,
} from './customer-page.ts'
import type { CustomerPrice, CustomerView } from './customer-view.ts'
import { type CustomerWords, customerWording, pauseText, paymentText } from './customer-wording.ts'
import { parcelPhoto } from './parcel-photo-page.ts'
import { type CustomerForm, type GivenPlace, positionText } from './position-form.ts'

type Typed = Pick<CustomerForm, 'position' | 'measured' | 'isChanging' | 'zone' | 'landmark'>

/** What is wrong with what was typed, said beside its field. */
export type FieldFault = { field: 'position' | 'landmark'; says: string }

type Asking = {
  map: PlaceMap
  /** The names of the zones that may be chosen instead of a position. */
  zones: readonly string[]
  typed?: Typed
  fault?: FieldFault | undefined
}

/** The page that asks the customer where they are; `typed` and `fault` are those of a form that was refused. */
export function askingPage(frame: PageFrame, view: CustomerView, given: Asking): string {
  const { typed } = given
  const words = customerWording[frame.language]
  const { asking } = words
  const main = html`<p class="hello">${words.greeting(view.firstName)}</p>
<h1>${asking.heading}</h1>
<p>${asking.lead(view.shopName)}</p>
!${pauseLine(frame, view)}
!${priceList(view.price, frame.language)}
!${isToPayEstimate(view.price) ? html`<p class="hint">${words.price.estimateHint}</p>` : ''}
!${pageForm(frame, positionFields(words, given, view.price.toPayFcfa === 0))}
!${parcelPhoto(frame, view)}
!${referenceLine(view, words)}`
  return wholePage(frame, { title: words.title(view.shopName), shop: view, main, hasSwitch: !typed })
}

const pauseLine = ({ language }: PageFrame, { pause, shopName }: CustomerView): string =>
  pause === null ? '' : html`<p class="notice">${pauseText(pause, shopName, language)}</p>`

function positionFields(
  { asking }: CustomerWords,
  { map, zones, typed, fault }: Asking,
  isFree: boolean,
): string {
  const faultOf = (field: FieldFault['field']) =>
    fault?.field === field ? html`<p id="${field}-fault" class="notice" role="alert">${fault.says}</p>` : ''
  const described = (field: FieldFault['field']) =>
    fault?.field === field
      ? html`aria-describedby="${field}-fault ${field}-hint" aria-invalid="true" autofocus`
      : html`aria-describedby="${field}-hint"`
  const says = JSON.stringify({
    searching: asking.searching,
    found: asking.found,
    foundRoughly: asking.foundRoughly,
    notFound: asking.notFound,
    placed: asking.placed,
    placedRoughly: asking.placedRoughly,
  })
  return html`<button type="button" id="here" class="big" hidden>${asking.here}</button>
<p id="found" class="hint" role="status" data-says="${says}"></p>
!${mapPlace(map, asking.map)}
<p id="map-hint" class="hint" hidden>${asking.mapHint}</p>
<details id="writing" open>
<summary>${zones.length > 0 ? asking.writingOrZone : asking.writing}</summary>
<label for="position">${asking.position}</label>
!${faultOf('position')}
<input id="position" name="position" value="${typed?.position ?? ''}" maxlength="2000" autocomplete="off" !${described('position')}>
!${measuredFields(typed?.measured)}!${changingField(typed?.isChanging)}
<p id="position-hint" class="hint">${asking.positionHint}</p>
!${zones.length > 0 ? zoneField(asking, zones, typed?.zone) : ''}
</details>
<label for="landmark">${asking.landmark}</label>
!${faultOf('landmark')}
<textarea id="landmark" name="landmark" rows="2" maxlength="${limits.placeLandmark.max}" autocomplete="off" !${described('landmark')}>${typed?.landmark ?? ''}</textarea>
<p id="landmark-hint" class="hint">${asking.landmarkHint}</p>
<button class="big" name="step" value="price">${isFree ? asking.submitPaid : asking.submit}</button>`
}

/** Without it a form of before, sent again, changes nothing. */
const changingField = (isChanging = false): string =>
  isChanging ? html`<input type="hidden" name="changing" value="1">` : ''

/** What the script knows of the position in the field; without scripts it stays empty. */
const measuredFields = (
  measured: CustomerForm['measured'] = { source: '', accuracy: '', position: '' },
): string =>
  html`<input type="hidden" name="source" value="${measured.source}"><input type="hidden" name="accuracy" value="${measured.accuracy}"><input type="hidden" name="measured" value="${measured.position}">`

function zoneField(asking: CustomerWords['asking'], zones: readonly string[], chosen?: string): string {
  const options = zones.map((name) => html`<option!${name === chosen ? ' selected' : ''}>${name}</option>`)
  return html`<label for="zone">${asking.zone}</label>
<select id="zone" name="zone" autocomplete="off" aria-describedby="zone-hint"><option value="">${asking.noZone}</option>!${options.join('')}</select>
<p id="zone-hint" class="hint">${asking.zoneHint}</p>`
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
  const words = customerWording[frame.language]
  const { confirming } = words
  const status = price.toPayFcfa === 0 ? 'NOT_DUE' : 'NOT_REQUESTED'
  const payment = { ...view.payment, status, toPayFcfa: price.toPayFcfa } as const
  const isExact = place.label === undefined
  const { source, accuracyMeters } = place.precision
  const position = isExact ? positionText(place) : ''
  const landmark = place.landmark ?? ''
  const fields = html`<input type="hidden" name="position" value="${position}">
!${changingField(isChanging)}!${measuredFields(isExact ? { source: source ?? '', accuracy: String(accuracyMeters ?? ''), position } : undefined)}
<input type="hidden" name="zone" value="${place.label ?? ''}">
<input type="hidden" name="landmark" value="${landmark}">
<input type="hidden" name="price" value="${price.priceFcfa}">
<button class="big" name="step" value="confirm">${confirming.submit}</button>
<button class="plain" name="step" value="change">${confirming.back}</button>`
  const main = html`<h1>${confirming.heading}</h1>
!${hasChanged ? notice(confirming.priceChanged) : ''}
!${map ? mapPlace(map, confirming.map) : ''}
<dl class="facts">
<div><dt>${isExact ? confirming.place : confirming.zone}</dt><dd>${zone}!${isDoor(place.precision) ? html`<br><small>${position}</small>` : html`<br><small>${words.approximate}</small>`}</dd></div>
<div><dt>${confirming.landmark}</dt><dd>${landmark || confirming.noLandmark}</dd></div>
</dl>
!${isDoor(place.precision) ? '' : html`<p>${confirming.byLandmark}</p>`}
!${priceList(price, frame.language)}
<p>${paymentText(payment, view.shopName, frame.language)}</p>
!${pauseLine(frame, view)}
!${pageForm(frame, fields)}
!${referenceLine(view, words)}`
  return wholePage(frame, { title: words.title(view.shopName), shop: view, main, hasSwitch: false })
}
