import { html } from 'ghtml'
import { amountText, namedFigure } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { TripSums } from '../../domain/deliveries/trips/trip-store.ts'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpenOffer } from '../../domain/matching/offer-store.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form-page.ts'
import { type Alerts, alertsCard } from './alerts/alerts-card-page.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { offerCard } from './offer-card-page.ts'

/**
 * What a courier without a parcel sees: duty, the trips on offer, what they earned today, what was called
 * back.
 */
export function dutyMain(
  frame: PageFrame,
  screen: CourierScreen,
  { alerts, today, ...about }: { alerts: Alerts; today: TripSums; map: ServiceMap; now: Date },
): string {
  const t = speak(frame.language)
  const calledBack = screen.calledBack ? calledBackNote(frame, screen.calledBack, { isMain: true }) : ''
  const calledOff = screen.calledOff ? calledOffNote(frame, screen.calledOff) : ''
  if (!screen.isOnDuty) {
    return html`!${calledBack}!${calledOff}!${screen.calledBack ? html`<h2>${t('Hello {name}', { name: screen.firstName })}</h2>` : html`<h1>${t('Hello {name}', { name: screen.firstName })}</h1>`}
<p>${t('You are off duty: no trip is offered to you.')}</p>
!${earnedToday(today, frame.language)}
!${actionForm(frame, { action: 'go-on-duty', submit: t('Go on duty') })}
!${alertsCard(frame.language, alerts)}`
  }
  return html`!${calledBack}!${calledOff}!${screen.calledBack ? '' : offersList(frame, screen.offers, about)}
!${earnedToday(today, frame.language)}
!${actionForm(frame, { action: 'go-off-duty', submit: t('Go off duty'), look: 'quiet' })}
!${alertsCard(frame.language, alerts)}`
}

/** What the trips of today have earned; it leads to the past trips. */
function earnedToday({ payFcfa, earned }: TripSums, language: SpokenLanguage): string {
  const t = speak(language)
  const figure = `${amountText(payFcfa, language)}, ${t('{trips, plural, one {# trip} other {# trips}}', { trips: earned }).replace(' ', '\u00a0')}`
  return html`<p><a class="link" href="/courier/trips">${namedFigure(t('Today'), figure, language)}</a></p>`
}

function offersList(frame: PageFrame, offers: OpenOffer[], about: { map: ServiceMap; now: Date }): string {
  const t = speak(frame.language)
  if (offers.length === 0)
    return html`<h1>${t('No trip for now')}</h1><p>${t('Keep this page open: trips appear here as soon as there are any.')}</p>`
  return html`<h1>${t('{count, plural, one {One trip on offer} other {# trips on offer}}', { count: offers.length })}</h1>
<ul class="offers">!${offers.map((offer) => offerCard(frame, offer, about))}</ul>`
}
