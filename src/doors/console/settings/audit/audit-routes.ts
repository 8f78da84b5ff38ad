import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { listAudit } from '../../../../domain/audit/audit-store.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { auditTopics, topicOf } from '../../../../web/audit/audit-filter.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../../console-request.ts'
import { auditPage } from './audit-page.ts'

const pageSize = 25

type AuditQuery = { Querystring: { about?: unknown; before?: unknown } }

/** The audit of a shop, which its owner reads. */
export async function auditRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps

  app.get<AuditQuery>(
    `${shopPath}/settings/audit`,
    { config: { needs: 'READ_AUDIT' } },
    async (request, reply) => {
      const { shop } = memberOf(request)
      const { about, before } = request.query
      const topic = topicOf(about)
      const beforeId = typeof before === 'string' && isUuid(before) ? before : undefined
      const found = await listAudit(db, {
        shopId: shop.id,
        limit: pageSize + 1,
        ...(topic && { subjectTypes: auditTopics[topic] }),
        ...(beforeId !== undefined && { beforeId }),
      })
      const lines = found.slice(0, pageSize)
      const people = lines.flatMap(({ actor, subject_type, subject_id }) => [
        actor,
        ...(subject_type === 'ACCOUNT' ? [`ACCOUNT:${subject_id}`] : []),
      ])
      const page = auditPage({
        language: languageOf(request),
        shopHref: shopHref(shop.id),
        now: clock.now(),
        timeZone: shopTimeZone(deps, await deps.shops.shop(shop.id)),
        lines,
        hasMore: found.length > pageSize,
        nameOf: await nameActors(db, shop.id, people),
        topic,
        isLater: beforeId !== undefined,
      })
      return deps.sendPage(request, reply, 200, page)
    },
  )
}
