import { html } from 'ghtml'
import { spanText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { leavableUntil } from '../../../domain/couriers/shifts/shift-bounds.ts'
import type { OfferedShift } from '../../../domain/couriers/shifts/shift-taker-store.ts'
import type { ServiceMap } from '../../../domain/zones/service-map.ts'
import { hiddenField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { speak } from '../courier-words.ts'

export const shiftsPath = '/courier/shifts'

type ShiftsShown = {
  shifts: readonly OfferedShift[]
  /** Until how many hours before it a shift can be left. */
  leaveHours: number
  now: Date
  map: ServiceMap
}

/** The shifts that a courier has, and those that have a place left. */
export function shiftsMain(language: SpokenLanguage, shown: ShiftsShown): string {
  const t = speak(language)
  const [own, others] = [true, false].map((isOwn) => shown.shifts.filter((shift) => shift.isOwn === isOwn))
  const list = (shifts: readonly OfferedShift[] = []) =>
    shifts.map((each) => shiftCard(language, each, shown))
  const none = html`<p>${t('No shift has a place left for now.')}</p>`
  return html`<h1>${t('My shifts')}</h1>
<p>${t('A shift tells your manager that you will come. You may always be on duty without one.')}</p>
!${own?.length ? list(own) : html`<p>${t('You have taken none.')}</p>`}
<h2>${t('To take')}</h2>
!${others?.length ? list(others) : none}
<a class="button primary" href="/courier">${t('Back to trips')}</a>`
}

function shiftCard(
  language: SpokenLanguage,
  shift: OfferedShift,
  { map, leaveHours, now }: ShiftsShown,
): string {
  const t = speak(language)
  const { id, cityId, zoneIds, beginsAt, endsAt, wanted, taken, isOwn } = shift
  const city = map.city(cityId)
  const span = spanText({ from: beginsAt, to: endsAt, timeZone: city?.timeZone ?? 'UTC' }, language)
  const zones = map.zonesOf(cityId).filter((zone) => zoneIds.includes(zone.id))
  const where = [city?.name, ...zones.map(({ name }) => name)].filter(Boolean).join(', ')
  const left = t('{count, plural, one {# place left} other {# places left}}', { count: wanted - taken })
  const isTooLate = now > leavableUntil(shift, leaveHours)
  const form = isOwn ? leaveForm(language, { id, isTooLate }) : takeForm(language, id)
  return html`<section class="card"><p class="who">${span}</p>
<p>${[where, isOwn ? undefined : left].filter(Boolean).join(' · ')}</p>
!${form}</section>`
}

const takeForm = (language: SpokenLanguage, id: string): string =>
  postForm(
    `${shiftsPath}/take`,
    html`!${hiddenField('shift', id)}!${submitButton(speak(language)('Take this shift'), 'plain')}`,
  )

function leaveForm(language: SpokenLanguage, { id, isTooLate }: { id: string; isTooLate: boolean }): string {
  const t = speak(language)
  if (isTooLate) return html`<p class="hint">${t('If you cannot come, call your manager.')}</p>`
  return postForm(
    `${shiftsPath}/leave`,
    html`!${hiddenField('shift', id)}!${submitButton(t('Leave this shift'), 'quiet')}`,
  )
}
