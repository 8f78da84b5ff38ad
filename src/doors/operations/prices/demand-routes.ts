import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { findTariff } from '../../../domain/pricing/tariff-store.ts'
import type { Demand } from '../../../domain/zones/city-demand.ts'
import { type DemandWish, switchDemand } from '../../../domain/zones/switch-demand.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import { cityHref, cityPath, type OneCity, readCity } from '../cities/city-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speakEach } from '../operations-words.ts'
import { demandPage, demandSpans } from './demand-page.ts'

const doneNotices: Record<string, OperationsText> = {
  started: 'It is on. New prices include it.',
  extended: 'It is extended.',
  ended: 'It is ended.',
}

const demands: readonly Demand[] = ['RAIN', 'HIGH_DEMAND']
const done = { START: 'started', EXTEND: 'extended', END: 'ended' } as const

/** Rain and high demand of a city, each switched on for a time. */
export async function demandRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/demand`

  app.get<OneCity>(path, { config }, async (request, reply) =>
    send(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
  )

  app.post<OneCity>(path, { config, bodyLimit: 8 * 1024 }, async (request, reply) => {
    const city = await readCity({ db }, request)
    const fields = fieldsOf(request.body)
    try {
      const wish = wishOf(fields)
      const demand = demands.find((each) => each === fields.demand)
      if (!demand) throw new ApiError('DEMAND_CHANGED')
      await switchDemand({ ...deps, actor: actorOf(request) }, { cityId: city.id, demand }, wish)
      return redirectAfter(reply, cityHref(city.id, '/demand'), done[wish.act])
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, notice)
    }
  })

  async function send(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const now = clock.now()
    const city = await readCity({ db }, request)
    const page = demandPage({
      language: languageOf(request),
      city,
      now,
      tariff: await findTariff(db, city.id, now),
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** What a form asks for. Throws DEMAND_END_REFUSED for a time that the page does not offer. */
function wishOf(fields: Record<string, string>): DemandWish {
  const act = chosenOf('act', fields.act, ['START', 'EXTEND', 'END']) ?? 'START'
  if (act === 'END') return { act }
  const minutes = demandSpans.find((span) => String(span) === fields.minutes)
  if (minutes === undefined) throw new ApiError('DEMAND_END_REFUSED')
  const shownMs = Date.parse(fields.shown ?? '')
  const shown = Number.isNaN(shownMs) ? null : new Date(shownMs)
  return act === 'EXTEND' ? { act, minutes, shown } : { act, minutes }
}
