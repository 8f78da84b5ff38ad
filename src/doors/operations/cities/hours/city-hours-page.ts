import { html } from 'ghtml'
import { beginningText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { nextOpening } from '../../../../domain/zones/opening/city-opening.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { hoursFields } from '../../../../web/hours/hours-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'
import { type CityHoursFaults, shownLines, specialField } from './city-hours-form.ts'

const partNames = {
  date: 'Date',
  name: 'Name (Christmas, feast…)',
  from: 'Opens at',
  to: 'Closes at',
} as const

const faultNames = {
  DATE: 'This is not a date.',
  TWICE: 'This date is in the list already.',
  NAME: 'At most 60 characters.',
  HALF: 'A time is missing.',
  TIME: 'Write times like 08:00 or 18:30.',
} as const

export type CityHoursScreen = {
  language: Language
  city: City
  now: Date
  typed: Record<string, string>
  faults: CityHoursFaults
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** When a city is served, and on which days it differs. */
export function cityHoursPage(screen: CityHoursScreen): OperationsContent {
  const { language, city, typed, faults, notice, isFormPage } = screen
  const t = speak(language)
  const lines = Array.from({ length: shownLines(typed) }, (_, index) => specialLine(screen, index + 1))
  const fields = html`!${hoursFields({ language, typed, faults: faults.hours, summary: t('Hours of the week'), lead: t('By the clocks of the city ({timeZone}). If everything stays empty, the city is open day and night.', { timeZone: city.timeZone }) })}
<section class="card"><h2>${t('Closed or different days')}</h2><p class="hint">${t('A holiday without hours is closed. A line without a date is left out; days that are over disappear by themselves.')}</p><div class="stack">!${lines}</div></section>
!${checkField({ name: 'refuses', label: t('Refuse quotes and orders outside these hours'), hint: t('Shops then receive the code CLOSED with the next opening. What is ordered already goes on, and a scheduled order counts for the start of its window.'), isChecked: typed.refuses === 'on' })}
!${submitButton(t('Save'))}`
  return {
    section: 'cities',
    title: t('Hours and closed days'),
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isFormPage,
    main: html`<p>${stateText(screen)}</p>!${postForm(cityHref(city.id, '/hours'), fields)}`,
  }
}

function stateText({ language, city: { opening, timeZone }, now }: CityHoursScreen): string {
  const t = speak(language)
  if (!opening || (!opening.hours && opening.specialDays.length === 0))
    return t('No hours: open day and night.')
  const next = nextOpening(opening, now, timeZone)
  if (next === null) return t('Open right now.')
  return next === 'UNKNOWN'
    ? t('Closed, and no opening is planned.')
    : t('Closed right now; it opens on {when}.', { when: beginningText(next, timeZone, language) })
}

function specialLine({ language, typed, faults }: CityHoursScreen, number: number): string {
  const t = speak(language)
  const fault = faults.special[number]
  const field = (part: 'date' | 'name' | 'from' | 'to', attributes: Record<string, string | number>) => {
    const name = specialField(number, part)
    const error = fault && part === 'date' ? t(faultNames[fault]) : undefined
    return textField({ name, label: t(partNames[part]), value: typed[name], error, attributes })
  }
  return html`<fieldset class="pair">!${field('date', { type: 'date' })}!${field('name', { maxlength: 60, autocomplete: 'off' })}<div class="times">!${field('from', { type: 'time' })}!${field('to', { type: 'time' })}</div></fieldset>`
}
