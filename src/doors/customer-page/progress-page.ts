import { html } from 'ghtml'
import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import { openingText, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { PlaceMap } from '../../base/pages/place-map.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import { endingWording } from '../../domain/deliveries/ending-reason.ts'
import { isSettled } from '../../domain/payments/payment-status.ts'
import { contactCard } from './contact-card.ts'
import type { Sighting } from './courier-sighting.ts'
import { mapPlace, type PageFrame, referenceLine, wholePage } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type CustomerWords, customerWording, sightingText } from './customer-wording.ts'
import { type Feedback, problemCard, ratingCard } from './feedback-page.ts'
import { parcelPhoto } from './parcel-photo-page.ts'
import { type Asking, paymentCard } from './payment-card.ts'
import { placeCard } from './place-card-page.ts'

/** How far a delivery is: how many of the four steps are done, and which is under way; null when it will not be delivered. */
const stepsOf: Record<DeliveryStatus, { done: number; current: number } | null> = {
  AWAITING_LOCATION: { done: 0, current: 0 },
  SEARCHING_COURIER: { done: 1, current: 1 },
  ASSIGNED: { done: 2, current: 1 },
  IN_TRANSIT: { done: 3, current: 2 },
  DELIVERED: { done: 4, current: 3 },
  FAILED: null,
  RETURNED: null,
  CANCELLED: null,
  EXPIRED: null,
}

type Progress = {
  map: PlaceMap | null
  sighting: Sighting | null
  /** The address of the courier's picture; null where there is none to show. */
  portrait: string | null
  /** The line that leads to the photo of the door and the voice note; empty where none is of use. */
  door: string
  /** The number at which the shop is reached; null where it has none. */
  shopPhone: string | null
  feedback: Feedback
  /** When the courier is expected, in words; empty where that cannot be said. */
  arrival: string
} & Asking

/** The page that says how the delivery goes, once its destination is known or it has ended without one. */
export function progressPage(
  frame: PageFrame,
  view: CustomerView,
  { map, sighting, portrait, shopPhone, feedback, arrival, door, ...asking }: Progress,
): string {
  const words = customerWording[frame.language]
  const isLive = !isFinal(view.status)
  const { heading, text } = statusWords(view, words, frame.language)
  const payment = paymentCard(frame, view, words, asking)
  const main = html`<div id="progress" data-version="${view.version}" data-updates="${isLive ? `${frame.path}/updates${frame.query}` : ''}">
!${stepList(stepsOf[view.status], words)}
<h1 id="state">${heading}</h1>
!${view.courier ? html`<p id="eta" class="eta">${arrival}</p>` : ''}
<p>!${endingText(view, frame.language)}${text}</p>
!${ratingCard(frame, view.status, feedback)}
!${holdsUpHandover(view) ? payment : ''}
!${codeCard(view, words)}
!${courierCard(view, words, frame.language, { sighting, portrait })}
!${map ? mapPlace(map, words.courier.map) : ''}
!${holdsUpHandover(view) ? '' : payment}
!${isIn('expected', view.status) ? placeCard(frame, view, words) : ''}
!${parcelPhoto(frame, view)}
!${door}
!${isLive ? refreshLine(frame, words) : ''}
!${contactCard(frame, view, shopPhone)}
!${referenceLine(view, words)}
</div>
!${problemCard(frame, view.status, feedback)}
<p id="updates" class="unseen" role="status"></p>`
  // One picture fits the page's 60 KB: the courier's while they bring the parcel, else the shop's logo.
  const shop = portrait === null ? view : { ...view, logo: null }
  return wholePage(frame, { title: words.title(view.shopName), shop, main })
}

/** Whether the courier waits for the payment alone: it then comes before the code, which nobody takes until it is paid. */
const holdsUpHandover = ({ status, payment }: CustomerView): boolean =>
  isIn('underWay', status) && !isSettled(payment.status)

function statusWords(
  { status, window, city, pause, shopName }: CustomerView,
  words: CustomerWords,
  language: Language,
) {
  if (pause?.opensAt)
    return {
      heading: words.pause.heading(openingText(pause.opensAt, pause, language)),
      text: words.pause.text,
    }
  if (window && city && isIn('searching', status)) {
    const span = spanText({ ...window, timeZone: city.timeZone }, language)
    return { heading: words.scheduled.heading, text: words.scheduled.text(shopName, span) }
  }
  const { heading, text } = words.status[status]
  return { heading, text: text(shopName) }
}

/** Why the parcel does not come, with what the shop wrote of it. */
function endingText({ ending, shopName }: CustomerView, language: Language): string {
  if (ending === null) return ''
  const { reason, shopSays } = ending
  const why =
    shopSays === null
      ? endingWording[reason][language]
      : customerWording[language].shopSays(shopName, shopSays)
  return html`<strong>${why}</strong> `
}

function stepList(reached: { done: number; current: number } | null, { steps }: CustomerWords): string {
  if (reached === null) return ''
  const { done, current } = reached
  const items = steps.map(
    (step, index) =>
      html`<li class="${index < done ? 'done' : ''}" !${index === current ? 'aria-current="step"' : ''}>${step}</li>`,
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
  { sighting, portrait }: Pick<Progress, 'sighting' | 'portrait'>,
): string {
  if (courier === null) return ''
  const vehicle = [words.courier.vehicles[courier.vehicleType], courier.plateNumber]
    .filter(Boolean)
    .join(' · ')
  return html`<section class="card"><h2>${words.courier.heading}</h2>
<p class="who">!${face(courier.firstName, portrait)}<span><strong>${courier.firstName}</strong> · ${vehicle}</span></p>
<p id="seen" class="hint">${sighting ? sightingText(sighting, language) : ''}</p>
<a class="big" href="tel:${courier.phone}">${words.courier.call(courier.firstName)}<span class="number">${courier.spacedPhone}</span></a></section>`
}

/** The courier's picture beside their name, which says the same to those who see none; else their initial. */
const face = (firstName: string, portrait: string | null): string =>
  portrait === null
    ? html`<span class="face" aria-hidden="true">${[...firstName][0]?.toUpperCase()}</span>`
    : html`<img class="face" src="${portrait}" alt="" width="56" height="56">`

const refreshLine = ({ path, query }: PageFrame, words: CustomerWords): string =>
  html`<p class="hint"><a id="refresh" class="plain" href="${path}${query}">${words.refresh}</a><span id="updated" hidden>${words.updated}</span></p>`
