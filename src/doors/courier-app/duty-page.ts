import { html } from 'ghtml'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form-page.ts'
import { type Alerts, alertsCard } from './alerts/alerts-card-page.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording } from './courier-wording.ts'
import { offerCard } from './offer-card-page.ts'

/** What a courier without a parcel sees: duty, the trips on offer, what was called back. */
export function dutyMain(
  frame: PageFrame,
  screen: CourierScreen,
  { alerts, ...about }: { alerts: Alerts; map: ServiceMap; now: Date },
): string {
  const wording = courierWording[frame.language]
  const calledBack = screen.calledBack ? calledBackNote(frame, screen.calledBack, { isMain: true }) : ''
  const calledOff = screen.calledOff ? calledOffNote(frame, screen.calledOff) : ''
  if (!screen.isOnDuty) {
    return html`!${calledBack}!${calledOff}!${screen.calledBack ? html`<h2>${wording.duty.hello(screen.firstName)}</h2>` : html`<h1>${wording.duty.hello(screen.firstName)}</h1>`}
<p>${wording.duty.off}</p>
!${actionForm(frame, { action: 'go-on-duty', submit: wording.duty.goOn })}
!${alertsCard(frame.language, alerts)}`
  }
  return html`!${calledBack}!${calledOff}!${screen.calledBack ? '' : offersList(frame, screen.offers, about)}
!${actionForm(frame, { action: 'go-off-duty', submit: wording.duty.goOff, look: 'quiet' })}
!${alertsCard(frame.language, alerts)}`
}

function offersList(frame: PageFrame, offers: OpenOffer[], about: { map: ServiceMap; now: Date }): string {
  const wording = courierWording[frame.language].offers
  if (offers.length === 0) return html`<h1>${wording.none}</h1><p>${wording.noneLead}</p>`
  return html`<h1>${wording.heading(offers.length)}</h1>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, about))}</ul>`
}
