import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { type AuditLine, listAudit } from '../../../../domain/audit/audit-store.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { hrefWith, rowsOr, tabs, waysOn } from '../../../../pages/list-parts.ts'
import { type AuditTopic, auditTopics, topicOf } from '../../../../web/audit/audit-filter.ts'
import { auditRow } from '../../../../web/audit/audit-line-page.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../../console-request.ts'
import { type ConsoleText, speak } from '../../console-words.ts'

const pageSize = 25

const topicNames: Record<AuditTopic, ConsoleText> = {
  shop: 'Shop',
  addresses: 'Addresses',
  deliveries: 'Deliveries',
  team: 'Team',
  keys: 'API keys',
  webhooks: 'Webhooks',
}

type AuditQuery = { Querystring: { about?: unknown; before?: unknown } }

/**
 * `/settings/audit`: who did what in a shop, newest first, with the values that changed; its owner reads it.
 */
export async function shopAuditPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps
  const config = { needs: 'READ_AUDIT' } as const

  app.get<AuditQuery>(`${shopPath}/settings/audit`, { config }, async (request, reply) => {
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
    const language = languageOf(request)
    const t = speak(language)
    const reader = {
      language,
      now: clock.now(),
      timeZone: shopTimeZone(deps, await deps.shops.shop(shop.id)),
      nameOf: await nameActors(db, shop.id, people),
      deliveryHref: ({ subject_id }: AuditLine) => shopHref(shop.id, `/deliveries/${subject_id}`),
    }

    const href = shopHref(shop.id, '/settings/audit')
    const topics = [undefined, ...(Object.keys(auditTopics) as AuditTopic[])].map((each) => ({
      href: hrefWith(href, { about: each }),
      label: each === undefined ? t('Everything') : t(topicNames[each]),
      isCurrent: each === topic,
    }))
    const older = { href: hrefWith(href, { about: topic, before: lines.at(-1)?.id }), label: t('Older') }
    const ways = [
      beforeId === undefined
        ? undefined
        : { href: hrefWith(href, { about: topic }), label: t('Back to the newest') },
      found.length > pageSize ? older : undefined,
    ]
    const none = {
      text: t('Nothing has been changed yet.'),
      next: { href: shopHref(shop.id, '/settings'), label: t('Settings') },
    }
    const rows = lines.map((line) => auditRow(reader, line))
    return deps.sendPage(request, reply, 200, {
      section: 'settings',
      title: t('Audit'),
      back: { href: shopHref(shop.id, '/settings'), label: t('Settings') },
      main: html`
<p>${t('Who changed what in your shop. Nothing here can be altered or removed.')}</p>
!${tabs(topics)}
!${rowsOr(rows, none, 'ol')}
!${waysOn(ways)}`,
    })
  })
}
