import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { checkField, textField } from '../../pages/form-parts.ts'
import { speak } from '../web-words.ts'
import {
  closedField,
  fromField,
  type HoursFaults,
  type HoursGroup,
  hoursGroups,
  shownSpans,
  toField,
  workingDays,
} from './typed-hours.ts'

const groupNames = {
  week: 'Monday to Friday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const

const faultTexts = {
  TIME: 'Write times like 08:00 or 18:30.',
  HALF: 'A time is missing: write when it opens and when it closes.',
  OVERLAP: 'These hours overlap.',
} as const

type HoursScreen = {
  language: Language
  typed: Record<string, string>
  faults: HoursFaults
  /** What the hours are those of, and what they are for. */
  summary: string
  lead: string
}

/** The opening hours of a place: the working days together, the weekend, and days that differ. */
export function hoursFields(screen: HoursScreen): string {
  const t = speak(screen.language)
  const isOpen = hoursGroups.some((group) => isFilled(screen, group))
  const hasDays = workingDays.some((day) => isFilled(screen, day))
  const days = html`<details id="days"!${hasDays ? ' open' : ''}>
<summary>${t('A working day that differs')}</summary>
<p class="hint">${t('Fill in only the days that do not follow the hours of Monday to Friday.')}</p>
<div class="stack">!${workingDays.map((day) => group(screen, day))}</div></details>`
  const together = (['week', 'saturday', 'sunday'] as const).map((each) => group(screen, each))
  return html`<details class="card" id="hours"!${isOpen ? ' open' : ''}><summary>${screen.summary}</summary>
<p class="hint">${screen.lead}</p><div class="stack">!${together}</div>!${days}</details>`
}

const isFilled = ({ typed, faults }: HoursScreen, group: HoursGroup): boolean =>
  faults[group] !== undefined ||
  Object.entries(typed).some(([name, value]) => name.startsWith(`${group}-`) && value !== '')

function group(screen: HoursScreen, name: HoursGroup): string {
  const t = speak(screen.language)
  const fault = screen.faults[name]
  const day = workingDays.find((each) => each === name)
  const spans = Array.from({ length: shownSpans(screen.typed) }, (_, index) => span(screen, name, index + 1))
  const closed =
    day &&
    checkField({
      name: closedField(day),
      label: t('Closed that day'),
      isChecked: screen.typed[closedField(day)] === 'on',
    })
  const error = fault
    ? html`<p class="error" id="${name}-error" role="alert">${t(faultTexts[fault])}</p>`
    : ''
  const described = fault ? html` aria-describedby="${name}-error"` : ''
  return html`<fieldset class="field!${fault ? ' wrong' : ''}"!${described}>
<legend>${t(groupNames[name])}</legend>!${error}
<div class="times">!${spans}</div>!${closed ?? ''}</fieldset>`
}

function span({ language, typed }: HoursScreen, name: HoursGroup, number: number): string {
  const t = speak(language)
  const time = (field: string, label: string) =>
    textField({ name: field, label, value: typed[field], attributes: { type: 'time' } })
  const from = number === 1 ? t('From') : t('Then from')
  return html`!${time(fromField(name, number), from)}!${time(toField(name, number), t('To'))}`
}
