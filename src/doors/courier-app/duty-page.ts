import { html } from 'ghtml'
import { amountText, distanceText, spanText } from '../../base/kernel/figure-text.ts'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import { actionForm } from './action-form-page.ts'
import { type Alerts, alertsCard } from './alerts/alerts-card-page.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording, openingText } from './courier-wording.ts'

/** What a courier without a parcel sees: duty, the trips on offer, what was called back. */
export function dutyMain(frame: PageFrame, screen: CourierScreen, now: Date, alerts: Alerts): string {
  const wording = courierWording[frame.language]
  const calledBack = screen.calledBack ? calledBackNote(frame, screen.calledBack, { isMain: true }) : ''
  const calledOff = screen.calledOff ? calledOffNote(frame, screen.calledOff) : ''
  if (!screen.isOnDuty) {
    return html`!${calledBack}!${calledOff}!${screen.calledBack ? html`<h2>${wording.duty.hello(screen.firstName)}</h2>` : html`<h1>${wording.duty.hello(screen.firstName)}</h1>`}
<p>${wording.duty.off}</p>
!${actionForm(frame, { action: 'go-on-duty', submit: wording.duty.goOn })}
!${alertsCard(frame.language, alerts)}`
  }
  return html`!${calledBack}!${calledOff}!${screen.calledBack ? '' : offersList(frame, screen.offers, now)}
!${actionForm(frame, { action: 'go-off-duty', submit: wording.duty.goOff, look: 'quiet' })}
!${alertsCard(frame.language, alerts)}`
}

function offersList(frame: PageFrame, offers: OpenOffer[], now: Date): string {
  const wording = courierWording[frame.language].offers
  if (offers.length === 0) return html`<h1>${wording.none}</h1><p>${wording.noneLead}</p>`
  return html`<h1>${wording.heading(offers.length)}</h1>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, now))}</ul>`
}

function offerCard(frame: PageFrame, offer: OpenOffer, now: Date): string {
  const { language } = frame
  const wording = courierWording[language].offers
  const delivery = { shopId: offer.shopId, id: offer.deliveryId }
  const secondsLeft = Math.max(0, Math.round((offer.expiresAt.getTime() - now.getTime()) / 1000))
  const place = [offer.pickup.shopName, offer.pickup.label, offer.pickup.landmark].filter(Boolean).join(', ')
  const parcel = [wording.sizes[offer.parcelSize], offer.parcelFragile && wording.fragile]
    .filter(Boolean)
    .join(', ')
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(offer.payFcfa, language)}</strong> ${wording.pay}</p>
<dl>
<div><dt>${wording.toShop}</dt><dd>${distanceText(offer.distanceMeters, language)}</dd></div>
<div><dt>${wording.trip}</dt><dd>${distanceText(offer.tripMeters, language)}</dd></div>
<div><dt>${wording.parcel}</dt><dd>${parcel}</dd></div>
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

/** The pay that the courier agrees to, so that they never get another one than they saw. */
const shownPay = ({ payFcfa }: OpenOffer): string => html`<input type="hidden" name="pay" value="${payFcfa}">`
