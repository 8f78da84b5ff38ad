import { html } from 'ghtml'
import { distanceText } from '../../../base/kernel/figure-text.ts'
import { fullName } from '../../../base/kernel/full-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { CourierToChoose } from '../../../domain/matching/overseeing/couriers-to-choose-store.ts'
import { vehicleText } from '../../../web/delivery/delivery-cards-page.ts'
import { speak } from '../operations-words.ts'

const offerNames = { OPEN: 'asked', DECLINED: 'declined this trip', EXPIRED: 'did not answer' } as const

/** What a courier is shown with; `hasRoom` says whether they may have the parcel beside what they carry. */
type Choice = {
  language: Language
  now: Date
  isChosen: boolean
  isTheirs: boolean
  hasRoom: boolean
}

/** The id of the field that chooses a courier, by which the map names it. */
export const fieldOfCourier = ({ id }: CourierToChoose) => `courier-${id}`

/** A courier to choose, as a row of a list. */
export function courierRow(
  courier: CourierToChoose,
  { language, now, isChosen, isTheirs, hasRoom }: Choice,
): string {
  const t = speak(language)
  const { id, firstName, lastName, vehicleType, distanceMeters, position, offer } = courier
  const facts = [
    vehicleText(vehicleType, language),
    distanceMeters === null ? t('position unknown') : distanceText(distanceMeters, language),
    position && t('seen {age} ago', { age: ageText(position.reportedAt, now, language) }),
    offer && !isTheirs && t(offerNames[offer]),
  ].filter(Boolean)
  const state = stateOf(courier, isTheirs, language)
  const marks = [isTheirs || !hasRoom ? ' disabled' : '', isChosen ? ' checked' : ''].join('')
  const field = fieldOfCourier(courier)
  const radio = html`<input type="radio" name="courier" id="${field}" value="${id}" required!${marks}>`
  return html`<li><label class="line" for="${field}">
<span>!${radio} <strong>${fullName(firstName, lastName)}</strong><br>
<span class="soft">${facts.join(' · ')}</span></span>
<span class="badge ${state.kind}">${state.text}</span></label></li>`
}

function stateOf(courier: CourierToChoose, isTheirs: boolean, language: Language) {
  const t = speak(language)
  if (isTheirs) return { kind: '', text: t('has this trip') }
  const reference = courier.carried.map((parcel) => parcel.reference).join(', ')
  if (reference) return { kind: 'waiting', text: t('carries {reference}', { reference }) }
  if (courier.hasCalledBackParcel) return { kind: 'waiting', text: t('has a parcel to bring back') }
  return courier.isOnDuty ? { kind: '', text: t('free') } : { kind: 'over', text: t('off duty') }
}

function ageText(at: Date, now: Date, language: Language): string {
  const t = speak(language)
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000))
  if (seconds < 60) return t('{seconds} s', { seconds })
  return seconds < 3_600 ? t('{minutes} min', { minutes: Math.round(seconds / 60) }) : t('more than an hour')
}
