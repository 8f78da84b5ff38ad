import { html } from 'ghtml'
import { weekdayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, localMoment, wallClock } from '../../../../base/kernel/local-time.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import { type ShiftSpan, shiftBounds } from '../../../../domain/couriers/shifts/shift-bounds.ts'
import type { Shift } from '../../../../domain/couriers/shifts/shift-store.ts'
import type { Zone } from '../../../../domain/zones/service-map.ts'
import { type FormFaults, formFields, numberField, typedField } from '../../../../pages/form.ts'
import { checkField, hiddenField, postForm, submitButton } from '../../../../pages/form-parts.ts'
import { speak } from '../../operations-words.ts'
import { type AskedWeek, shiftsHref } from './shift-asked.ts'

type Typed = Readonly<Record<string, string>>

/** When a shift is and how many couriers it wants; its days and zones are boxes beside it. */
export const shiftForm = (language: Language) => {
  const t = speak(language)
  const time = {
    wrong: t('A time such as 08:00.'),
    isNarrow: true,
    attributes: { type: 'time', required: true },
    read: (text: string) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
  }
  return {
    from: typedField({ label: t('From#hours'), ...time }),
    to: typedField({ label: t('To#hours'), hint: t('Earlier than the beginning: the next day.'), ...time }),
    wanted: numberField({
      label: t('Couriers wanted'),
      wrong: t('A whole number from {min} to {max}.', shiftBounds.wanted),
      read: (text) => readWhole(text, shiftBounds.wanted),
      attributes: { required: true },
    }),
  }
}

/** The days of a week that are ticked, and the zones. */
export const tickedDays = (typed: Typed, days: readonly string[]): string[] =>
  days.filter((day) => typed[`day-${day}`] === 'on')
export const tickedZones = (typed: Typed, zones: readonly Zone[]): string[] =>
  zones.map(({ id }) => id).filter((id) => typed[`zone-${id}`] === 'on')

/** The shifts of these days by the clocks of a city; one that ends before it begins ends on the next day. */
export const spansOn = (
  days: readonly string[],
  { from, to }: { from: string; to: string },
  timeZone: string,
): ShiftSpan[] =>
  days.flatMap((day) => {
    const beginsAt = localMoment(`${day}T${from}`, timeZone)
    const endsAt = localMoment(`${to > from ? day : dayAfter(day, 1)}T${to}`, timeZone)
    return beginsAt && endsAt ? [{ beginsAt, endsAt }] : []
  })

/** The form that plans shifts of a week; days before `today` are not offered. */
export function planCard(
  { city, monday, days }: AskedWeek,
  { typed, faults, zones, today }: { typed: Typed; faults: ShiftFaults; zones: Zone[]; today: string },
  language: Language,
): string {
  const t = speak(language)
  const dayBoxes = days
    .filter((day) => day >= today)
    .map((day) => {
      const isChecked = typed[`day-${day}`] === 'on'
      return checkField({ name: `day-${day}`, label: weekdayText(day, language), isChecked })
    })
  if (dayBoxes.length === 0) return ''
  const dayFault = faults.days ? html`<p class="error" role="alert">${faults.days}</p>` : ''
  const fields = html`!${hiddenField('city', city.id)}!${hiddenField('week', monday)}
<fieldset class="field"><legend>${t('Days')}</legend>!${dayFault}
<div class="boxes">!${dayBoxes}</div></fieldset>
!${formFields(shiftForm(language), typed, faults)}!${zoneBoxes(typed, zones, language)}
!${submitButton(t('Plan'))}`
  return html`<section class="card"><h2>${t('Plan shifts')}</h2>!${postForm(shiftsHref, fields)}</section>`
}

/** The zones that a shift is of, to be ticked; none for the whole city. */
function zoneBoxes(typed: Typed, zones: readonly Zone[], language: Language): string {
  if (zones.length === 0) return ''
  const boxes = zones.map(({ id, name }) =>
    checkField({ name: `zone-${id}`, label: name, isChecked: typed[`zone-${id}`] === 'on' }),
  )
  return html`<details!${tickedZones(typed, zones).length > 0 ? ' open' : ''}>
<summary>${speak(language)('In some zones only')}</summary><div class="boxes">!${boxes}</div></details>`
}

/** A shift as it stands, as its form says it. */
export const typedShift = ({ beginsAt, endsAt, wanted, zoneIds }: Shift, timeZone: string): Typed => ({
  ...{ from: clockText(beginsAt, timeZone), to: clockText(endsAt, timeZone), wanted: String(wanted) },
  ...Object.fromEntries(zoneIds.map((id) => [`zone-${id}`, 'on'])),
})

const clockText = (at: Date, timeZone: string): string => wallClock(at, timeZone).toISOString().slice(11, 16)

/** The form that changes a shift on its day; who has taken it is told. */
export function changeCard(
  id: string,
  { typed, faults, zones }: { typed: Typed; faults: ShiftFaults; zones: Zone[] },
  language: Language,
): string {
  const t = speak(language)
  const isOpen = Object.keys(faults).length > 0
  const fields = html`!${formFields(shiftForm(language), typed, faults)}!${zoneBoxes(typed, zones, language)}
!${submitButton(t('Change'))}`
  return html`<details class="card" ${isOpen ? 'open' : ''}><summary>${t('Change this shift')}</summary>
<p>${t('Whoever has taken it keeps it, and is told.')}</p>
!${postForm(`${shiftsHref}/${id}/change`, fields)}</details>`
}

export type ShiftFaults = FormFaults<ReturnType<typeof shiftForm>> & { days?: string | undefined }
