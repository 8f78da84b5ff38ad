import { html } from 'ghtml'
import { openingText, spanText } from '../../base/kernel/figure-text.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import { endingText } from '../../domain/messages/ending-text.ts'
import { isSettled } from '../../domain/money/payments/payment-status.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import { contactCard } from './contact-card.ts'
import { type Seen, sightingText } from './courier-sighting.ts'
import { mapPlace, type PageFrame, pageForm, parcelTitle, referenceLine, wholePage } from './customer-page.ts'
import { type SecondTryOffer, secondTryCard } from './customer-second-try.ts'
import type { CustomerView } from './customer-view.ts'
import type { CustomerText } from './customer-words.ts'
import { type Feedback, problemCard, ratingCard } from './feedback.ts'
import { parcelPhoto } from './parcel-photo.ts'
import { type Asking, paymentCard } from './payment-card.ts'
import { positionText } from './position-form.ts'
import { type RefusedRecipient, recipientCard } from './recipient-card.ts'

/**
 * How far a delivery is: how many of the four steps are done, and which is under way; null when it will not
 * be delivered.
 */
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
  sighting: Seen
  /** The address of the courier's picture; null where there is none to show. */
  portrait: string | null
  /** The line that leads to the photo of the door and the voice note; empty where none is of use. */
  door: string
  /** The number at which the shop is reached; null where it has none. */
  shopPhone: string | null
  feedback: Feedback
  /** The addresses of this page, under which it is kept for when there is no network. */
  addresses: readonly string[]
  /** When the courier is expected, in words; empty where that cannot be said. */
  arrival: string
  secondTry: SecondTryOffer
  /** Whom the customer named and cannot name so; undefined of a form that was taken. */
  refusedRecipient: RefusedRecipient | undefined
} & Asking

/** The page that says how the delivery goes, once its destination is known or it has ended without one. */
export function progressPage(frame: PageFrame, view: CustomerView, shown: Progress): string {
  const { map, sighting, portrait, shopPhone, feedback, arrival, door, addresses, ...asking } = shown
  const { t } = frame
  const isLive = !isFinal(view.status)
  const { heading, text } = statusWords(frame, view, shown.secondTry.slots.length > 0)
  const payment = paymentCard(frame, view, asking)
  const recipient = recipientCard(frame, view, shown.refusedRecipient)
  const updates = isLive ? `${frame.path}/updates${frame.query}` : ''
  const main = html`<div id="progress" data-version="${view.version}" data-updates="${updates}">
!${stepList(frame, stepsOf[view.status])}
<h1 id="state">${heading}</h1>
!${view.courier ? html`<p id="eta" class="eta">${arrival}</p>` : ''}
<p>!${endingLine(frame, view)}${text}</p>
!${plannedLine(frame, view)}
!${secondTryCard(frame, shown.secondTry)}
!${ratingCard(frame, view.status, feedback)}
!${holdsUpHandover(view) ? payment : ''}
!${codeCard(frame, view)}
!${view.recipient ? recipient : ''}
!${courierCard(frame, view, { sighting, portrait })}
!${map ? mapPlace(map, t('Map: where your courier is')) : ''}
!${holdsUpHandover(view) ? '' : payment}
!${isIn('expected', view.status) ? placeCard(frame, view) : ''}
!${parcelPhoto(frame, view)}
!${door}
!${view.recipient ? '' : recipient}
!${isLive ? refreshLine(frame) : ''}
!${contactCard(frame, view, shopPhone, view.courier !== null)}
!${referenceLine(frame, view)}
</div>
!${problemCard(frame, view.status, feedback)}
<p id="updates" class="unseen" role="status"></p>`
  // One picture fits the page's 60 KB: the courier's while they bring the parcel, else the shop's logo.
  const keeps = isLive ? addresses : 'NOTHING'
  return wholePage(frame, {
    title: parcelTitle(frame, view),
    shop: view,
    hasLogo: portrait === null,
    main,
    keeps,
  })
}

