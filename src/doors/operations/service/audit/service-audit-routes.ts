import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../../../base/kernel/language.ts'
import { localDayText } from '../../../../base/kernel/local-time.ts'
import { type AuditFilter, type AuditLine, listAudit } from '../../../../domain/audit/audit-store.ts'
import type { AccountKind } from '../../../../domain/money/ledger/ledger-account.ts'
import { placeOf } from '../../../../domain/money/settlement/money-move.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { listShopNames } from '../../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import type { AuditReader } from '../../../../web/audit/audit-line-page.ts'
import { chargeRows, workCost } from '../../../../web/limit-work.ts'
import { booksKinds, placeName } from '../../books/account-wording.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { type AuditFilePage, auditFile } from './audit-file.ts'
import { afterLine, doneBy, serviceAuditPage } from './service-audit-page.ts'
import { type AuditQuery, auditFilterOf, readAuditQuery } from './service-audit-query.ts'
import { auditedRules, serviceAuditActs, serviceAuditValues } from './service-audit-wording.ts'

const pageSize = 50

/** The most lines of a file, and how many of them are read at once. */
const maxFileLines = 5_000
const fileStep = 500

/** Where money was moved or booked, as the pages of the books call it. */
function placeSaid(name: string, value: string, language: Language): string | undefined {
  if (name === 'movedFrom' || name === 'movedTo') return placeName(placeOf(value), language)

  return name === 'settledInto' && Object.hasOwn(booksKinds, value)
    ? speak(language)(booksKinds[value as AccountKind])
    : undefined
}

/** The audit over all shops and the service, as a page and as a file. */
export async function serviceAuditRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(serviceHref('audit'), { config }, async (request, reply) => {
    const query = readAuditQuery(request.query)
    const found = await listAudit(db, { ...auditFilterOf(query, timeZone), limit: pageSize + 1 })
    const lines = found.slice(0, pageSize)
    const { reader } = await readerOf(request, lines, query)
    const hasMore = found.length > pageSize
    return deps.sendPage(
      request,
      reply,
      200,
      serviceAuditPage({ reader, query, lines, hasMore, maxFileLines }),
    )
  })

  app.get(`${serviceHref('audit')}.csv`, { config: { ...config, cost: workCost.file } }, (request, reply) => {
    const query = readAuditQuery(request.query)
    const day = localDayText(clock.now(), timeZone)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${day}.csv"`)
      .send(auditFile(pagesOf(request, query), languageOf(request)))
  })

  async function* pagesOf(request: FastifyRequest, query: AuditQuery): AsyncGenerator<AuditFilePage> {
    const filter: AuditFilter = { ...auditFilterOf(query, timeZone), limit: fileStep }
    for (let read = 0; read < maxFileLines; read += fileStep) {
      const lines = await listAudit(db, filter)
      chargeRows(request, lines.length)
      yield { lines, ...(await readerOf(request, lines, query)) }
      const last = lines.at(-1)
      if (lines.length < fileStep || !last) return
      filter.beforeId = last.id
    }
  }

  async function readerOf(
    request: FastifyRequest,
    lines: readonly AuditLine[],
    query: AuditQuery,
  ): Promise<{ reader: AuditReader; shops: ReadonlyMap<string, string> }> {
    const language = languageOf(request)
    const people = lines.flatMap(({ actor, subject_type, subject_id }) => [
      actor,
      ...(subject_type === 'ACCOUNT' ? [`ACCOUNT:${subject_id}`] : []),
    ])
    const shops = await listShopNames(
      db,
      lines.flatMap(({ shop_id }) => shop_id ?? []),
    )
    const reader: AuditReader = {
      language,
      timeZone,
      now: clock.now(),
      nameOf: await nameActors(db, null, people, { namesOperators: true }),
      deliveryHref: ({ subject_id }) => `/operations/deliveries/${subject_id}`,
      further: {
        acts: speakEach(language, serviceAuditActs),
        values: { ...auditedRules, ...speakEach(language, serviceAuditValues) },
        said: (name, value) => placeSaid(name, value, language),
      },
      after: afterLine(language, shops, query),
      by: (actor) => doneBy(language, actor),
    }
    return { reader, shops }
  }
}
