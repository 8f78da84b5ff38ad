import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { CourierScreen, LaterStop } from '../../domain/matching/courier-screen.ts'
import { placeName } from '../../domain/matching/offered-trip.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'

/** Whether a courier has several parcels, so that each is named by the number on its bag. */
export const hasTour = ({ beside, later }: CourierScreen): boolean => beside.length > 0 || later.length > 0

/** The number on the bag of a parcel. */
export const bagText = (slot: number, language: SpokenLanguage): string =>
  speak(language)('Parcel {number}', { number: slot })

/**
 * What comes after the next stop: which parcels, where and in how many minutes; a parcel that is aboard may
 * be brought first.
 */
export function laterStops(frame: PageFrame, screen: CourierScreen, map: ServiceMap): string {
  if (!hasTour(screen)) return ''
  const t = speak(frame.language)
  return html`<h2>${t('Then')}</h2>
<ol class="offers">!${screen.later.map((stop) => laterStop(frame, stop, placeName(map, stop.place)))}</ol>`
}

function laterStop(frame: PageFrame, stop: LaterStop, quarter: string | null): string {
  const { language } = frame
  const { kind, name, label, minutes } = stop
  const t = speak(language)
  const texts = {
    PICKUP: t('Fetch at {name}', { name }),
    DROPOFF: t('Bring to {name}', { name }),
    RETURN: t('Bring back to {name}', { name }),
  }
  const bags = stop.slots.map((slot) => bagText(slot, language)).join(', ')
  const facts = [bags, label ?? quarter, minutes !== null && t('about {minutes} min', { minutes })]
  const first = actionForm(frame, {
    action: 'go-first',
    submit: t('Go there first'),
    delivery: stop.key,
    look: 'plain',
  })
  return html`<li class="card"><p><strong>${texts[kind]}</strong></p>
<p>${facts.filter(Boolean).join(' · ')}</p>
!${stop.mayGoFirst ? first : ''}</li>`
}
