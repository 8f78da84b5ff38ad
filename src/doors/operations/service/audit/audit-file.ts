import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { localDayText } from '../../../../base/kernel/local-time.ts'
import { type AuditFilter, listAudit } from '../../../../domain/audit/audit-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import {
  auditActText,
  auditByText,
  auditChangesText,
  auditSubjectText,
} from '../../../../web/audit/audit-line-page.ts'
import { chargeRows, workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { auditReader } from './audit-reader.ts'
import { type AuditQuery, auditFilterOf, readAuditQuery } from './service-audit-query.ts'

/** The most lines of a file, and how many of them are read at once. */
export const maxFileLines = 5_000
const fileStep = 500

const columnNames = ['When', 'Who', 'Act#columns', 'On', 'Shop', 'Changes'] as const

/**
 * `/operations/service/audit.csv`: lines of the audit, one row each, in which nothing is a formula
 * (decision 139).
 */
export async function auditFile(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE', cost: workCost.file } as const

  app.get(`${serviceHref('audit')}.csv`, { config }, (request, reply) => {
    const t = speak(languageOf(request))
    const query = readAuditQuery(request.query)
    const csv = stringify({
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      header: true,
      columns: columnNames.map((name) => t(name)),
      escape_formulas: true,
      cast: { string: (text) => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'") },
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="audit-${localDayText(clock.now(), timeZone)}.csv"`,
      )
      .send(pipeline(Readable.from(rowsOf(request, query)), csv, () => {}))
  })

  async function* rowsOf(request: FastifyRequest, query: AuditQuery) {
    const filter: AuditFilter = { ...auditFilterOf(query, timeZone), limit: fileStep }
    for (let read = 0; read < maxFileLines; read += fileStep) {
      const lines = await listAudit(db, filter)
      chargeRows(request, lines.length)
      const { reader, shops } = await auditReader(deps, languageOf(request), lines, query)
      for (const line of lines)
        yield [
          line.occurred_at.toISOString().slice(0, 16).replace('T', ' '),
          auditByText(reader, line),
          auditActText(reader, line),
          auditSubjectText(reader, line) || line.subject_id,
          (line.shop_id && shops.get(line.shop_id)) ?? '',
          auditChangesText(reader, line),
        ]
      const last = lines.at(-1)
      if (lines.length < fileStep || !last) return
      filter.beforeId = last.id
    }
  }
}