/**
 * Whether the courier waits for the payment alone: it then comes before the code, which nobody takes until it
 * is paid.
 */
const holdsUpHandover = ({ status, payment }: CustomerView): boolean =>
  isIn('underWay', status) && !isSettled(payment.status)

/** When the customer was promised the parcel; nothing where nobody said when, or once that is over. */
export function plannedLine(
  { t, language }: PageFrame,
  { dropoffWindow: window, city, status }: CustomerView,
): string {
  if (!window || !city || isIn('endedWithoutHandover', status) || isFinal(status)) return ''
  const span = spanText({ ...window, timeZone: city.timeZone }, language)
  return html`<p><strong>${t('Delivery planned: {span}.', { span })}</strong></p>`
}

function statusWords({ t, language }: PageFrame, view: CustomerView, canTryAgain: boolean) {
  const { status, window, dropoffWindow, city, pause, shopName } = view
  if (pause?.opensAt)
    return {
      heading: t('Deliveries begin again {when}', { when: openingText(pause.opensAt, pause, language) }),
      text: t(
        'We know where to deliver. We look for a courier as soon as we open: there is nothing more for you to do.',
      ),
    }
  if (window && city && isIn('searching', status)) {
    const span = spanText({ ...window, timeZone: city.timeZone }, language)
    const text = view.isSecondTry
      ? t('The courier sets out once more with your parcel: {span}.', { span })
      : t('The courier fetches the parcel from {shop}: {span}. Then they come to you.', {
          shop: shopName,
          span,
        })
    return { heading: t('Your delivery is scheduled'), text }
  }
  if (dropoffWindow && isIn('searching', status))
    return { heading: t('Your delivery is scheduled'), text: statusText(t, view) }
  if (canTryAgain) return { heading: t(headings[status]), text: tryAgainText(t, status) }
  return { heading: t(headings[status]), text: statusText(t, view) }
}

const headings: Record<DeliveryStatus, CustomerText> = {
  AWAITING_LOCATION: 'Where should we bring your parcel?',
  SEARCHING_COURIER: 'We are looking for a courier',
  ASSIGNED: 'A courier is fetching your parcel',
  IN_TRANSIT: 'Your parcel is on its way',
  DELIVERED: 'Your parcel is delivered',
  FAILED: 'The parcel could not be handed over',
  RETURNED: 'The parcel is back at the shop',
  CANCELLED: 'The delivery is cancelled',
  EXPIRED: 'The delivery did not take place',
}

/** What comes next of a parcel that they can have brought once more, by the card below. */
const tryAgainText = (t: PageFrame['t'], status: DeliveryStatus): string =>
  isIn('failed', status)
    ? t('The courier is taking the parcel back to the shop. You can have it brought once more: see below.')
    : t('You can have it brought once more: see below.')

function statusText(t: PageFrame['t'], { status, shopName: shop, isSecondTry }: CustomerView): string {
  switch (status) {
    case 'AWAITING_LOCATION':
      return ''
    case 'SEARCHING_COURIER':
      return t('We know where to deliver. There is nothing more for you to do right now.')
    case 'ASSIGNED':
      return t('They go to {shop}, then they come to you.', { shop })
    case 'IN_TRANSIT':
      return t('Keep your phone close to you.')
    case 'DELIVERED':
      return t('Thank you, and see you soon!')
    case 'FAILED':
      return t(
        'The courier is taking the parcel back to the shop. Please contact {shop} about what comes next.',
        { shop },
      )
    case 'RETURNED':
      return t('Please contact {shop} if you are still waiting for it.', { shop })
    case 'CANCELLED':
      return isSecondTry
        ? t('Please contact {shop} if you still want your parcel.', { shop })
        : t('If you have a question, please contact {shop}.', { shop })
    case 'EXPIRED':
      return t('Please contact {shop} if you still want your parcel.', { shop })
  }
}

