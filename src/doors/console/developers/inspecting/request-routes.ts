import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { chosenOf } from '../../../../base/pages/form-fields.ts'
import { listApiRequests } from '../../../../domain/api-requests/list-api-requests.ts'
import { listKeyLabels } from '../../../../domain/shops/shop-store.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopPath } from '../../console-request.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'
import { type RequestQuery, requestsPage, statusClasses } from './requests-page.ts'

/** `/developers/requests`: what the shop’s programs asked of the API in the last seven days. */
export async function requestRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps
  app.get(`${shopPath}/developers/requests`, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop } = memberOf(request)
    const query = readRequestQuery(request.query)
    const { statusClass, operation, code, key, before } = query
    const found = await listApiRequests({ db, clock, actor: actorOf(request) }, shop.id, {
      filter: {
        ...(statusClass !== undefined && { statusClass }),
        ...(operation !== undefined && { operation }),
        ...(code !== undefined && { errorCode: code }),
        ...(key !== undefined && { keyId: key }),
      },
      ...(before !== undefined && { beforeId: before }),
    })
    const ids = new Set(found.items.map(({ key_id }) => key_id))
    if (key !== undefined) ids.add(key)
    const labels = await listKeyLabels(db, shop.id, [...ids])
    const facts = await readDeveloperFacts(deps, request)
    return deps.sendPage(request, reply, 200, requestsPage({ ...facts, query, labels, ...found }))
  })
}

/** What the address of the page asks for; what cannot be a value selects nothing. Throws CHOICE_UNKNOWN. */
function readRequestQuery(query: unknown): RequestQuery {
  const sent = (query ?? {}) as Record<string, unknown>
  const matching = (name: string, pattern: RegExp) => {
    const value = sent[name]
    return typeof value === 'string' && pattern.test(value) ? value : undefined
  }
  const id = (name: string) => {
    const value = sent[name]
    return typeof value === 'string' && isUuid(value) ? value : undefined
  }
  const asked = chosenOf('status', sent.status, statusClasses.map(String))
  return {
    statusClass: asked === undefined ? undefined : statusClasses.find((each) => String(each) === asked),
    operation: matching('operation', /^[A-Za-z]{1,60}$/),
    code: matching('code', /^[A-Z_]{1,60}$/),
    key: id('key'),
    before: id('before'),
  }
}
