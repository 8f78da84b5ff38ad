import { html } from 'ghtml'
import { amountText, distanceText, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import { type ToCollect, type TripPlaces, tripPlaces } from '../../domain/matching/offered-trip.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording, openingText } from './courier-wording.ts'
import { offerWording } from './offer-wording.ts'

/** One offered trip: what it earns, where it leads, what is to be collected, and the two buttons. */
export function offerCard(
  frame: PageFrame,
  offer: OpenOffer,
  { map, now }: { map: ServiceMap; now: Date },
): string {
  const { language } = frame
  const wording = courierWording[language].offers
  const words = offerWording[language]
  const delivery = { shopId: offer.shopId, id: offer.deliveryId }
  const secondsLeft = Math.max(0, Math.round((offer.expiresAt.getTime() - now.getTime()) / 1000))
  const place = [offer.pickup.shopName, offer.pickup.label, offer.pickup.landmark].filter(Boolean).join(', ')
  const parcel = [wording.sizes[offer.parcelSize], offer.parcelFragile && wording.fragile]
    .filter(Boolean)
    .join(', ')
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(offer.payFcfa, language)}</strong> ${wording.pay}</p>
<dl>
<div class="wide"><dt>${words.way}</dt><dd>${wayText(tripPlaces(map, offer.ends), language)}</dd></div>
<div><dt>${wording.toShop}</dt><dd>${distanceText(offer.distanceMeters, language)}</dd></div>
<div><dt>${wording.trip}</dt><dd>${distanceText(offer.tripMeters, language)}</dd></div>
<div class="wide"><dt>${words.collect}</dt><dd>${collectText(offer.collect, language)}</dd></div>
<div class="wide"><dt>${wording.parcel}</dt><dd>${parcel}</dd></div>
<div class="wide"><dt>${wording.shop}</dt><dd>${place}</dd></div>
!${offer.window ? html`<div class="wide"><dt>${wording.window}</dt><dd>${spanText(offer.window, language)}</dd></div>` : ''}
!${offer.opening ? html`<div class="wide"><dt>${wording.opening}</dt><dd>${openingText(offer.opening, language)}</dd></div>` : ''}
</dl>
<p class="left" data-seconds-left="${secondsLeft}" data-text="${wording.secondsLeft(0)}">${wording.secondsLeft(secondsLeft)}</p>
<div class="pair">
!${actionForm(frame, { action: 'decline', submit: wording.decline, delivery, look: 'plain' })}
!${actionForm(frame, { action: 'accept', submit: wording.accept, delivery, fields: shownPay(offer) })}
</div>
</li>`
}

/** From one neighbourhood to the other; a drop-off that nobody knows yet is named as that. */
function wayText({ from, to, isRough }: TripPlaces, language: Language): string {
  const { between, within, approximate, noPlace, notGiven } = offerWording[language]
  const told = (place: string) => (isRough ? approximate(place) : place)
  if (from !== null && from === to) return within(told(from))
  return between(from ?? noPlace, to === null ? notGiven : told(to))
}

const collectText = ({ through, amountFcfa }: ToCollect, language: Language): string =>
  offerWording[language].through[through](amountText(amountFcfa, language))

/** The pay that the courier agrees to, so that they never get another one than they saw. */
const shownPay = ({ payFcfa }: OpenOffer): string => html`<input type="hidden" name="pay" value="${payFcfa}">`