/** Why the parcel does not come, with what the shop wrote of it. */
function endingLine({ t, language }: PageFrame, { ending, shopName }: CustomerView): string {
  if (ending === null) return ''
  const { reason, shopSays } = ending
  const why =
    shopSays === null
      ? endingText(reason, language)
      : t('{shop} has cancelled it: “{words}”.', { shop: shopName, words: shopSays })
  return html`<strong>${why}</strong> `
}

const steps = ['Position', 'Courier', 'On its way', 'Delivered'] as const

function stepList({ t }: PageFrame, reached: { done: number; current: number } | null): string {
  if (reached === null) return ''
  const { done, current } = reached
  const items = steps.map((step, index) => {
    const isCurrent = index === current ? 'aria-current="step"' : ''
    return html`<li class="${index < done ? 'done' : ''}" !${isCurrent}>${t(step)}</li>`
  })
  return html`<ol class="steps">!${items.join('')}</ol>`
}

function codeCard({ t }: PageFrame, { confirmationCode }: CustomerView): string {
  if (confirmationCode === null) return ''
  return html`<section class="card code"><h2>${t('Your handover code')}</h2>
<p class="digits">${confirmationCode}</p>
<p>${t('Give it to the courier only once you hold the parcel.')}</p></section>`
}

const vehicles = { MOTO: 'motorbike', TRICYCLE: 'tricycle', CAR: 'car' } as const

function courierCard(
  { t, language }: PageFrame,
  { courier }: CustomerView,
  { sighting, portrait }: Pick<Progress, 'sighting' | 'portrait'>,
): string {
  if (courier === null) return ''
  const { firstName: name } = courier
  const call = html`${t('Call {name}', { name })}<span class="number">${courier.spacedPhone}</span>`
  const vehicle = [t(vehicles[courier.vehicleType]), courier.plateNumber].filter(Boolean).join(' · ')
  return html`<section class="card"><h2>${t('Your courier')}</h2>
<p class="who">!${face(name, portrait)}<span><strong>${name}</strong> · ${vehicle}</span></p>
<p id="seen" class="hint">${sighting ? sightingText(sighting, language) : ''}</p>
<a class="big" href="tel:${courier.phone}">!${call}</a></section>`
}

/** The courier's picture beside their name, which says the same to those who see none; else their initial. */
const face = (firstName: string, portrait: string | null): string =>
  portrait === null
    ? html`<span class="face" aria-hidden="true">${[...firstName][0]?.toUpperCase()}</span>`
    : html`<img class="face" src="${portrait}" alt="" width="56" height="56">`

function refreshLine({ t, path, query }: PageFrame): string {
  const updates = html`<span id="updated" hidden>${t('This page updates by itself.')}</span>`
  const refresh = html`<a id="refresh" class="plain" href="${path}${query}">${t('Refresh')}</a>`
  return html`<p class="hint">!${refresh}!${updates}</p>`
}

/**
 * Where the parcel goes, until it has arrived, and the way to change it while the courier does not have it.
 */
function placeCard(frame: PageFrame, { dropoff, canChangePlace }: CustomerView): string {
  if (dropoff === null) return ''
  const { t } = frame
  const { label, zone, landmark, isRough } = dropoff
  const area = [label ?? zone, isRough ? `(${t('approximate')})` : ''].filter(Boolean).join(' ')
  const marker = html`<input type="hidden" name="changing" value="1">
<button class="plain" name="step" value="change">${t('Change')}</button>`
  const found = t('The courier will find you by this landmark, and may call you.')
  return html`<section class="card"><h2>${t('We deliver here')}</h2>
<p><strong>${area || positionText(dropoff)}</strong></p>
!${landmark ? html`<p>${t('Landmark: {landmark}', { landmark })}</p>` : ''}
!${isRough && landmark ? html`<p class="hint">${found}</p>` : ''}
!${canChangePlace ? pageForm(frame, marker) : ''}</section>`
}
