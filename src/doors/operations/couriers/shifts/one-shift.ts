import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { spanText } from '../../../../base/kernel/figure-text.ts'
import { fullName } from '../../../../base/kernel/full-name.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { localDayText, mondayOf } from '../../../../base/kernel/local-time.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { changeShift } from '../../../../domain/couriers/shifts/change-shift.ts'
import { leaveShift } from '../../../../domain/couriers/shifts/leave-shift.ts'
import { removeShift } from '../../../../domain/couriers/shifts/remove-shift.ts'
import { attendanceOf } from '../../../../domain/couriers/shifts/shift-attendance.ts'
import { findShift, type Shift } from '../../../../domain/couriers/shifts/shift-store.ts'
import { listShiftTakers, type ShiftTaker } from '../../../../domain/couriers/shifts/shift-taker-store.ts'
import { takeShift } from '../../../../domain/couriers/shifts/take-shift.ts'
import { findCourierLines } from '../../../../domain/couriers/standing/courier-list-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm, postForm, selectField, submitButton } from '../../../../pages/form-parts.ts'
import { factList, rowsOr } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { couriersNotice, couriersPath, mayManage } from '../courier-request.ts'
import { shiftsHref, weekHref, zonesOf } from './shift-asked.ts'
import { changeCard, type ShiftFaults, shiftForm, spansOn, tickedZones, typedShift } from './shift-form.ts'

/** How many couriers can be chosen from. */
const maxChoices = 500

const attendances = {
  TO_COME: { name: 'Is to come', look: 'over' },
  ON_DUTY: { name: 'On duty', look: '' },
  CAME: { name: 'Came', look: 'over' },
  MISSING: { name: 'Did not come', look: 'bad' },
} as const

