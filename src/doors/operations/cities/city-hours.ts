import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { beginningText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import {
  type CityOpening,
  isDate,
  isSameDay,
  maxSpecialDayName,
  maxSpecialDays,
  nextOpening,
  type SpecialDay,
} from '../../../domain/zones/opening/city-opening.ts'
import { setCityHours } from '../../../domain/zones/opening/set-city-hours.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { checkField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { hoursFields } from '../../../web/hours/hours-page.ts'
import { type HoursFaults, readTime, readTypedHours, typedHours } from '../../../web/hours/typed-hours.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from './city-request.ts'

type Typed = Record<string, string>
type DayPart = 'date' | 'name' | 'yearly' | 'from' | 'to'
type DayFault = keyof typeof dayFaults
type Faults = { hours: HoursFaults; special: Record<number, DayFault> }

const partNames = {
  date: 'Date',
  name: 'Name (Christmas, feast…)',
  yearly: 'Every year on this day',
  from: 'Opens at',
  to: 'Closes at',
} as const

const dayFaults = {
  DATE: 'This is not a date.',
  TWICE: 'This date is in the list already.',
  NAME: 'At most 60 characters.',
  HALF: 'A time is missing.',
  TIME: 'Write times like 08:00 or 18:30.',
} as const

/** Empty lines below those that are filled in. */
const spareLines = 3

/** `/operations/cities/ID/hours`: when a city is served, and on which days it differs. */
export async function cityHoursPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/hours`

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const notice = doneNotice(request, { saved: speak(languageOf(request))('The hours are saved.') })
    return show(request, reply, 200, city, typedOpening(city.opening), {}, notice)
  })

  app.post<OneCity>(path, { config, bodyLimit: 64 * 1024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const read = readOpening(typed)
    if ('faults' in read) return show(request, reply, 422, city, typed, read.faults)
    return attempt(
      request,
      async () => {
        await setCityHours(acting(deps, request), city.id, read.opening)
        return redirectAfter(reply, cityHref(city.id, '/hours'), 'saved')
      },
      ({ status, notice }) => show(request, reply, status, city, typed, {}, notice),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    typed: Typed,
    { hours = {}, special = {} }: Partial<Faults>,
    notice?: WorkspaceNotice,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const week = hoursFields({
      language,
      typed,
      faults: hours,
      summary: t('Hours of the week'),
      lead: t(
        'By the clocks of the city ({timeZone}). If everything stays empty, the city is open day and night.',
        { timeZone: city.timeZone },
      ),
    })
    const hint = t(
      'A holiday without hours is closed. One with the same date each year, such as 1 January, is ticked once for all; of one that moves, such as Tabaski, each date is given. A line without a date is left out; other days that are over disappear by themselves.',
    )
    const days = Array.from({ length: shownLines(typed) }, (_, index) =>
      dayLine(index + 1, typed, special[index + 1], language),
    )
    const refuses = checkField({
      name: 'refuses',
      label: t('Refuse quotes and orders outside these hours'),
      hint: t(
        'Shops then receive the code CLOSED with the next opening. What is ordered already goes on, and a scheduled order counts for the start of its window.',
      ),
      isChecked: typed.refuses === 'on',
    })
    const fields = html`!${week}
<section class="card"><h2>${t('Closed or different days')}</h2>
<p class="hint">${hint}</p><div class="stack">!${days}</div></section>
!${refuses}
!${submitButton(t('Save'))}`
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Hours and closed days'),
      back: { href: cityHref(city.id), label: city.name },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${stateText(city, deps.clock.now(), language)}</p>
!${postForm(cityHref(city.id, '/hours'), fields)}`,
    })
  }
}

/** Whether a city is open now, and when it opens. */
function stateText({ opening, timeZone }: City, now: Date, language: Language): string {
  const t = speak(language)
  if (!opening || (!opening.hours && opening.specialDays.length === 0))
    return t('No hours: open day and night.')
  const next = nextOpening(opening, now, timeZone)
  if (next === null) return t('Open right now.')
  return next === 'UNKNOWN'
    ? t('Closed, and no opening is planned.')
    : t('Closed right now; it opens on {when}.', { when: beginningText(next, timeZone, language) })
}

