import { html } from 'ghtml'
import type { DeliveryStatus } from '../contract/vocabulary.ts'
import { isFinal } from '../deliveries/delivery-status.ts'
import type { Language } from '../kernel/language.ts'
import type { Sighting } from './courier-sighting.ts'
import type { MapAbout } from './customer-map.ts'
import { mapPlace, type PageFrame, pageForm, referenceLine, wholePage } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type CustomerWords, customerWording, paymentText, sightingText } from './customer-wording.ts'

/** How far a delivery is on its way, of four steps; none where it has left the way. */
const stepsDone: Record<DeliveryStatus, number | null> = {
  AWAITING_LOCATION: 0,
  SEARCHING_COURIER: 1,
  ASSIGNED: 2,
  IN_TRANSIT: 3,
  DELIVERED: 4,
  FAILED: null,
  RETURNED: null,
  CANCELLED: null,
  EXPIRED: null,
}

/** The page that says how the delivery goes, once its destination is known or it has ended without one. */
export function progressPage(
  frame: PageFrame,
  view: CustomerView,
  { map, sighting }: { map: MapAbout | null; sighting: Sighting | null },
): string {
  const words = customerWording[frame.language]
  const isLive = !isFinal(view.status)
  const { heading, text } = words.status[view.status]
  const main = html`<div id="progress" data-version="${view.version}" data-updates="${isLive ? `${frame.path}/updates${frame.query}` : ''}">
!${stepList(stepsDone[view.status], words)}
<h1 id="state">${heading}</h1>
<p>${text(view.shopName)}</p>
!${codeCard(view, words)}
!${courierCard(view, words, frame.language, sighting)}
!${map ? mapPlace(map, words.courier.map) : ''}
!${paymentCard(frame, view, words)}
!${isLive ? refreshLine(frame, words) : ''}
!${referenceLine(view, words)}
</div>
<p id="news" class="unseen" role="status"></p>`
  return wholePage(frame, { title: words.title(view.shopName), main })
}

function stepList(done: number | null, { steps }: CustomerWords): string {
  if (done === null) return ''
  const items = steps.map(
    (step, index) =>
      html`<li class="${index < done ? 'done' : ''}" !${index === done - 1 ? 'aria-current="step"' : ''}>${step}</li>`,
  )
  return html`<ol class="steps">!${items.join('')}</ol>`
}

function codeCard({ confirmationCode }: CustomerView, { code }: CustomerWords): string {
  if (confirmationCode === null) return ''
  return html`<section class="card code"><h2>${code.heading}</h2><p class="digits">${confirmationCode}</p><p>${code.hint}</p></section>`
}

function courierCard(
  { courier }: CustomerView,
  words: CustomerWords,
  language: Language,
  sighting: Sighting | null,
): string {
  if (courier === null) return ''
  const vehicle = [words.courier.vehicles[courier.vehicleType], courier.plateNumber]
    .filter(Boolean)
    .join(' · ')
  return html`<section class="card"><h2>${words.courier.heading}</h2>
<p><strong>${courier.firstName}</strong> · ${vehicle}</p>
<p id="seen" class="hint">${sighting ? sightingText(sighting, language) : ''}</p>
<a class="big" href="tel:${courier.phone}">${words.courier.call(courier.firstName)}<span class="number">${courier.spacedPhone}</span></a></section>`
}

/** Of a delivery that ended without a hand-over only a payment that was made is worth a word. */
function paymentCard(frame: PageFrame, view: CustomerView, words: CustomerWords): string {
  const isUnderWay = stepsDone[view.status] !== null
  if (!isUnderWay && view.payment.status !== 'PAID') return ''
  const button = html`<button class="big" name="step" value="paid">${words.paid.declare}</button>`
  return html`<section class="card"><h2>${words.paid.heading}</h2>
<p>${paymentText(view.payment, view.shopName, frame.language)}</p>
!${view.payment.canBeDeclared ? pageForm(frame, button) : ''}</section>`
}

const refreshLine = ({ path, query }: PageFrame, words: CustomerWords): string =>
  html`<p class="hint"><a id="refresh" class="plain" href="${path}${query}">${words.refresh}</a><span id="updated" hidden>${words.updated}</span></p>`
