import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { hasBacklog } from '../../../domain/reports/counting-store.ts'
import type { ReportRange } from '../../../domain/reports/report-range.ts'
import { languageOf } from '../../../http/response-language.ts'
import { csvFile, csvHeaders } from '../../../web/exports/csv-file.ts'
import { figureCard } from '../../../web/figures/figure-card.ts'
import { rangeText } from '../../../web/figures/report-text.ts'
import { workCost } from '../../../web/limit-work.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { figureTabs, type ReportName, reportNames } from '../service/service-page.ts'
import { type AskedReport, askedReport, reportFileHref, reportHref, reportsHref } from './asked-report.ts'
import { couriersReport } from './couriers-report.ts'
import { demandReport } from './demand-report.ts'
import { failuresReport } from './failures-report.ts'
import { moneyReport } from './money-report.ts'
import { punctualityReport } from './punctuality-report.ts'
import { reportForm } from './report-form.ts'
import { readSummary, summaryPart } from './report-summary.ts'
import { shopsReport } from './shops-report.ts'
import type { Report, ReportPageDeps } from './shown-report.ts'
import { timesReport } from './times-report.ts'

/**
 * `/operations/reports`: what the figures say, from sums that are kept (decision 334). The page itself is a
 * summary; each report has a page of its own, and a file with the same numbers.
 */

type OneReport = Exclude<ReportName, ''>

/** The reports, by the ends of their addresses. */
const reports = {
  punctuality: punctualityReport,
  times: timesReport,
  failures: failuresReport,
  demand: demandReport,
  couriers: couriersReport,
  money: moneyReport,
  shops: shopsReport,
} as const satisfies Record<OneReport, Report>

/** Said while deliveries from before are being counted. */
const stillCounting: OperationsText =
  'Earlier deliveries are still being counted: these figures are not whole yet.'

/** Those that the summary shows. */
const summarized: readonly OneReport[] = ['punctuality', 'demand', 'money']

/** Adds the summary, and the page and the file of each report. */
export async function reportPages(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, pricing } = deps
  const operates = 'MANAGE'
  const readDeps: ReportPageDeps = {
    db,
    cityName: (id) => pricing.map.current().city(id)?.name ?? '',
    today: () => localDayText(clock.now(), timeZone),
  }
  const askedOf = (request: FastifyRequest): AskedReport =>
    askedReport(request.query, { now: clock.now(), timeZone, map: pricing.map.current() })

  app.get(reportsHref, { config: { operates, cost: workCost.form } }, async (request, reply) => {
    const asked = askedOf(request)
    const language = languageOf(request)
    const [summary, other] = await Promise.all([
      readSummary(readDeps, asked),
      asked.other && readSummary(readDeps, { ...asked, range: asked.other }),
    ])
    const cards = await Promise.all(summarized.map((name) => card(name, asked.range, asked, language)))
    const [first, ...others] = cards
    const main = html`!${summaryPart(summary, other, language)}!${first}<div class="beside">!${others}</div>`
    return send(request, reply, { name: '', title: 'Reports', asked, main })
  })

  for (const [name, report] of Object.entries(reports) as [OneReport, Report][]) {
    const config = { operates, cost: workCost.form } as const
    app.get(`${reportsHref}/${name}`, { config }, async (request, reply) => {
      const asked = askedOf(request)
      const language = languageOf(request)
      const [shown, other] = await Promise.all([
        card(name, asked.range, asked, language),
        asked.other && card(name, asked.other, asked, language),
      ])
      const main = other ? html`<div class="beside">!${shown}!${other}</div>` : shown
      return send(request, reply, { name, title: reportNames[name], asked, main })
    })

    const fileConfig = { operates, cost: workCost.file } as const
    app.get(`${reportsHref}/${name}.csv`, { config: fileConfig }, async (request, reply) => {
      const asked = askedOf(request)
      // A file of other days than those asked for would be taken for what it is not.
      if (asked.fault) return reply.redirect(reportHref(name, asked), 303)
      const { table } = await report.read(readDeps, asked, languageOf(request))
      return reply.headers(csvHeaders(`bilan-${name}-${asked.range.firstDay}-${asked.range.lastDay}`)).send(
        csvFile(
          table.heads,
          table.rows.map((row) => [...row]),
        ),
      )
    })
  }

  /** A report over one range. */
  async function card(name: OneReport, range: ReportRange, asked: AskedReport, language: Language) {
    const report: Report = reports[name]
    const t = speak(language)
    const shown = await report.read(readDeps, { range, cityId: asked.cityId }, language)
    const about = [asked.cityName, rangeText(range, language)].filter(Boolean).join(', ')
    return figureCard(
      {
        ...shown,
        title: t(reportNames[name]),
        about,
        csvHref: reportFileHref(name, range, asked.cityId),
      },
      language,
    )
  }

  async function send(
    request: FastifyRequest,
    reply: Parameters<OperationsDeps['sendPage']>[1],
    {
      name,
      title,
      asked,
      main,
    }: { name: ReportName; title: OperationsText; asked: AskedReport; main: string },
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const { cities } = pricing.map.current()
    const lead = name === '' ? '' : html`<p>${t(reports[name].lead)}</p>`
    const notice = (await hasBacklog(db)) ? html`<p class="notice">${t(stillCounting)}</p>` : ''
    const form = reportForm(name, { asked, cities }, language)
    return deps.sendPage(request, reply, asked.fault ? 422 : 200, {
      section: 'figures',
      sheets: ['figures.css'],
      title: t(title),
      isWide: true,
      main: html`!${figureTabs(language, name, (other) => reportHref(other, asked))}!${form}!${notice}
!${lead}!${main}`,
    })
  }
}
