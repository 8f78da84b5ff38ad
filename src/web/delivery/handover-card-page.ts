import { html } from 'ghtml'
import { distanceText, momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { distanceMeters } from '../../base/kernel/point.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { HandoverReport } from '../../domain/deliveries/handover-proof/handover-report.ts'
import { recipientText } from '../../domain/deliveries/recipient/recipient.ts'
import { speak } from '../web-words.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

/** What is known of the hand-over, or of why there was none; nothing before there was one. */
export function handoverCard(facts: DeliveryFacts, photosHref: string): string {
  const { handover, row, language, timeZone, now } = facts
  if (!handover) return ''
  const t = speak(language)
  const when = (at: Date | null) => at && momentText(at, { timeZone, now }, language)
  const isDelivered = handover.outcome === 'DELIVERED'
  const code = handover.withCode ? t('by the hand-over code') : t('without a code')
  const lines = [
    [isDelivered ? t('Handed over') : t('Not handed over'), when(handover.occurredAt)],
    [t('Reason'), failureReason(row.failure_code, row.failure_note, language)],
    [t('Taken by'), takerText(handover, language)],
    [t('Proved'), isDelivered ? code : null],
    [t('Courier at the place'), when(row.arrived_at_customer_at)],
    [t('Customer called'), when(row.customer_called_at)],
    [t('Place of the courier'), placeText(handover, facts)],
  ] as const
  const shown = lines.map(([name, value]) =>
    value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : '',
  )
  const { photoId } = handover
  const image = photoId ? photo(t('Photo of the place of the hand-over'), `${photosHref}/${photoId}`) : ''
  return html`<section class="card"><h2>${t('Hand-over')}</h2><dl>!${shown}</dl>
!${image}</section>`
}

const photo = (label: string, href: string): string =>
  html`<figure class="paper"><a href="${href}"><img src="${href}" alt="${label}" loading="lazy"></a></figure>`

/** Who took the parcel, as far as the reader sees it. */
function takerText({ takenBy, takenByName }: HandoverReport, language: Language): string | null {
  if (takenBy === null) return null
  if (takenBy === 'CUSTOMER') return speak(language)('the customer#proof')
  return recipientText({ name: takenByName ?? '', kind: takenBy }, language)
}

/** Where the courier stood, and how far that is from where the parcel was to go. */
function placeText({ place }: HandoverReport, { row, language }: DeliveryFacts): string | null {
  if (!place) return null
  const t = speak(language)
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  const within = place.accuracyMeters
  const parts = [
    `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`,
    within && t('to within {distance}', { distance: distanceText(within, language) }),
    lat !== null && lng !== null
      ? t('{distance} from the destination', {
          distance: distanceText(distanceMeters(place, { lat, lng }), language),
        })
      : null,
  ]
  return parts.filter(Boolean).join(' · ')
}
