import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  listOwed,
  type OwedRow,
  type RevenueRow,
  readRevenue,
} from '../../../../domain/money/statements/service/service-figures-store.ts'
import { namedSpans, statementPeriod } from '../../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { csvFile, csvHeaders } from '../../../../web/exports/csv-file.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { leftOf, owedColumns, owedPage, revenueColumns, revenuePage } from './figures-page.ts'

const pageSize = 50
/** How many rows of a file are in memory at once. */
const batchSize = 1_000

/** What the service earned by day and city, and what it owes to whom: as pages and as CSV. */
export async function figuresRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('books')
  const config = { operates: 'MANAGE' } as const
  const heavy = { config: { ...config, cost: workCost.form } }
  const file = { config: { ...config, cost: workCost.file } }

  app.get(`${path}/revenue`, heavy, async (request, reply) => {
    const { rows, typed } = await readRevenueOf(request)
    const page = revenuePage({ language: languageOf(request), rows, typed })
    return deps.sendPage(request, reply, typed.fault ? 422 : 200, page)
  })

  app.get(`${path}/revenue.csv`, file, async (request, reply) => {
    const { rows, typed } = await readRevenueOf(request)
    const header = Object.values(speakEach(languageOf(request), revenueColumns))
    return reply
      .headers(csvHeaders(`revenu-${typed.from}-${typed.to}`))
      .send(csvFile(header, rows.map(revenueCells)))
  })

  app.get(`${path}/owed`, { config }, async (request, reply) => {
    const to = toOf(request)
    const typed = sentText(request.query, 'page', 6)
    const page = /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 1
    const found = await listOwed(deps.db, { to, limit: pageSize + 1, skipped: (page - 1) * pageSize })
    const rows = found.slice(0, pageSize)
    const screen = { language: languageOf(request), to, rows, page, hasMore: found.length > pageSize }
    return deps.sendPage(request, reply, 200, owedPage(screen))
  })

  app.get(`${path}/owed.csv`, file, async (request, reply) => {
    const to = toOf(request)
    const header = ['ID', ...Object.values(speakEach(languageOf(request), owedColumns))]
    const name = to === 'SHOPS' ? 'du-aux-boutiques' : 'du-aux-livreurs'
    return reply.headers(csvHeaders(name)).send(csvFile(header, owedCells(to)))
  })

  async function* owedCells(to: 'SHOPS' | 'COURIERS') {
    for (let skipped = 0; ; skipped += batchSize) {
      const rows = await listOwed(deps.db, { to, limit: batchSize, skipped })
      for (const row of rows) yield owedRowCells(row)
      if (rows.length < batchSize) return
    }
  }

  async function readRevenueOf(request: FastifyRequest) {
    const { timeZone } = deps
    const [first, last] = namedSpans(deps.clock.now(), timeZone).THIS_MONTH
    const [from, to] = [sentText(request.query, 'from', 20), sentText(request.query, 'to', 20)]
    const asked = from === '' && to === '' ? undefined : statementPeriod(from, to, timeZone)
    const period = typeof asked === 'object' ? asked : statementPeriod(first, last, timeZone)
    if (typeof period === 'string') throw new Error('A month is a period.')
    const fault = typeof asked === 'string' ? asked : undefined
    const rows = await outsideDeadline(request, () => readRevenue(deps.database, { ...period, timeZone }))
    return { rows, typed: fault ? { from, to, fault } : { from: period.firstDay, to: period.lastDay, fault } }
  }
}

const toOf = ({ query }: FastifyRequest): 'SHOPS' | 'COURIERS' =>
  chosenOf('to', (query as Record<string, unknown>).to, ['shops', 'couriers']) === 'couriers'
    ? 'COURIERS'
    : 'SHOPS'

const revenueCells = (row: RevenueRow) => [
  row.day,
  row.cityName,
  row.currency,
  row.deliveries,
  row.tripFcfa,
  row.discountFcfa,
  row.collectionFcfa,
  row.feesFcfa,
  row.courierPayFcfa,
  leftOf(row),
]

const owedRowCells = (row: OwedRow) => [
  row.id,
  row.name,
  row.currency,
  row.salesFcfa,
  row.feesFcfa,
  row.owedFcfa,
]
