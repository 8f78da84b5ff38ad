import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { isIn, requireIn } from '../../../domain/deliveries/delivery-status.ts'
import { assignChosenCourier } from '../../../domain/matching/overseeing/assign-chosen-courier.ts'
import { listCouriersToChoose } from '../../../domain/matching/overseeing/list-couriers-to-choose.ts'
import { reassignCourier } from '../../../domain/matching/overseeing/reassign-courier.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { addressOfAct } from './act-address.ts'
import { type CourierChoice, chooseCourierPage } from './choose-courier-page.ts'
import { type OperatedRoute, operatedKey, operatedPath, operatedRow } from './operated-delivery-key.ts'

const config = { operates: 'DISPATCH' } as const
const path = `${operatedPath}/courier`

type Typed = CourierChoice['typed'] & { named: string }

/** A courier is chosen by hand for a delivery that has none yet, or instead of the one who is on the way to the shop. */
export async function chooseCourierRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get<OperatedRoute & { Querystring: { q?: unknown } }>(path, { config }, async (request, reply) => {
    const { q } = request.query
    return sendChoice(request, reply, 200, {
      courier: '',
      reason: '',
      named: typeof q === 'string' ? q.slice(0, 40) : '',
    })
  })

  app.post<OperatedRoute>(path, { config }, async (request, reply) => {
    const { courier = '', reason = '', instead, named = '' } = fieldsOf(request.body)
    const key = await operatedKey(deps.db, request.params.deliveryId)
    const acting = { ...deps, actor: actorOf(request) }
    try {
      if (!isUuid(courier)) throw new ApiError('COURIER_NOT_FOUND')
      if (instead === undefined) await assignChosenCourier(acting, key, courier, reason)
      else await reassignCourier(acting, key, courier, { reason, instead: instead || null })
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code === 'ROLE_REQUIRED') throw error
      const about = code === 'REASON_REQUIRED' ? notice.text : undefined
      return sendChoice(request, reply, status, { courier, reason, named }, { notice, error: about })
    }
    const done = addressOfAct(instead === undefined ? 'ASSIGN' : 'REASSIGN')
    return redirectAfter(reply, `/operations/deliveries/${key.id}`, done)
  })

  async function sendChoice(
    request: FastifyRequest<OperatedRoute>,
    reply: FastifyReply,
    status: number,
    { named, ...typed }: Typed,
    { notice, error }: { notice?: WorkspaceNotice; error?: string | undefined } = {},
  ) {
    const { db, clock, pricing, cityMapOf, sendPage } = deps
    const row = await operatedRow(db, request.params.deliveryId)
    const isReassigned = isIn('assigned', row.status)
    if (!isReassigned && !isIn('searching', row.status)) {
      if (notice === undefined) return reply.redirect(`/operations/deliveries/${row.id}`, 303)
      requireIn('assigned', row.status)
    }
    const [couriers, shop] = await Promise.all([
      listCouriersToChoose(deps, row, named),
      getShop(db, row.shop_id),
    ])
    const choice: CourierChoice = {
      row,
      language: languageOf(request),
      now: clock.now(),
      shopName: shop.name,
      couriers,
      named,
      map: cityMapOf(pricing.map.current().city(row.city_id)),
      isReassigned,
      typed,
      error,
    }
    return sendPage(request, reply, status, chooseCourierPage(choice, notice))
  }
}
