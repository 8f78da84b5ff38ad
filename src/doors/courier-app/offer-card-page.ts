import { html } from 'ghtml'
import { amountText, distanceText, spanText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import { type ToCollect, type TripPlaces, tripPlaces } from '../../domain/matching/offered-trip.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { openingText, sizeTexts } from './parcel-text.ts'

/** One offered trip: what it earns, where it leads, what is to be collected, and the two buttons. */
export function offerCard(
  frame: PageFrame,
  offer: OpenOffer,
  { map, now }: { map: ServiceMap; now: Date },
): string {
  const { language } = frame
  const t = speak(language)
  const delivery = { shopId: offer.shopId, id: offer.deliveryId }
  const secondsLeft = Math.max(0, Math.round((offer.expiresAt.getTime() - now.getTime()) / 1000))
  const place = [offer.pickup.shopName, offer.pickup.label, offer.pickup.landmark].filter(Boolean).join(', ')
  const parcel = [t(sizeTexts[offer.parcelSize]), offer.parcelFragile && t('fragile')]
    .filter(Boolean)
    .join(', ')
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(offer.payFcfa, language)}</strong> ${t('for you')}</p>
<dl>
<div class="wide"><dt>${t('Trip')}</dt><dd>${wayText(tripPlaces(map, offer.ends), language)}</dd></div>
<div><dt>${t('To the shop')}</dt><dd>${distanceText(offer.distanceMeters, language)}</dd></div>
<div><dt>${t('To the customer')}</dt><dd>${distanceText(offer.tripMeters, language)}</dd></div>
<div class="wide"><dt>${t('Customer’s money')}</dt><dd>${collectText(offer.collect, language)}</dd></div>
<div class="wide"><dt>${t('Size')}</dt><dd>${parcel}</dd></div>
<div class="wide"><dt>${t('Pickup')}</dt><dd>${place}</dd></div>
!${offer.window ? html`<div class="wide"><dt>${t('When')}</dt><dd>${spanText(offer.window, language)}</dd></div>` : ''}
!${offer.opening ? html`<div class="wide"><dt>${t('Hours')}</dt><dd>${openingText(offer.opening, language)}</dd></div>` : ''}
</dl>
<p class="left" data-seconds-left="${secondsLeft}" data-text="${t('{seconds} s left', { seconds: 0 })}">${t('{seconds} s left', { seconds: secondsLeft })}</p>
<div class="pair">
!${actionForm(frame, { action: 'decline', submit: t('Decline'), delivery, look: 'plain' })}
!${actionForm(frame, { action: 'accept', submit: t('Accept'), delivery, fields: shownPay(offer) })}
</div>
</li>`
}

/** From one neighbourhood to the other; a drop-off that nobody knows yet is named as that. */
function wayText({ from, to, isRough }: TripPlaces, language: SpokenLanguage): string {
  const t = speak(language)
  const told = (place: string) => (isRough ? t('{place} (approximate)', { place }) : place)
  if (from !== null && from === to) return t('Within {place}', { place: told(from) })
  return t('From {from} to {to}', {
    from: from ?? t('the shop'),
    to: to === null ? t('a customer whose position is not given yet') : told(to),
  })
}

/** The courier never touches money, whichever way it goes. */
function collectText({ through, amountFcfa }: ToCollect, language: SpokenLanguage): string {
  const t = speak(language)
  const amount = amountText(amountFcfa, language)
  switch (through) {
    case 'NOBODY':
      return t('Nothing to collect')
    case 'SERVICE':
      return t('{amount} by mobile money, asked for by the service. You do not touch the money.', { amount })
    case 'SHOP':
      return t('{amount} paid to the shop’s number. You do not touch the money.', { amount })
  }
}

/** The pay that the courier agrees to, so that they never get another one than they saw. */
const shownPay = ({ payFcfa }: OpenOffer): string => html`<input type="hidden" name="pay" value="${payFcfa}">`
