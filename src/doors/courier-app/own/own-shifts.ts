import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedValue } from '../../../base/database/cached-value.ts'
import { writtenLanguage } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError, type ErrorCode, errorBody, errors } from '../../../contract/errors.ts'
import { leaveShift } from '../../../domain/couriers/shifts/leave-shift.ts'
import { shiftBounds } from '../../../domain/couriers/shifts/shift-bounds.ts'
import { listOfferedShifts } from '../../../domain/couriers/shifts/shift-taker-store.ts'
import { takeShift } from '../../../domain/couriers/shifts/take-shift.ts'
import type { ServiceMap } from '../../../domain/zones/service-map.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { doneOf } from '../../../web/signed-in-request.ts'
import type { Notice } from '../courier-page.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { actingAs, type OwnDeps, sendOwn } from './own-frame.ts'
import { shiftsMain, shiftsPath } from './own-shifts-page.ts'

/** How many shifts the page shows. */
const maxShown = 100
const dayMs = 24 * 60 * 60_000

const done: Record<string, CourierText> = {
  taken: 'The shift is yours.',
  left: 'You have left the shift.',
}

/** Refusals in each language of these pages. */
const refusedTexts: Partial<Record<string, CourierText>> = {
  SHIFT_NOT_FOUND: 'This shift is there no more.',
  SHIFT_OVER: 'This shift is over.',
  SHIFT_FULL: 'This shift has no place left.',
  SHIFT_OVERLAPS: 'You have another shift at the same time.',
}

/** `/courier/shifts`: the shifts to come of the courier's cities, to be taken and left. */
export async function ownShifts(
  app: FastifyInstance,
  deps: OwnDeps & { pricing: { map: CachedValue<ServiceMap> } },
): Promise<void> {
  const { db, clock, rules } = deps

  app.get(shiftsPath, (request, reply) => {
    const said = done[doneOf(request) ?? '']
    const text = said && speak(spokenLanguageOf(request))(said)
    return show(request, reply, 200, text ? { kind: 'done', text } : undefined)
  })

  for (const [name, { verb, word }] of Object.entries({
    take: { verb: takeShift, word: 'taken' },
    leave: { verb: leaveShift, word: 'left' },
  }))
    app.post(`${shiftsPath}/${name}`, async (request, reply) => {
      const { shift: shiftId = '' } = fieldsOf(request.body)
      const { id: courierId } = courierOf(request)
      try {
        if (!isUuid(shiftId)) throw new ApiError('SHIFT_NOT_FOUND')
        await verb({ ...actingAs(deps, request), rules }, { shiftId, courierId })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { status } = errors[error.code as ErrorCode]
        if (status >= 500) throw error
        return show(request, reply, status, refusedNotice(error, request))
      }
      return reply.redirect(`${shiftsPath}?done=${word}`, 303)
    })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: Notice | undefined,
  ) {
    const language = spokenLanguageOf(request)
    const now = clock.now()
    const until = new Date(now.getTime() + shiftBounds.shownDays * dayMs)
    const { id: courierId } = courierOf(request)
    const shifts = await listOfferedShifts(db, { courierId, now, until, limit: maxShown })
    const { SHIFT_LEAVE_HOURS: leaveHours } = rules.current()
    const main = shiftsMain(language, { shifts, leaveHours, now, map: deps.pricing.map.current() })
    return sendOwn(deps, request, reply, { main, path: shiftsPath, notice, status })
  }
}

function refusedNotice(refusal: ApiError, request: FastifyRequest): Notice {
  const language = spokenLanguageOf(request)
  const t = speak(language)
  const plain = refusedTexts[refusal.code]
  const { hours } = refusal.params as { hours?: number }
  const text =
    refusal.code === 'SHIFT_TOO_NEAR' && hours !== undefined
      ? t('A shift can be left until {hours} h before it begins. Call your manager.', { hours })
      : plain
        ? t(plain)
        : errorBody(refusal, writtenLanguage(language)).message
  return { kind: 'refused', text }
}
