import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Currency } from '../../contract/vocabulary.ts'
import { currencies as knownCurrencies } from '../../contract/vocabulary.ts'
import {
  maxStatementLines,
  readShopStatement,
  statementPageLines,
} from '../../domain/money/statements/shop/read-shop-statement.ts'
import { listCurrenciesOf } from '../../domain/money/statements/shop/shop-statement-store.ts'
import { namedSpans, statementPeriod } from '../../domain/money/statements/shop/statement-period.ts'
import { francCountries, isFrancCountry } from '../../domain/zones/franc-countries.ts'
import { outsideDeadline } from '../../http/response-deadline.ts'
import { chosenOf } from '../../pages/form-fields.ts'
import { csvFile, csvHeaders } from '../exports/csv-file.ts'
import { sentText } from '../exports/delivery-filter.ts'
import type { KeepingDeps } from '../keeping/shop-keeping.ts'
import { chargeRows, workCost } from '../limit-work.ts'
import { speak } from '../web-words.ts'
import { statementHeader, statementRows } from './shop-statement-csv.ts'
import { shopStatementMain } from './shop-statement-page.ts'
import { maxPrintedLines, shopStatementPdf } from './shop-statement-pdf.ts'

/**
 * The statement of a shop: as a page, as CSV and as PDF, for its owners and for those who run the service.
 */
export async function shopStatementRoutes(
  app: FastifyInstance,
  deps: KeepingDeps & { deliveryHref: (shopId: string, id: string) => string },
): Promise<void> {
  const path = `${deps.shopPath}/statement`
  const page = { config: { ...deps.configFor('MANAGE_PAYOUTS'), cost: workCost.form } }
  const file = { config: { ...deps.configFor('MANAGE_PAYOUTS'), cost: workCost.file } }

  app.get(path, page, async (request, reply) => {
    const { facts, shop, of, typed, spans, currencies } = await readQuery(request)
    const { language, timeZone, now, shopHref } = facts
    const skipped = skippedOf(request)
    const statement = await read(request, of, { limit: statementPageLines, skipped })
    const t = speak(language)
    const main = shopStatementMain({
      ...{ language, timeZone, now, shopHref, statement, spans, typed, skipped, currencies },
      deliveryHref: (id) => deps.deliveryHref(shop.id, id),
      pageLines: statementPageLines,
    })
    return deps.sendKept(request, reply, typed.fault ? 422 : 200, 'money', {
      title: t('Statement'),
      main,
      isWide: true,
    })
  })

  app.get(`${path}.csv`, file, async (request, reply) => {
    const { facts, of } = await readQuery(request)
    const statement = await read(request, of, { limit: maxStatementLines })
    const rows = statementRows(statement, facts)
    chargeRows(request, statement.lines.length)
    return reply.headers(csvHeaders(fileName(of.period))).send(csvFile(statementHeader(facts.language), rows))
  })

  app.get(`${path}.pdf`, file, async (request, reply) => {
    const { facts, shop, of } = await readQuery(request)
    const statement = await read(request, of, { limit: maxPrintedLines })
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${fileName(of.period)}.pdf"`,
      })
      .send(await shopStatementPdf(shop.name, statement, facts))
  })

  const read = (
    request: FastifyRequest,
    of: Parameters<typeof readShopStatement>[1],
    lines: { limit: number; skipped?: number },
  ) => outsideDeadline(request, () => readShopStatement(deps, of, lines))

  /** What the address asks for; days that are no period are those of this month. */
  async function readQuery(request: FastifyRequest) {
    // The days of money are the company's, wherever the shop is (decision 259).
    const facts = { ...(await deps.readFacts(request)), timeZone: deps.timeZone }
    const shop = deps.shopOf(request)
    const spans = namedSpans(facts.now, facts.timeZone)
    const [first, last] = spans.THIS_MONTH
    const asked = { from: sentText(request.query, 'from', 20), to: sentText(request.query, 'to', 20) }
    const isAsked = asked.from !== '' || asked.to !== ''
    const period = isAsked ? statementPeriod(asked.from, asked.to, facts.timeZone) : undefined
    const fault = typeof period === 'string' ? period : undefined
    const shown = typeof period === 'object' ? period : statementPeriod(first, last, facts.timeZone)
    if (typeof shown === 'string') throw new Error('A month is a period.')
    const currencies = await listCurrenciesOf(deps.db, shop.id)
    const currency = chosenOf(
      'currency',
      (request.query as Record<string, unknown>).currency,
      knownCurrencies,
    )
    const own = isFrancCountry(shop.country) ? francCountries[shop.country].currency : 'XOF'
    const chosen: Currency =
      currencies.find((each) => each === currency) ??
      (currencies.includes(own) ? own : (currencies[0] ?? own))
    const typed = { from: shown.firstDay, to: shown.lastDay, ...(fault && asked), fault }
    return { facts, shop, of: { shopId: shop.id, currency: chosen, period: shown }, typed, spans, currencies }
  }
}

function skippedOf(request: FastifyRequest): number {
  const page = sentText(request.query, 'page', 6)
  return /^[1-9]\d{0,3}$/.test(page) ? (Number(page) - 1) * statementPageLines : 0
}

const fileName = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string =>
  `releve-${firstDay}-${lastDay}`
