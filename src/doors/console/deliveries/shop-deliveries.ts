import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { listDeliveriesForExport } from '../../../domain/deliveries/finding/list-deliveries-for-export.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import type { ListedDelivery } from '../../../domain/deliveries/searching/delivery-search-store.ts'
import { searchDeliveries } from '../../../domain/deliveries/searching/search-deliveries.ts'
import { findTryStatuses } from '../../../domain/deliveries/second-try/second-try-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { hiddenField, textField } from '../../../pages/form-parts.ts'
import { hrefWith, rowsOr, tabs, waysOn } from '../../../pages/list-parts.ts'
import { collectedText } from '../../../web/delivery/collected-text.ts'
import { standingText, triedAgainText } from '../../../web/delivery/linked-tries-page.ts'
import {
  deliveryExport,
  type ExportFormat,
  exportContentTypes,
} from '../../../web/exports/delivery-export.ts'
import {
  boundsOf,
  type DayBounds,
  openStatuses,
  readDays,
  sentText,
  statusesIn,
  statusFilter,
} from '../../../web/exports/delivery-filter.ts'
import { chargedRows, workCost } from '../../../web/limit-work.ts'
import { statusMark } from '../../../web/status-mark.ts'
import { valueWording } from '../../../web/value-wording.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { labelForm } from '../ordering/labels/label-form.ts'

const pageSize = 30
const endedStatuses = ['DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const

/** What the address of the list asks for, as it was sent; days are those of the company (decision 259). */
type ListQuery = DayBounds & {
  typed: string
  /** Statuses, comma-separated; empty for all. */
  status: string
  /** The last delivery of the page before. */
  before: string | undefined
}

/** `/deliveries`: the deliveries of a shop, newest first, and the files that they are taken away in. */
export async function shopDeliveriesPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, pricing, timeZone } = deps
  const config = { needs: 'SELL' } as const

  app.get(`${shopPath}/deliveries`, { config }, async (request, reply) => {
    const { query, search, shopId } = readQuery(request)
    const { before, from, to, typed, status: chosen } = query
    const found = await searchDeliveries(
      db,
      shopId,
      { ...search, cell: deps.cell, olderThan: before },
      pageSize,
    )
    const language = languageOf(request)
    const t = speak(language)
    const { delivery: names } = valueWording[language]
    const href = shopHref(shopId, '/deliveries')
    const moment = (at: Date) => momentText(at, { timeZone, now: clock.now() }, language)
    const way = (status: string, label: string) => ({
      href: hrefOf(href, { ...query, status }),
      label,
      isCurrent: status === chosen,
    })
    const statuses = [
      way('', t('All#statuses')),
      way(openStatuses.join(','), t('Under way')),
      ...[...openStatuses, ...endedStatuses].map((status) => way(status, names[status])),
    ]
    const isFiltered = typed !== '' || from !== '' || to !== '' || chosen !== ''
    const none = isFiltered
      ? {
          text: t('No delivery found. Try fewer letters, or tap “All”.'),
          next: { href, label: t('All deliveries') },
        }
      : { text: t('No delivery yet.'), next: { href: `${href}/new`, label: t('Order the first') } }
    const tries = await findTryStatuses(db, found.rows)
    const rows = found.rows.map((row) => {
      const again = triedAgainText(row, tries, language)
      return deliveryRow(href, row, { created: moment(row.created_at), again }, language)
    })
    const last = found.hasMore ? found.rows.at(-1) : undefined
    const labels = labelForm(
      `${href}/labels`,
      found.rows.map(({ id }) => id),
      { cookie: request.headers.cookie, language, kind: 'plain' },
    )
    return deps.sendPage(request, reply, query.wrong.length > 0 ? 422 : 200, {
      section: 'deliveries',
      title: t('Deliveries'),
      acts: html`<a class="button primary" href="${href}/new">${t('New')}</a>`,
      main: html`!${searchForm(href, query, language)}!${tabs(statuses)}
!${rowsOr(rows, none)}
!${waysOn([
        before ? { href: hrefOf(href, query), label: t('Back to the newest#deliveries') } : undefined,
        last && { href: hrefOf(href, query, last.id), label: t('Older#deliveries') },
      ])}!${rows.length > 0 ? labels : ''}`,
    })
  })

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `${shopPath}/deliveries/export.${format}`,
      { config: { ...config, cost: workCost.file } },
      async (request, reply) => sendExport(request, reply, format),
    )

  async function sendExport(request: FastifyRequest, reply: FastifyReply, format: ExportFormat) {
    const { search, shopId } = readQuery(request)
    const deliveries = listDeliveriesForExport(db, shopId, { ...search, cell: deps.cell })
    const context = { language: languageOf(request), map: pricing.map.current(), timeZone }
    const day = localDayText(clock.now(), timeZone)
    return reply
      .type(exportContentTypes[format])
      .header('content-disposition', `attachment; filename="colis-${day}.${format}"`)
      .send(deliveryExport(format, chargedRows(request, deliveries), context))
  }

  function readQuery(request: FastifyRequest) {
    const { shop } = memberOf(request)
    const { query: sent } = request
    const before = sentText(sent, 'before', 40)
    const statuses = statusesIn(sentText(sent, 'status', 200))
    const query: ListQuery = {
      typed: sentText(sent, 'q', 100),
      status: statuses.join(','),
      before: isUuid(before) ? before : undefined,
      ...readDays(sent),
    }
    const filter = { ...statusFilter(statuses), ...boundsOf(query, timeZone) }
    return { query, search: { typed: query.typed, country: shop.country, filter }, shopId: shop.id }
  }
}

/** The address of the list or of a file; `before` is where the next page begins. */
const hrefOf = (href: string, { typed, status, from, to }: ListQuery, before?: string): string =>
  hrefWith(href, { q: typed, status, from, to, before })

function searchForm(href: string, query: ListQuery, language: Language): string {
  const t = speak(language)
  const search = textField({
    name: 'q',
    label: t('Name, phone or reference'),
    value: query.typed,
    attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' },
  })
  const date = (name: 'from' | 'to', label: string) =>
    textField({
      name,
      label,
      value: query[name],
      error: query.wrong.includes(name) ? t('Write the date like 2026-11-21.') : undefined,
      attributes: { type: 'date' },
    })
  const button = html`<button class="plain">${t('Search')}</button>`
  const file = (format: string, label: string) =>
    html`<a class="button plain" href="${hrefOf(`${href}/export.${format}`, query)}">${label}</a>`
  return html`<form class="stack" action="${href}" role="search">
<div class="row">!${search}!${button}</div>
!${query.status ? hiddenField('status', query.status) : ''}
<details!${query.from || query.to ? ' open' : ''}><summary>${t('Dates and download')}</summary>
<div class="row">!${date('from', t('From'))}!${date('to', t('To'))}!${button}</div>
<p class="acts">!${file('csv', t('Download (CSV)'))}!${file('xlsx', t('Download (Excel)'))}</p>
</details></form>`
}

function deliveryRow(
  href: string,
  row: ListedDelivery,
  { created, again }: { created: string; again: string },
  language: Language,
): string {
  const money = collectedText(row, language)
  const about = [row.reference, row.external_ref, created, again].filter(Boolean).join(' · ')
  return html`<li><a href="${href}/${row.id}"><span><strong>${customerName(row)}</strong><br>
<span class="soft">${about}</span>!${money ? html`<br><span class="soft">${money}</span>` : ''}</span>
!${statusMark(row.status, standingText({ row, values: valueWording[language], language }))}</a></li>`
}
