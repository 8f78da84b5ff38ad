import { html } from 'ghtml'
import { beginningText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { nextOpening } from '../../../../domain/zones/opening/city-opening.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { hoursFields } from '../../../../web/hours/hours-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { cityHref } from '../city-request.ts'
import { type CityHoursFaults, shownLines, specialField } from './city-hours-form.ts'
import { cityHoursWording } from './city-hours-wording.ts'

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
  const words = cityHoursWording[language]
  const lines = Array.from({ length: shownLines(typed) }, (_, index) => specialLine(screen, index + 1))
  const fields = html`!${hoursFields({ language, typed, faults: faults.hours, summary: words.weekly, lead: words.weeklyLead(city.timeZone) })}
<section class="card"><h2>${words.special}</h2><p class="hint">${words.specialLead}</p><div class="stack">!${lines}</div></section>
!${checkField({ name: 'refuses', label: words.refuses, hint: words.refusesHint, isChecked: typed.refuses === 'on' })}
!${submitButton(words.save)}`
  return {
    section: 'cities',
    title: words.title,
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isFormPage,
    main: html`<p>${stateText(screen)}</p>!${postForm(cityHref(city.id, '/hours'), fields)}`,
  }
}

function stateText({ language, city: { opening, timeZone }, now }: CityHoursScreen): string {
  const words = cityHoursWording[language].now
  if (!opening || (!opening.hours && opening.specialDays.length === 0)) return words.always
  const next = nextOpening(opening, now, timeZone)
  if (next === null) return words.open
  return next === 'UNKNOWN' ? words.unknown : words.opens(beginningText(next, timeZone, language))
}

function specialLine({ language, typed, faults }: CityHoursScreen, number: number): string {
  const words = cityHoursWording[language]
  const fault = faults.special[number]
  const field = (part: 'date' | 'name' | 'from' | 'to', attributes: Record<string, string | number>) => {
    const name = specialField(number, part)
    const error = fault && part === 'date' ? words.faults[fault] : undefined
    return textField({ name, label: words[part], value: typed[name], error, attributes })
  }
  return html`<fieldset class="pair">!${field('date', { type: 'date' })}!${field('name', { maxlength: 60, autocomplete: 'off' })}<div class="times">!${field('from', { type: 'time' })}!${field('to', { type: 'time' })}</div></fieldset>`
}
