import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { listOwed, type OwedRow } from '../../../domain/money/statements/service/service-figures-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { rowsOr, tabs } from '../../../pages/list-parts.ts'
import { csvFile, csvHeaders } from '../../../web/exports/csv-file.ts'
import { sentText } from '../../../web/exports/delivery-filter.ts'
import { workCost } from '../../../web/limit-work.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak, speakEach } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { booksPart } from './books-part-page.ts'

const path = `${serviceHref('books')}/owed`
const pageSize = 50
/** How many rows of a file are in memory at once. */
const batchSize = 1_000

const columnNames = {
  name: 'Name',
  currency: 'Currency',
  sales: 'Sales or earnings',
  fees: 'Trips and fees owed',
  owed: 'To pay',
} as const

type Payees = 'SHOPS' | 'COURIERS'
const payeesHref = (to: Payees): string => `${path}?to=${to.toLowerCase()}`

/** `/operations/service/books/owed`: what is owed to each shop or courier, as a page and as a CSV file. */
export async function whatIsOwedPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const to = payeesOf(request)
    const typed = sentText(request.query, 'page', 6)
    const nth = /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 1
    const found = await listOwed(db, { to, limit: pageSize + 1, skipped: (nth - 1) * pageSize })

    const language = languageOf(request)
    const t = speak(language)
    const tab = (each: Payees, label: string) => ({ href: payeesHref(each), label, isCurrent: each === to })
    const pageLink = (other: number, label: string) =>
      html`<a class="button plain" href="${payeesHref(to)}&page=${other}">${label}</a>`
    const rows = found.slice(0, pageSize).map((row) => owedRow(row, to, language))
    const previous = nth > 1 ? pageLink(nth - 1, t('Previous page')) : ''
    const next = found.length > pageSize ? pageLink(nth + 1, t('Next page')) : ''
    const file = `${path}.csv?to=${to.toLowerCase()}`
    const main = html`!${tabs([tab('SHOPS', t('To shops')), tab('COURIERS', t('To couriers'))])}
<p class="acts"><a class="button plain" href="${file}">${t('CSV file')}</a></p>
!${rowsOr(rows, t('Nothing is owed.'))}<div class="acts">!${previous}!${next}</div>`
    return deps.sendPage(request, reply, 200, booksPart(language, t('What is owed'), { main }))
  })

  app.get(`${path}.csv`, { config: { ...config, cost: workCost.file } }, async (request, reply) => {
    const to = payeesOf(request)
    const header = ['ID', ...Object.values(speakEach(languageOf(request), columnNames))]
    const name = to === 'SHOPS' ? 'du-aux-boutiques' : 'du-aux-livreurs'
    return reply.headers(csvHeaders(name)).send(csvFile(header, fileRows(to)))
  })

  async function* fileRows(to: Payees) {
    for (let skipped = 0; ; skipped += batchSize) {
      const rows = await listOwed(db, { to, limit: batchSize, skipped })
      for (const { id, name, currency, salesFcfa, feesFcfa, owedFcfa } of rows)
        yield [id, name, currency, salesFcfa, feesFcfa, owedFcfa]
      if (rows.length < batchSize) return
    }
  }
}

/** Throws CHOICE_UNKNOWN. */
const payeesOf = ({ query }: FastifyRequest): Payees =>
  chosenOf('to', (query as Record<string, unknown>).to, ['shops', 'couriers']) === 'couriers'
    ? 'COURIERS'
    : 'SHOPS'

function owedRow(
  { id, name, currency, salesFcfa, feesFcfa, owedFcfa }: OwedRow,
  to: Payees,
  language: Language,
) {
  const columns = speakEach(language, columnNames)
  const about = [
    salesFcfa === 0 ? '' : `${columns.sales} ${amountText(salesFcfa, language)}`,
    feesFcfa === 0 ? '' : `${columns.fees} ${amountText(feesFcfa, language)}`,
    currency,
  ]
  const ofShop = `/operations/shops/${id}${owedFcfa < 0 ? '#owes' : '/statement'}`
  return html`<li><a href="${to === 'COURIERS' ? `/operations/couriers/${id}` : ofShop}">
<span><strong>${name || id}</strong><br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span>
<span>${amountText(owedFcfa, language)}</span></a></li>`
}
