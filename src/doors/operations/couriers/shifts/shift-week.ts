import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayOfWeekText, timeText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, dayBegins, localDayText } from '../../../../base/kernel/local-time.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { copyShifts } from '../../../../domain/couriers/shifts/copy-shifts.ts'
import { planShifts } from '../../../../domain/couriers/shifts/plan-shifts.ts'
import { attendanceOf } from '../../../../domain/couriers/shifts/shift-attendance.ts'
import { listShifts, type Shift } from '../../../../domain/couriers/shifts/shift-store.ts'
import { listShiftTakers, type ShiftTaker } from '../../../../domain/couriers/shifts/shift-taker-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import { emptyPart, waysOn } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { dayOf } from '../courier-list.ts'
import { couriersNotice, couriersPath, mayManage } from '../courier-request.ts'
import { type AskedWeek, askedWeek, cityChoice, shiftsHref, weekHref, zonesOf } from './shift-asked.ts'
import { planCard, type ShiftFaults, shiftForm, spansOn, tickedDays, tickedZones } from './shift-form.ts'
import { needsHref } from './staffing.ts'

/** What was typed into the form, and what is wrong with it. */
type Filled = { typed?: Record<string, string>; faults?: ShiftFaults; notice?: WorkspaceNotice | undefined }

/** `/operations/couriers/shifts`: the shifts of a city in a week, a form for more, and last week again. */
export async function shiftWeekPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 64 * 1024 } as const
  const weekIn = (asked: unknown): AskedWeek => {
    const week = askedWeek(deps, asked)
    if (!week) throw new ApiError('CITY_NOT_FOUND', { city: '' })
    return week
  }

  app.get(shiftsHref, { config: { operates: 'DISPATCH' } }, (request, reply) =>
    show(request, reply, 200, weekIn(request.query), { notice: couriersNotice(request) }),
  )

  app.post(shiftsHref, options, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const week = weekIn(typed)
    const { city, monday } = week
    const language = languageOf(request)
    const days = tickedDays(typed, week.days)
    const read = readForm(shiftForm(language), typed)
    const faults: ShiftFaults = {
      ...read.faults,
      ...(days.length === 0 && { days: speak(language)('Tick at least one day.') }),
    }
    if (!read.values || faults.days) return show(request, reply, 422, week, { typed, faults })
    const { wanted, ...hours } = read.values
    const zoneIds = tickedZones(typed, zonesOf(deps, city.id))
    const spans = spansOn(days, hours, city.timeZone)
    return attempt(
      request,
      async () => {
        const planned = await planShifts(
          { ...deps, actor: actorOf(request) },
          { cityId: city.id, zoneIds, wanted, spans },
        )
        return redirectAfter(reply, weekHref(city.id, monday), planned > 0 ? 'shifts' : 'no-shifts')
      },
      ({ status, notice }) => show(request, reply, status, week, { typed, notice }),
    )
  })

  app.post(`${shiftsHref}/copy`, options, async (request, reply) => {
    const week = weekIn(fieldsOf(request.body))
    const { city, monday } = week
    return attempt(
      request,
      async () => {
        const planned = await copyShifts({ ...deps, actor: actorOf(request) }, { cityId: city.id, monday })
        return redirectAfter(reply, weekHref(city.id, monday), planned > 0 ? 'shifts' : 'no-shifts')
      },
      ({ status, notice }) => show(request, reply, status, week, { notice }),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    week: AskedWeek,
    { typed = {}, faults = {}, notice }: Filled,
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const now = clock.now()
    const { city, monday } = week
    const { timeZone } = city
    const from = dayBegins(monday, timeZone)
    const until = dayBegins(dayAfter(monday, 7), timeZone)
    const shifts = await listShifts(db, { cityId: city.id, from, until })
    const takers = await listShiftTakers(
      db,
      shifts.map(({ id }) => id),
      now,
    )
    const zones = zonesOf(deps, city.id)
    const names = new Map(zones.map(({ id, name }) => [id, name]))
    const row = (shift: Shift) => {
      const own = takers.filter(({ shiftId }) => shiftId === shift.id)
      return shiftRow(shift, { takers: own, names, timeZone, now }, language)
    }
    const today = localDayText(now, timeZone)
    const isManager = mayManage(request)
    const neededDay = week.days.includes(today) ? today : monday
    const days = { from: dayOf(monday, language), to: dayOf(dayAfter(monday, 6), language) }
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title: t('Shifts'),
      back: { href: couriersPath, label: t('Couriers') },
      notice,
      isWide: true,
      isFormPage: status !== 200,
      main: html`!${cityChoice(deps, city, { path: shiftsHref, asked: { week: monday } }, language)}
<p><strong>${t('{from} to {to}', days)}</strong></p>
!${waysOn([
        { href: weekHref(city.id, dayAfter(monday, -7)), label: t('Week before') },
        { href: weekHref(city.id, dayAfter(monday, 7)), label: t('Week after') },
        isManager ? { href: needsHref(city.id, neededDay), label: t('Who is needed when') } : undefined,
      ])}
!${shifts.length === 0 ? emptyPart(t('No shift this week.')) : dayCards(week, shifts, row, language)}
!${isManager && dayAfter(monday, 6) >= today ? copyForm(week, language) : ''}
!${isManager ? planCard(week, { typed, faults, zones, today }, language) : ''}`,
    })
  }
}

const copyForm = ({ city, monday: week }: AskedWeek, language: Language): string =>
  html`<div class="acts">!${buttonForm(
    `${shiftsHref}/copy`,
    speak(language)('Plan as in the week before'),
    'plain',
    {
      ...{ city: city.id, week },
    },
  )}</div>`

/** A card for each day that has shifts. */
function dayCards(
  { days, city }: AskedWeek,
  shifts: readonly Shift[],
  row: (shift: Shift) => string,
  language: Language,
): string {
  return html`!${days.map((day, at) => {
    const ofDay = shifts.filter(({ beginsAt }) => localDayText(beginsAt, city.timeZone) === day)
    if (ofDay.length === 0) return ''
    const name = `${dayOfWeekText(at, language)} ${dayOf(day, language)}`
    return html`<section class="card"><h2>${name}</h2><ul class="rows">!${ofDay.map(row)}</ul></section>`
  })}`
}

type RowFacts = {
  takers: readonly ShiftTaker[]
  names: ReadonlyMap<string, string>
  timeZone: string
  now: Date
}

function shiftRow(shift: Shift, { takers, names, timeZone, now }: RowFacts, language: Language): string {
  const t = speak(language)
  const { id, beginsAt, endsAt, wanted, zoneIds } = shift
  const hours = `${timeText(beginsAt, timeZone, language)} – ${timeText(endsAt, timeZone, language)}`
  const missing = takers.filter((taker) => attendanceOf(shift, taker, now) === 'MISSING').length
  const zones = zoneIds.flatMap((zoneId) => names.get(zoneId) ?? []).join(', ')
  const taken = t('{taken} of {wanted}', { taken: takers.length, wanted })
  const absent = t('{count, plural, one {1 did not come} other {# did not come}}', { count: missing })
  const about = [zones, takers.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')
  const look = takers.length < wanted ? 'waiting' : ''
  return html`<li><a href="${shiftsHref}/${id}"><span><strong>${hours}</strong><br>
<span class="soft">${about}</span></span>
<span>!${missing > 0 ? html`<span class="badge bad">${absent}</span> ` : ''}
<span class="badge ${look}">${taken}</span></span></a></li>`
}
