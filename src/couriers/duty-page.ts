import { html } from 'ghtml'
import type { Language } from '../kernel/language.ts'
import { amountText, distanceText } from '../kernel/spoken-figure.ts'
import { actionForm, placeCard } from './action-form-page.ts'
import type { PageFrame } from './courier-page.ts'
import type { CourierScreen } from './courier-screen.ts'
import { courierWording } from './courier-wording.ts'
import type { OpenOffer } from './offer-store.ts'

/** What a courier without a parcel sees: duty, the trips on offer, a parcel that is called back. */
export function dutyMain(frame: PageFrame, screen: CourierScreen, now: Date): string {
  const say = courierWording[frame.language]
  const calledBack = screen.calledBack ? calledBackNote(frame.language, screen.calledBack) : ''
  if (!screen.isOnDuty) {
    return html`!${calledBack}<h1>${say.duty.hello(screen.firstName)}</h1>
<p>${say.duty.off}</p>
!${actionForm(frame, { action: 'go-on-duty', submit: say.duty.goOn })}`
  }
  return html`!${calledBack}!${offersList(frame, screen.offers, now)}
!${actionForm(frame, { action: 'go-off-duty', submit: say.duty.goOff, look: 'quiet' })}`
}

function offersList(frame: PageFrame, offers: OpenOffer[], now: Date): string {
  const say = courierWording[frame.language].offers
  if (offers.length === 0) return html`<h1>${say.none}</h1><p>${say.noneLead}</p>`
  return html`<h1>${say.heading(offers.length)}</h1>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, now))}</ul>`
}

function offerCard(frame: PageFrame, offer: OpenOffer, now: Date): string {
  const { language } = frame
  const say = courierWording[language].offers
  const delivery = { shopId: offer.shopId, id: offer.deliveryId }
  const secondsLeft = Math.max(0, Math.round((offer.expiresAt.getTime() - now.getTime()) / 1000))
  const place = [offer.pickup.label, offer.pickup.landmark].filter(Boolean).join(', ')
  const parcel = [say.sizes[offer.parcelSize], offer.parcelFragile && say.fragile].filter(Boolean).join(', ')
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(offer.payFcfa, language)}</strong> ${say.pay}</p>
<dl>
<div><dt>${say.toShop}</dt><dd>${distanceText(offer.distanceMeters, language)}</dd></div>
<div><dt>${say.trip}</dt><dd>${distanceText(offer.tripMeters, language)}</dd></div>
<div><dt>${say.parcel}</dt><dd>${parcel}</dd></div>
!${place ? html`<div class="wide"><dt>${say.shop}</dt><dd>${place}</dd></div>` : ''}
</dl>
<p class="left" data-seconds-left="${secondsLeft}" data-text="${say.secondsLeft(0)}">${say.secondsLeft(secondsLeft)}</p>
<div class="pair">
!${actionForm(frame, { action: 'decline', submit: say.decline, delivery, look: 'plain' })}
!${actionForm(frame, { action: 'accept', submit: say.accept, delivery })}
</div>
</li>`
}

function calledBackNote(
  language: Language,
  { reference, place }: NonNullable<CourierScreen['calledBack']>,
): string {
  const say = courierWording[language].calledBack
  return html`<section class="card called-back"><h2>${say.heading}</h2><p>${say.lead(reference)}</p>
!${placeCard(language, place)}</section>`
}
