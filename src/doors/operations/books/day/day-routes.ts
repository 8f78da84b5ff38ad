import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../../../base/kernel/clock.ts'
import { dayAfter, isDay, localDayText, localMoment } from '../../../../base/kernel/local-time.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { currencies } from '../../../../contract/vocabulary.ts'
import { countTill } from '../../../../domain/money/settlement/count-till.ts'
import { placeOf } from '../../../../domain/money/settlement/money-move.ts'
import { listFloatAccounts, moveMoney } from '../../../../domain/money/settlement/move-money.ts'
import { maxDaysBack, readMoneyDay } from '../../../../domain/money/statements/service/read-money-day.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { type DayScreen, dayPage } from './day-page.ts'

const doneNotices = {
  moved: 'It is noted.',
  counted: 'The count is noted.',
} as const

/** `/operations/service/books/day`: a day's end, and noting what was moved and counted. */
export async function dayRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${serviceHref('books')}/day`
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 8_192 }
  const { clock, timeZone } = deps
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const idOf = (form: string | undefined) => (form && isUuid(form) ? form : newId(clock.now()))
  const currencyOf = (text: string | undefined) => chosenOf('currency', text, currencies) ?? 'XOF'

  app.get(path, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const today = localDayText(clock.now(), timeZone)
    const asked = sentText(request.query, 'day', 10)
    const isFine = asked === '' || (isDay(asked) && asked <= today && dayAfter(asked, maxDaysBack) >= today)
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    if (isFine) return send(request, reply, 200, { day: asked || today, notice })
    return send(request, reply, 422, {
      day: today,
      dayFault: t('Choose a day that has begun, no more than {days} days ago.', { days: maxDaysBack }),
    })
  })

  app.post(`${path}/move`, options, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const movedAt = localMoment(typed.movedAt ?? '', timeZone)
    if (!movedAt) {
      const text = speak(languageOf(request))('This moment cannot be read.')
      return refuse(request, reply, 422, { kind: 'warning', text }, { ...typed, act: 'move' })
    }
    return attempt(request, reply, { typed, act: 'move', outcome: 'moved' }, () =>
      moveMoney(acting(request), {
        id: idOf(typed.form),
        from: placeOf((typed.from ?? '').slice(0, 40)),
        to: placeOf((typed.to ?? '').slice(0, 40)),
        currency: currencyOf(typed.currency),
        amountFcfa: readFcfa(typed.amount ?? '') ?? 0,
        feeFcfa: readFcfa(typed.fee || '0') ?? -1,
        reference: typed.reference ?? '',
        movedAt,
        note: typed.note ?? '',
      }),
    )
  })

  app.post(`${path}/count`, options, async (request, reply) => {
    const typed = fieldsOf(request.body)
    return attempt(request, reply, { typed, act: 'count', outcome: 'counted' }, () =>
      countTill(acting(request), {
        id: idOf(typed.form),
        currency: currencyOf(typed.currency),
        countedFcfa: readFcfa(typed.counted ?? '') ?? -1,
        note: typed.note ?? '',
      }),
    )
  })

  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    { typed, act, outcome }: { typed: Record<string, string>; act: 'move' | 'count'; outcome: string },
    work: () => Promise<void>,
  ) {
    try {
      await work()
      return redirectAfter(reply, path, outcome)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return refuse(request, reply, status, notice, { ...typed, act })
    }
  }

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: DayScreen['notice'],
    typed: Record<string, string>,
  ) =>
    send(request, reply, status, {
      ...{ day: localDayText(clock.now(), timeZone), notice, typed, isFormPage: true },
    })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: Pick<DayScreen, 'day'> & Partial<DayScreen>,
  ) {
    const [read, floats] = await outsideDeadline(request, () =>
      Promise.all([readMoneyDay(deps, shown.day), listFloatAccounts(deps.db, deps)]),
    )
    const now = clock.now()
    const { form = '' } = shown.typed ?? {}
    const page = dayPage({
      ...{ language: languageOf(request), timeZone, now, today: localDayText(now, timeZone), floats },
      ...{ formId: isUuid(form) ? form : newId(now), ...read, ...shown },
    })
    return deps.sendPage(request, reply, status, page)
  }
}
