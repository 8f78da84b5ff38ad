import { html } from 'ghtml'
import { amountText, namedFigure } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { TripSums } from '../../domain/deliveries/trips/trip-store.ts'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form-page.ts'
import { type Alerts, alertsCard } from './alerts/alerts-card-page.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording } from './courier-wording.ts'
import { offerCard } from './offer-card-page.ts'
import { ownWording } from './own/own-wording.ts'

/** What a courier without a parcel sees: duty, the trips on offer, what they earned today, what was called back. */
export function dutyMain(
  frame: PageFrame,
  screen: CourierScreen,
  { alerts, today, ...about }: { alerts: Alerts; today: TripSums; map: ServiceMap; now: Date },
): string {
  const wording = courierWording[frame.language]
  const calledBack = screen.calledBack ? calledBackNote(frame, screen.calledBack, { isMain: true }) : ''
  const calledOff = screen.calledOff ? calledOffNote(frame, screen.calledOff) : ''
  if (!screen.isOnDuty) {
    return html`!${calledBack}!${calledOff}!${screen.calledBack ? html`<h2>${wording.duty.hello(screen.firstName)}</h2>` : html`<h1>${wording.duty.hello(screen.firstName)}</h1>`}
<p>${wording.duty.off}</p>
!${earnedToday(today, frame.language)}
!${actionForm(frame, { action: 'go-on-duty', submit: wording.duty.goOn })}
!${alertsCard(frame.language, alerts)}`
  }
  return html`!${calledBack}!${calledOff}!${screen.calledBack ? '' : offersList(frame, screen.offers, about)}
!${earnedToday(today, frame.language)}
!${actionForm(frame, { action: 'go-off-duty', submit: wording.duty.goOff, look: 'quiet' })}
!${alertsCard(frame.language, alerts)}`
}

/** What the trips of today have earned; it leads to the past trips. */
function earnedToday({ payFcfa, earned }: TripSums, language: Language): string {
  const { trips } = ownWording[language]
  const figure = `${amountText(payFcfa, language)}, ${trips.count(earned).replace(' ', '\u00a0')}`
  return html`<p><a class="link" href="/courier/trips">${namedFigure(trips.today, figure, language)}</a></p>`
}

function offersList(frame: PageFrame, offers: OpenOffer[], about: { map: ServiceMap; now: Date }): string {
  const wording = courierWording[frame.language].offers
  if (offers.length === 0) return html`<h1>${wording.none}</h1><p>${wording.noneLead}</p>`
  return html`<h1>${wording.heading(offers.length)}</h1>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, about))}</ul>`
}
