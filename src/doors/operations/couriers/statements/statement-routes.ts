import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isDay, localDayText } from '../../../../base/kernel/local-time.ts'
import { readCourierWeek } from '../../../../domain/statements/courier/read-courier-week.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { courierOf, couriersPath, queryLine } from '../courier-request.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPage } from './statement-page.ts'
import { statementPdf } from './statement-pdf.ts'

const path = `${couriersPath}/:courierId/statement`
const config = { operates: 'MANAGE' } as const
const file = { config: { ...config, cost: workCost.file } }

/** What a courier earned and was paid in a week, `?week=` a day of it: as a page, as a PDF and as CSV. */
export async function statementRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const sheet = (request: FastifyRequest) => ({ language: languageOf(request), now: clock.now(), timeZone })

  app.get(path, { config }, async (request, reply) => {
    const { courier, statement, money } = await statementOf(request)
    return deps.sendPage(request, reply, 200, statementPage(courier, { statement, money }, sheet(request)))
  })

  app.get(`${path}.pdf`, file, async (request, reply) => {
    const { courier, statement, money } = await statementOf(request)
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': disposition(statement.week.monday, 'pdf'),
      })
      .send(await statementPdf(courier, { statement, money }, sheet(request)))
  })

  app.get(`${path}.csv`, file, async (request, reply) => {
    const { statement, money } = await statementOf(request)
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': disposition(statement.week.monday, 'csv'),
      })
      .send(statementCsv({ statement, money }, sheet(request)))
  })

  async function statementOf(request: FastifyRequest) {
    const courier = await courierOf(deps, request)
    const asked = queryLine(request, 'week')
    const day = asked !== undefined && isDay(asked) ? asked : localDayText(clock.now(), timeZone)
    return { courier, ...(await readCourierWeek(db, { courierId: courier.id, day, timeZone })) }
  }
}

const disposition = (monday: string, ending: string): string =>
  `attachment; filename="releve-${monday}.${ending}"`
