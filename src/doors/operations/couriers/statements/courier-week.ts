import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, weekdayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, isDay, localDayText } from '../../../../base/kernel/local-time.ts'
import { courierName } from '../../../../domain/couriers/courier-name.ts'
import type { CourierStatement } from '../../../../domain/couriers/statements/courier-statement.ts'
import { readCourierWeek } from '../../../../domain/money/statements/courier/read-courier-week.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { factList } from '../../../../pages/list-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { dayOf } from '../courier-list.ts'
import { courierOf, couriersPath, queryLine } from '../courier-request.ts'
import { tripRows } from '../courier-trips.ts'
import { statementCsv } from './statement-csv.ts'
import { moneyLines, statementPdf } from './statement-pdf.ts'

/** What a courier earned and was paid in a week, `?week=` a day of it: as a page, as a PDF and as CSV. */
export async function courierStatementPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const path = `${couriersPath}/:courierId/statement`
  const config = { operates: 'MANAGE' } as const
  const file = { config: { ...config, cost: workCost.file } }
  const timesOf = (request: FastifyRequest) => ({
    language: languageOf(request),
    now: clock.now(),
    timeZone,
  })

  app.get(path, { config }, async (request, reply) => {
    const { courier, statement, money } = await readWeek(request)
    const times = timesOf(request)
    const { language } = times
    const t = speak(language)
    const { monday } = statement.week
    const nextMonday = dayAfter(monday, 7)
    const hasNext = nextMonday <= localDayText(times.now, timeZone)
    const href = `${couriersPath}/${courier.id}`
    const name = courierName(courier)
    const link = (day: string, label: string, kind = '') =>
      html`<a class="button plain" href="${href}/statement${kind}?week=${day}">${label}</a>`
    const days = { from: dayOf(monday, language), to: dayOf(dayAfter(monday, 6), language) }
    const paid = moneyLines(money, times)
    return deps.sendPage(request, reply, 200, {
      section: 'couriers',
      title: t('Statement of {name}', { name }),
      back: { href, label: name },
      main: html`<p><strong>${t('{from} to {to}', days)}</strong></p>
<p class="acts">!${[
        link(dayAfter(monday, -7), t('Week before')),
        hasNext ? link(nextMonday, t('Week after')) : '',
        link(monday, t('PDF'), '.pdf'),
        link(monday, t('CSV'), '.csv'),
      ]}</p>
!${dayTable(statement, language)}
!${paid.length > 0 ? html`<section class="card">!${factList(paid)}</section>` : ''}
!${tripRows(statement.trips, times)}`,
    })
  })

  app.get(`${path}.pdf`, file, async (request, reply) => {
    const { courier, statement, money } = await readWeek(request)
    return reply
      .type('application/pdf')
      .headers(fileHeaders(statement, 'pdf'))
      .send(await statementPdf(courier, { statement, money }, timesOf(request)))
  })

  app.get(`${path}.csv`, file, async (request, reply) => {
    const { statement, money } = await readWeek(request)
    return reply
      .type('text/csv; charset=utf-8')
      .headers(fileHeaders(statement, 'csv'))
      .send(statementCsv({ statement, money }, timesOf(request)))
  })

  async function readWeek(request: FastifyRequest) {
    const courier = await courierOf(deps, request)
    const asked = queryLine(request, 'week')
    const day = asked !== undefined && isDay(asked) ? asked : localDayText(clock.now(), timeZone)
    return { courier, ...(await readCourierWeek(db, { courierId: courier.id, day, timeZone })) }
  }
}

const fileHeaders = ({ week: { monday } }: CourierStatement, ending: string) => ({
  'cache-control': 'no-store',
  'content-disposition': `attachment; filename="releve-${monday}.${ending}"`,
})

function dayTable({ days, sum }: CourierStatement, language: Language): string {
  const t = speak(language)
  const figures = ({ trips, payFcfa, bonusFcfa }: typeof sum, isTotal = false) =>
    [String(trips), amountText(payFcfa, language), amountText(bonusFcfa, language)].map(
      (text) => html`<td class="number">!${isTotal ? html`<strong>${text}</strong>` : html`${text}`}</td>`,
    )
  const rows = days.map(
    (each) => html`<tr><th scope="row">${weekdayText(each.day, language)}</th>!${figures(each)}</tr>`,
  )
  const heads = [t('Trips'), t('Pay#statement'), t('Of it bonuses')].map(
    (head) => html`<th scope="col" class="number">${head}</th>`,
  )
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${t('Day')}"><table>
<thead><tr><th scope="col">${t('Day')}</th>!${heads}</tr></thead>
<tbody>!${rows}
<tr class="total"><th scope="row">${t('Total')}</th>!${figures(sum, true)}</tr></tbody></table></div>`
}
