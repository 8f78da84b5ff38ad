import { html } from 'ghtml'
import { limits } from '../contract/limits.ts'
import type { PlaceInput } from '../deliveries/delivery-input.ts'
import type { MapAbout } from './customer-map.ts'
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
import { type CustomerWords, customerWording, paymentText } from './customer-wording.ts'
import { type CustomerForm, positionText } from './position-form.ts'

type Typed = Pick<CustomerForm, 'position' | 'landmark'>

/** The page that asks the customer where they are; `typed` and `fault` are those of a form that was refused. */
export function askingPage(
  frame: PageFrame,
  view: CustomerView,
  map: MapAbout,
  { typed, fault }: { typed?: Typed; fault?: string | undefined } = {},
): string {
  const words = customerWording[frame.language]
  const { asking } = words
  const main = html`<p class="hello">${words.greeting(view.firstName)}</p>
<h1>${asking.heading}</h1>
<p>${asking.lead(view.shopName)}</p>
!${priceList(view.price, frame.language)}
!${isToPayEstimate(view.price) ? html`<p class="hint">${words.price.estimateHint}</p>` : ''}
!${fault === undefined ? '' : notice(fault)}
!${pageForm(frame, positionFields(words, map, { typed, isFree: view.price.toPayFcfa === 0 }))}
!${referenceLine(view, words)}`
  return wholePage(frame, { title: words.title(view.shopName), main, hasSwitch: !typed })
}

function positionFields(
  { asking }: CustomerWords,
  map: MapAbout,
  { typed, isFree }: { typed: Typed | undefined; isFree: boolean },
): string {
  const says = JSON.stringify({
    searching: asking.searching,
    found: asking.found,
    foundRoughly: asking.foundRoughly,
    notFound: asking.notFound,
    placed: asking.placed,
  })
  return html`<button type="button" id="here" class="big" hidden>${asking.here}</button>
<p id="found" class="hint" role="status" data-says="${says}"></p>
!${mapPlace(map, asking.map)}
<p id="map-hint" class="hint" hidden>${asking.mapHint}</p>
<details id="writing" open>
<summary>${asking.writing}</summary>
<label for="position">${asking.position}</label>
<input id="position" name="position" value="${typed?.position ?? ''}" maxlength="2000" autocomplete="off" aria-describedby="position-hint">
<p id="position-hint" class="hint">${asking.positionHint}</p>
</details>
<label for="landmark">${asking.landmark}</label>
<textarea id="landmark" name="landmark" rows="2" maxlength="${limits.placeLandmark.max}" autocomplete="off" aria-describedby="landmark-hint">${typed?.landmark ?? ''}</textarea>
<p id="landmark-hint" class="hint">${asking.landmarkHint}</p>
<button class="big" name="step" value="price">${isFree ? asking.submitPaid : asking.submit}</button>`
}

type Confirming = {
  place: PlaceInput
  /** The zone or city that it lies in. */
  zone: string
  price: CustomerPrice
  map: MapAbout
  hasChanged: boolean
}

/** The page that shows the final price before the customer agrees to it. */
export function confirmingPage(
  frame: PageFrame,
  view: CustomerView,
  { place, zone, price, map, hasChanged }: Confirming,
): string {
  const words = customerWording[frame.language]
  const { confirming } = words
  const status = price.toPayFcfa === 0 ? 'NOT_DUE' : 'NOT_REQUESTED'
  const payment = { ...view.payment, status, toPayFcfa: price.toPayFcfa } as const
  const position = positionText(place)
  const landmark = place.landmark ?? ''
  const fields = html`<input type="hidden" name="position" value="${position}">
<input type="hidden" name="landmark" value="${landmark}">
<input type="hidden" name="price" value="${price.priceFcfa}">
<button class="big" name="step" value="confirm">${confirming.submit}</button>
<button class="plain" name="step" value="change">${confirming.back}</button>`
  const main = html`<h1>${confirming.heading}</h1>
!${hasChanged ? notice(confirming.priceChanged) : ''}
!${mapPlace(map, confirming.map)}
<dl class="facts">
<div><dt>${confirming.place}</dt><dd>${zone}<br><small>${position}</small></dd></div>
<div><dt>${confirming.landmark}</dt><dd>${landmark || confirming.noLandmark}</dd></div>
</dl>
!${priceList(price, frame.language)}
<p>${paymentText(payment, view.shopName, frame.language)}</p>
!${pageForm(frame, fields)}
!${referenceLine(view, words)}`
  return wholePage(frame, { title: words.title(view.shopName), main, hasSwitch: false })
}