/** The name of a field of the special day with this number, from 1. */
const dayField = (number: number, part: DayPart): string => `special-${number}-${part}`

function dayLine(number: number, typed: Typed, fault: DayFault | undefined, language: Language): string {
  const t = speak(language)
  const field = (part: DayPart, attributes: Record<string, string | number>, error?: string) => {
    const name = dayField(number, part)
    return textField({ name, label: t(partNames[part]), value: typed[name], error, attributes })
  }
  const name = dayField(number, 'yearly')
  const yearly = checkField({ name, label: t(partNames.yearly), isChecked: typed[name] === 'on' })
  return html`<fieldset class="pair">
!${field('date', { type: 'date' }, fault && t(dayFaults[fault]))}
!${field('name', { maxlength: maxSpecialDayName, autocomplete: 'off' })}
!${yearly}
<div class="times">!${field('from', { type: 'time' })}!${field('to', { type: 'time' })}</div></fieldset>`
}

/** How many lines of special days the form shows. */
function shownLines(typed: Typed): number {
  const numbers = Array.from({ length: maxSpecialDays }, (_, index) => index + 1)
  const filled = numbers.findLast((number) => typed[dayField(number, 'date')]) ?? 0
  return Math.min(maxSpecialDays, filled + spareLines)
}

/** The hours of a city as its form shows them; of a special day, its first hours. */
function typedOpening(opening: CityOpening | null): Typed {
  const special = (opening?.specialDays ?? []).flatMap(({ date, name, spans: [span], isYearly }, index) => [
    [dayField(index + 1, 'date'), date],
    [dayField(index + 1, 'name'), name],
    [dayField(index + 1, 'yearly'), isYearly ? 'on' : ''],
    [dayField(index + 1, 'from'), span?.[0] ?? ''],
    [dayField(index + 1, 'to'), span?.[1] ?? ''],
  ])
  return {
    ...typedHours(opening?.hours ?? null),
    ...Object.fromEntries(special),
    ...(opening?.refusesWhenClosed && { refuses: 'on' }),
  }
}

/** Reads the form, or says what is wrong with it, by group of hours and by number of a special day. */
function readOpening(typed: Typed): { opening: CityOpening } | { faults: Faults } {
  const hours = readTypedHours(typed)
  const special: Record<number, DayFault> = {}
  const specialDays: SpecialDay[] = []
  for (let number = 1; number <= maxSpecialDays; number += 1) {
    const day = readDay(typed, number, specialDays)
    if (typeof day === 'string') special[number] = day
    else if (day) specialDays.push(day)
  }
  if ('faults' in hours || Object.keys(special).length > 0)
    return { faults: { hours: 'faults' in hours ? hours.faults : {}, special } }
  return { opening: { hours: hours.hours, specialDays, refusesWhenClosed: typed.refuses === 'on' } }
}

function readDay(
  typed: Typed,
  number: number,
  before: readonly SpecialDay[],
): SpecialDay | DayFault | undefined {
  const sent = (part: DayPart) => cleanedLine((typed[dayField(number, part)] ?? '').slice(0, 200))
  const [date, name, from, to] = [sent('date'), sent('name'), sent('from'), sent('to')]
  if (date === '') return undefined
  if (!isDate(date)) return 'DATE'
  const isYearly = typed[dayField(number, 'yearly')] === 'on'
  const day: SpecialDay = { date, name, spans: [], ...(isYearly && { isYearly }) }
  if (before.some((other) => isSameDay(day, other))) return 'TWICE'
  if (name.length > maxSpecialDayName) return 'NAME'
  if (from === '' && to === '') return day
  if (from === '' || to === '') return 'HALF'
  const [opens, closes] = [readTime(from), readTime(to)]
  return opens && closes ? { ...day, spans: [[opens, closes]] } : 'TIME'
}