/** `/operations/couriers/shifts/ID`: who has taken a shift and who came; couriers are put on it and taken off; it is changed. */
export async function oneShiftPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing } = deps
  const path = `${shiftsHref}/:shiftId`
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const

  app.get(path, { config: { operates: 'DISPATCH' } }, (request, reply) =>
    show(request, reply, 200, couriersNotice(request)),
  )

  for (const [name, { verb, done }] of Object.entries({
    put: { verb: takeShift, done: 'put-on' },
    'take-off': { verb: leaveShift, done: 'taken-off' },
  }))
    app.post(`${path}/${name}`, options, async (request, reply) => {
      const { courierId = '' } = fieldsOf(request.body)
      const { id: shiftId } = await shiftOf(request)
      return attempt(
        request,
        async () => {
          if (!isUuid(courierId)) throw new ApiError('COURIER_NOT_FOUND')
          await verb({ ...deps, actor: actorOf(request) }, { shiftId, courierId })
          return redirectAfter(reply, `${shiftsHref}/${shiftId}`, done)
        },
        ({ status, notice }) => show(request, reply, status, notice),
      )
    })

  app.post(`${path}/change`, options, async (request, reply) => {
    const shift = await shiftOf(request)
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(shiftForm(languageOf(request)), typed)
    if (!values) return show(request, reply, 422, undefined, { typed, faults })
    const timeZone = timeZoneOf(shift.cityId)
    const [span] = spansOn([localDayText(shift.beginsAt, timeZone)], values, timeZone)
    const zoneIds = tickedZones(typed, zonesOf(deps, shift.cityId))
    return attempt(
      request,
      async () => {
        if (!span) throw new ApiError('SHIFT_INVALID')
        const change = { ...span, zoneIds, wanted: values.wanted }
        await changeShift({ ...deps, actor: actorOf(request) }, shift.id, change)
        return redirectAfter(reply, `${shiftsHref}/${shift.id}`, 'shift-changed')
      },
      ({ status, notice }) => show(request, reply, status, notice, { typed, faults: {} }),
    )
  })

  app.post(`${path}/remove`, options, async (request, reply) => {
    const { id } = await shiftOf(request)
    const { cityId, beginsAt } = await removeShift({ ...deps, actor: actorOf(request) }, id)
    return redirectAfter(reply, weekHref(cityId, mondayIn(cityId, beginsAt)), 'shift-removed')
  })

  /** The shift that an address names. Throws SHIFT_NOT_FOUND. */
  async function shiftOf({ params }: FastifyRequest): Promise<Shift> {
    const { shiftId = '' } = params as { shiftId?: string }
    const shift = isUuid(shiftId) ? await findShift(db, shiftId) : undefined
    if (!shift) throw new ApiError('SHIFT_NOT_FOUND')
    return shift
  }

  const timeZoneOf = (cityId: string) => pricing.map.current().city(cityId)?.timeZone ?? deps.timeZone
  const mondayIn = (cityId: string, at: Date) => mondayOf(localDayText(at, timeZoneOf(cityId)))

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    filled?: { typed: Record<string, string>; faults: ShiftFaults },
  ) {
    const shift = await shiftOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const now = clock.now()
    const { id, cityId, beginsAt, endsAt, wanted, zoneIds } = shift
    const takers = await listShiftTakers(db, [id], now)
    const isOpen = mayManage(request) && endsAt > now
    const rows = takers.map((taker) => takerRow(shift, taker, { now, isOpen }, language))
    const cityZones = zonesOf(deps, cityId)
    const zones = cityZones.filter((zone) => zoneIds.includes(zone.id))
    const form = filled ?? { typed: typedShift(shift, timeZoneOf(cityId)), faults: {} }
    const facts = [
      [t('City'), pricing.map.current().city(cityId)?.name],
      [t('Zones'), zones.length > 0 ? zones.map(({ name }) => name).join(', ') : t('the whole city')],
      [t('Couriers wanted'), wanted],
    ] as const
    const title = spanText({ from: beginsAt, to: endsAt, timeZone: timeZoneOf(cityId) }, language)
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title,
      back: { href: weekHref(cityId, mondayIn(cityId, beginsAt)), label: t('Shifts') },
      notice,
      main: html`<section class="card">!${factList(facts)}</section>
<section class="card"><h2>${t('Couriers')}</h2>!${rowsOr(rows, t('Nobody has taken it yet.'))}
!${isOpen ? await putForm(shift, takers, language) : ''}</section>
!${isOpen ? changeCard(id, { ...form, zones: cityZones }, language) : ''}
!${isOpen ? removeCard(id, language) : ''}`,
    })
  }

  async function putForm({ id, cityId }: Shift, takers: readonly ShiftTaker[], language: Language) {
    const t = speak(language)
    const lines = await findCourierLines(db, { cityId, expiresBefore: '2000-01-01' }, { limit: maxChoices })
    const options = lines
      .filter((line) => line.suspendedAt === null && !takers.some(({ courierId }) => courierId === line.id))
      .map((line) => ({ value: line.id, label: fullName(line.firstName, line.lastName) }))
    if (options.length === 0) return ''
    const field = selectField({ name: 'courierId', label: t('Courier'), value: '', options })
    const button = submitButton(t('Put on it'), 'plain')
    return postForm(`${shiftsHref}/${id}/put`, html`!${field}!${button}`, 'row')
  }
}

function takerRow(
  shift: Shift,
  taker: ShiftTaker,
  { now, isOpen }: { now: Date; isOpen: boolean },
  language: Language,
): string {
  const t = speak(language)
  const { courierId, name, phone } = taker
  const { name: state, look } = attendances[attendanceOf(shift, taker, now)]
  const off = buttonForm(`${shiftsHref}/${shift.id}/take-off`, t('Take off it'), 'quiet', { courierId })
  return html`<li><div class="line whole"><span>
<a href="${couriersPath}/${courierId}"><strong>${name}</strong></a>
<span class="badge ${look}">${t(state)}</span><br>
<span class="soft">${spacedPhone(phone)}</span></span>!${isOpen ? off : ''}</div></li>`
}

function removeCard(id: string, language: Language): string {
  const t = speak(language)
  const about = t('Whoever has taken it is told.')
  return html`<details class="card"><summary>${t('Remove this shift')}</summary><p>${about}</p>
!${buttonForm(`${shiftsHref}/${id}/remove`, t('Remove'), 'danger')}</details>`
}
