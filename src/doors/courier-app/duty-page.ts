import { html } from 'ghtml'
import { amountText, distanceText, namedFigure, spanText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { TripSums } from '../../domain/deliveries/trips/trip-store.ts'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import { offeredLots } from '../../domain/matching/offered-lot.ts'
import { type ToCollect, type TripPlaces, tripPlaces } from '../../domain/matching/offered-trip.ts'
import type { LimitsOf } from '../../domain/tours/tour-limits.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { hiddenField } from '../../pages/form-parts.ts'
import { actionForm } from './action-form.ts'
import { type Alerts, alertsCard } from './alerts/courier-alerts.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { announcementNote, type DayNotes, papersNote, shiftNote } from './own/day-notes-page.ts'
import { goalBar } from './own/own-goal-page.ts'
import { openingText, sizeTexts } from './parcel-text.ts'

/**
 * What a courier without a parcel sees: duty, the trips on offer, what they earned today, what was called
 * back.
 */
export function dutyMain(
  frame: PageFrame,
  screen: CourierScreen,
  { alerts, today, notes: day, ...about }: { alerts: Alerts; today: TripSums; notes: DayNotes } & OffersTimes,
): string {
  const t = speak(frame.language)
  const { calledBack, calledOff, isOnDuty, firstName: name } = screen
  const notes = [
    announcementNote(frame, screen),
    calledBack ? calledBackNote(frame, calledBack, { isMain: true }) : '',
    calledOff ? calledOffNote(frame, calledOff) : '',
  ]
  const goal = goalBar(frame.language, day.goal)
  const ownDay = earnedToday(today, frame.language) + goal + shiftNote(frame, day) + papersNote(frame, day)
  if (!isOnDuty) {
    const hello = t('Hello {name}', { name })
    return html`!${notes}!${calledBack ? html`<h2>${hello}</h2>` : html`<h1>${hello}</h1>`}
<p>${t('You are off duty: no trip is offered to you.')}</p>
!${ownDay}
!${actionForm(frame, { action: 'go-on-duty', submit: t('Go on duty') })}
!${alertsCard(frame.language, alerts)}`
  }
  return html`!${notes}!${calledBack ? '' : offersList(frame, screen, about)}
!${ownDay}
!${actionForm(frame, { action: 'go-off-duty', submit: t('Go off duty'), look: 'quiet' })}
!${alertsCard(frame.language, alerts)}`
}

/** What the trips of today have earned; it leads to the past trips. */
function earnedToday({ payFcfa, earned }: TripSums, language: SpokenLanguage): string {
  const t = speak(language)
  const count = t('{trips, plural, one {# trip} other {# trips}}', { trips: earned })
  const figure = `${amountText(payFcfa, language)}, ${count.replace(' ', '\u00a0')}`
  const text = namedFigure(t('Today'), figure, language)
  return html`<p><a class="button plain day" href="/courier/trips">${text}</a></p>`
}

/** What offers are worded with; `maxParcels` is how many parcels a courier has at a time. */
type OffersTimes = { map: ServiceMap; now: Date; maxParcels: number; limitsOf: LimitsOf }

function offersList(
  frame: PageFrame,
  { offers, vehicleType: vehicle }: CourierScreen,
  about: OffersTimes,
): string {
  const t = speak(frame.language)
  const { maxParcels, limitsOf } = about
  const lots = offeredLots(offers, { vehicle, maxParcels, limitsOf }, about.now)
  const count = lots.length
  if (count === 0) {
    const lead = t('Keep this page open: trips appear here as soon as there are any.')
    return html`<h1>${t('No trip for now')}</h1><p>${lead}</p>`
  }
  return html`<h1>${t('{count, plural, one {One trip on offer} other {# trips on offer}}', { count })}</h1>
<ul class="offers">!${lots.map((lot) => lotCard(frame, lot, about))}</ul>`
}

/** What a courier who carries parcels can take on their way; nothing where nothing is offered. */
export function offersOnTheWay(frame: PageFrame, { offers }: CourierScreen, about: OffersTimes): string {
  if (offers.length === 0) return ''
  return html`<h2>${speak(frame.language)('On your way')}</h2>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, about))}</ul>`
}

/** Parcels of one place as one card, all or nothing: what they earn together, and where each leads. */
function lotCard(frame: PageFrame, lot: readonly OpenOffer[], about: OffersTimes): string {
  const [first, ...others] = lot
  if (!first) return ''
  if (others.length === 0) return offerCard(frame, first, about)
  const { language } = frame
  const t = speak(language)
  const payFcfa = lot.reduce((sum, each) => sum + each.payFcfa, 0)
  const place = [first.pickup.shopName, first.pickup.label, first.pickup.landmark].filter(Boolean).join(', ')
  const trips = lot.map((each) => {
    const way = wayText(tripPlaces(about.map, each.ends), language)
    const facts = [way, distanceText(each.tripMeters, language), t(sizeTexts[each.parcelSize])]
    return html`<li>${facts.join(' · ')}</li>`
  })
  const expiresAt = new Date(Math.min(...lot.map((each) => each.expiresAt.getTime())))
  const wide = (term: string, text: string) => html`<div class="wide"><dt>${term}</dt><dd>${text}</dd></div>`
  const { window, dropoffWindow, opening } = first
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${t('for you')}</p>
<p><strong>${t('{count} parcels, same shop', { count: lot.length })}</strong></p>
<dl>
<div><dt>${t('To the shop')}</dt><dd>${distanceText(first.distanceMeters, language)}</dd></div>
!${wide(t('Pickup'), place)}
!${window ? wide(t('When'), spanText(window, language)) : ''}
!${dropoffWindow ? wide(t('To deliver'), spanText(dropoffWindow, language)) : ''}
!${opening ? wide(t('Hours'), openingText(opening, language)) : ''}
</dl>
<ul>!${trips}</ul>
!${offerForms(frame, { lot, payFcfa, expiresAt, now: about.now })}
</li>`
}

/** How long an offer is open, and the two buttons. */
function offerForms(
  frame: PageFrame,
  {
    lot,
    payFcfa,
    expiresAt,
    now,
  }: { lot: readonly OpenOffer[]; payFcfa: number; expiresAt: Date; now: Date },
): string {
  const t = speak(frame.language)
  const [first, ...others] = lot
  if (!first) return ''
  const delivery = { shopId: first.shopId, id: first.deliveryId }
  const secondsLeft = Math.max(0, Math.round((expiresAt.getTime() - now.getTime()) / 1000))
  const left = (seconds: number) => t('{seconds} s left', { seconds })
  const beside =
    others.length > 0 ? hiddenField('beside', others.map(({ deliveryId }) => deliveryId).join(' ')) : ''
  // The pay that the courier agrees to, so that they never get another one than they saw.
  const shownPay = hiddenField('pay', `${payFcfa}`)
  const countdown = html`data-seconds-left="${secondsLeft}" data-text="${left(0)}"`
  return html`<p class="left" !${countdown}>${left(secondsLeft)}</p>
<div class="pair">
!${actionForm(frame, { action: 'decline', submit: t('Decline'), delivery, look: 'plain', fields: beside })}
!${actionForm(frame, { action: 'accept', submit: t('Accept'), delivery, fields: shownPay + beside })}
</div>`
}

/** One offered trip: what it earns, where it leads, what is to be collected, and the two buttons. */
function offerCard(frame: PageFrame, offer: OpenOffer, { map, now }: OffersTimes): string {
  const { language } = frame
  const { window, dropoffWindow, opening, pickup } = offer
  const t = speak(language)
  const { payFcfa, expiresAt, detourMinutes: minutes } = offer
  const place = [pickup.shopName, pickup.label, pickup.landmark].filter(Boolean).join(', ')
  const parcel = [t(sizeTexts[offer.parcelSize]), offer.parcelFragile && t('fragile')]
    .filter(Boolean)
    .join(', ')
  const wide = (term: string, text: string) => html`<div class="wide"><dt>${term}</dt><dd>${text}</dd></div>`
  const detour =
    minutes === null ? '' : html`<p><strong>${t('Detour: about {minutes} min', { minutes })}</strong></p>`
  return html`<li class="card offer">
<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${t('for you')}</p>!${detour}
<dl>
!${wide(t('Trip'), wayText(tripPlaces(map, offer.ends), language))}
<div><dt>${t('To the shop')}</dt><dd>${distanceText(offer.distanceMeters, language)}</dd></div>
<div><dt>${t('To the customer')}</dt><dd>${distanceText(offer.tripMeters, language)}</dd></div>
!${wide(t('Customer’s money'), collectText(offer.collect, language))}
!${wide(t('Size'), parcel)}
!${wide(t('Pickup'), place)}
!${window ? wide(t('When'), spanText(window, language)) : ''}
!${dropoffWindow ? wide(t('To deliver'), spanText(dropoffWindow, language)) : ''}
!${opening ? wide(t('Hours'), openingText(opening, language)) : ''}
</dl>
!${offerForms(frame, { lot: [offer], payFcfa, expiresAt, now })}
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
