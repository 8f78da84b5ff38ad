import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { failureCodes } from '../../../../base/contract/vocabulary.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { searchDeliveries } from '../../../../domain/deliveries/finding/search-deliveries.ts'
import { getDelivery } from '../../../../domain/deliveries/get-delivery.ts'
import { advanceDelivery } from '../../../../domain/sandbox/advance-delivery.ts'
import { outcomes } from '../../../../domain/sandbox/next-step.ts'
import { resetShop } from '../../../../domain/sandbox/reset-shop.ts'
import { openStatuses } from '../../../../web/exports/delivery-filter.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { type ConsoleText, speakEach } from '../../console-words.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'
import { type PanelQuery, sandboxPanelPage } from './sandbox-panel-page.ts'

/** How many deliveries one chooses from. */
const shownDeliveries = 10

const sandboxDone: Record<string, ConsoleText> = {
  moved: 'The delivery has moved on.',
  reset: 'The sandbox is empty.',
  'reset-more': 'Part of it is removed. There is much: do it again to go on.',
}

/** `/developers/sandbox`: moves test deliveries to any ending, and empties the sandbox. Registered in the sandbox only. */
export async function sandboxPanelRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/developers/sandbox`
  const selling = { config: { needs: 'SELL' } } as const
  const as = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const hrefOf = (request: FastifyRequest) => shopHref(memberOf(request).shop.id, '/developers/sandbox')

  app.get(path, selling, async (request, reply) => {
    const notice = doneNotice(request, speakEach(languageOf(request), sandboxDone))
    return send(request, reply, 200, readPanelQuery(request.query), notice)
  })

  app.post(`${path}/advance`, selling, async (request, reply) => {
    const { delivery: id = '', outcome: wanted, reason } = fieldsOf(request.body)
    const shopId = memberOf(request).shop.id
    if (!isUuid(id)) throw new ApiError('DELIVERY_NOT_FOUND')
    const outcome = chosenOf('outcome', wanted, outcomes)
    const asked = chosenOf('reason', reason, failureCodes)
    const failureReason = outcome === 'FAILED' ? asked : undefined
    try {
      await advanceDelivery(
        as(request),
        { shopId, id },
        { ...(outcome && { outcome }), ...(failureReason && { failureReason }) },
      )
      return redirectAfter(reply, `${hrefOf(request)}?delivery=${id}`, 'moved')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code === 'DELIVERY_NOT_FOUND') throw error
      return send(request, reply, status, { typed: '', chosen: id }, notice)
    }
  })

  app.post(`${path}/reset`, { config: { needs: 'MANAGE_SHOP' } }, async (request, reply) => {
    const { isComplete } = await resetShop(as(request), memberOf(request).shop.id)
    return redirectAfter(reply, hrefOf(request), isComplete ? 'reset' : 'reset-more')
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    query: PanelQuery,
    notice?: WorkspaceNotice,
  ) {
    const { shop } = memberOf(request)
    const { rows } = await searchDeliveries(
      deps.db,
      shop.id,
      {
        typed: query.typed,
        country: shop.country,
        filter: query.typed === '' ? { statuses: openStatuses } : {},
      },
      shownDeliveries,
    )
    const chosen =
      query.chosen === undefined
        ? undefined
        : await getDelivery(deps.db, { shopId: shop.id, id: query.chosen })
    const facts = await readDeveloperFacts(deps, request)
    return deps.sendPage(request, reply, status, sandboxPanelPage({ ...facts, query, rows, chosen }, notice))
  }
}

function readPanelQuery(query: unknown): PanelQuery {
  const { q, delivery } = (query ?? {}) as { q?: unknown; delivery?: unknown }
  if (typeof delivery === 'string' && !isUuid(delivery)) throw new ApiError('DELIVERY_NOT_FOUND')
  return {
    typed: typeof q === 'string' ? q.trim().slice(0, 100) : '',
    chosen: typeof delivery === 'string' ? delivery : undefined,
  }
}
