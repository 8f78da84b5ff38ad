import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { hasServiceRight } from '../../../domain/accounts/account-right.ts'
import { listCouriersNamed } from '../../../domain/couriers/courier-store.ts'
import { exportDeliveries } from '../../../domain/deliveries/finding/export-deliveries.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import {
  type FoundOfShop,
  searchAllDeliveries,
} from '../../../domain/deliveries/searching/search-all-deliveries.ts'
import { findTryStatuses } from '../../../domain/deliveries/second-try/second-try-store.ts'
import { countOpenProblems } from '../../../domain/feedback/problem-report-store.ts'
import { listShopsNamed } from '../../../domain/shops/shop-store.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { languageOf } from '../../../http/response-language.ts'
import { hiddenField, selectField, textField } from '../../../pages/form-parts.ts'
import { rowsOr, tabs, waysOn } from '../../../pages/list-parts.ts'
import { collectedText } from '../../../web/delivery/collected-text.ts'
import { standingText, triedAgainText } from '../../../web/delivery/linked-tries-page.ts'
import {
  deliveryExport,
  type ExportFormat,
  exportContentTypes,
} from '../../../web/exports/delivery-export.ts'
import { openStatuses } from '../../../web/exports/delivery-filter.ts'
import { type ExportColumn, exportColumns } from '../../../web/exports/export-row.ts'
import { chargedRows, workCost } from '../../../web/limit-work.ts'
import { statusMark } from '../../../web/status-mark.ts'
import { operatorValueWording } from '../../../web/value-wording.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf, operatorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { problemsHref } from '../problems/problem-parts.ts'
import {
  allFilterOf,
  type FoundQuery,
  foundQueryText,
  isNarrowed,
  type NamedInQuery,
  readFoundQuery,
} from './found-query.ts'

const pageSize = 50
/** Nobody needs to know how many more problems wait. */
const maxCounted = 999
/** Of how many shops or couriers a typed name may be. */
const maxNamed = 20
/** A query that is slower than this is asked only so often. */
const searchCost = 5

const deliveriesHref = '/operations/deliveries'
const endedStatuses = ['DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const
/** No delivery is before it and from it on. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The columns of a file with the deliveries of all shops: the shop and the city, then those of a shop. */
const allShopsColumns: readonly ExportColumn<FoundOfShop>[] = [
  { name: 'shop', kind: 'TEXT', width: 24, cell: ({ shop_name }) => shop_name },
  { name: 'city', kind: 'TEXT', width: 14, cell: ({ city_id }, { map }) => map.city(city_id)?.name ?? null },
  ...exportColumns,
]

/** `/operations/deliveries`: the search over all shops, newest first, and the files of what is found. */
export async function foundDeliveriesPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, timeZone } = deps
  const operates = 'DISPATCH' as const

  app.get(deliveriesHref, { config: { operates, cost: searchCost } }, async (request, reply) => {
    const { query, named, search } = await readQuery(request)
    const { filter } = search
    const asked = { ...search, cell: deps.cell, olderThan: query.before }
    const found = filter && (await searchAllDeliveries(db, { ...asked, filter }, pageSize))
    const { rows = [], hasMore = false } = found ?? {}
    const tries = await findTryStatuses(db, rows)
    const openProblems = await countOpenProblems(db, maxCounted)

    const language = languageOf(request)
    const t = speak(language)
    const { cities } = pricing.map.current()
    const way = (status: string, label: string) => ({
      href: `${deliveriesHref}${foundQueryText({ ...query, status })}`,
      label,
      isCurrent: query.status === status,
    })
    const ways = [
      way('', t('All#all')),
      way(openStatuses.join(','), t('Under way')),
      ...[...openStatuses, ...endedStatuses].map((status) =>
        way(status, operatorValueWording[language].delivery[status]),
      ),
    ]
    const mayManage = hasServiceRight(operatorOf(request).role, 'MANAGE')
    const none = isNarrowed(query)
      ? {
          text: t('No delivery found. Try fewer letters, or take a filter away.'),
          next: { href: deliveriesHref, label: t('All deliveries') },
        }
      : {
          text: t('No delivery yet.'),
          next: mayManage
            ? { href: '/operations/shops', label: t('See which shops may order') }
            : { href: '/operations/couriers', label: t('See the couriers') },
        }
    const on = (before: string | undefined, label: string) => ({
      href: `${deliveriesHref}${foundQueryText(query, before)}`,
      label,
    })
    const last = hasMore ? rows.at(-1) : undefined
    const problems = t('Reported problems: {count}', { count: `${openProblems}` })
    const rights = html`<a class="button plain" href="/operations/customers">${t('Customers’ rights')}</a>`
    return deps.sendPage(request, reply, query.wrong.length > 0 ? 422 : 200, {
      section: 'deliveries',
      title: t('Deliveries'),
      isWide: true,
      acts: html`<a class="button plain" href="${problemsHref}">${problems}</a>!${mayManage ? rights : ''}`,
      main: html`!${searchForm(query, { cities, faults: faultsOf(named, language), language })}
!${tabs(ways)}
!${rowsOr(
        rows.map((row) => foundRow(row, { cities, tries, now: clock.now(), language })),
        none,
      )}
!${waysOn([
        query.before ? on(undefined, t('Back to the newest#newest')) : undefined,
        last && on(last.id, t('Older#older')),
      ])}`,
    })
  })

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `${deliveriesHref}/export.${format}`,
      { config: { operates, cost: workCost.file } },
      async (request, reply) => sendExport(request, reply, format),
    )

  async function sendExport(request: FastifyRequest, reply: FastifyReply, format: ExportFormat) {
    const { search } = await readQuery(request)
    const nobody = { ...search.filter, fromId: lastId, untilId: lastId }
    const deliveries = await exportDeliveries(
      { ...deps, actor: actorOf(request) },
      { ...search, cell: deps.cell, filter: search.filter ?? nobody },
      format,
    )
    const context = { language: languageOf(request), map: pricing.map.current(), timeZone }
    const day = localDayText(clock.now(), timeZone)
    return reply
      .type(exportContentTypes[format])
      .header('content-disposition', `attachment; filename="colis-operations-${day}.${format}"`)
      .send(deliveryExport(format, chargedRows(request, deliveries), context, allShopsColumns))
  }

  async function readQuery(request: FastifyRequest) {
    const query = readFoundQuery(request.query)
    const named = await namedIn(query)
    const { cities } = pricing.map.current()
    const country = cities.find(({ id }) => id === query.city)?.country ?? cities[0]?.country ?? ''
    const search = {
      typed: query.typed,
      country,
      filter: allFilterOf(query, named, timeZone),
      allCityIds: cities.map(({ id }) => id),
    }
    return { query, named, search }
  }

  async function namedIn({ shop, courier }: FoundQuery): Promise<NamedInQuery> {
    const idsOf = async (text: string, list: typeof listShopsNamed) => {
      if (text === '') return undefined
      return isUuid(text) ? [text] : (await list(db, text, maxNamed + 1)).map(({ id }) => id)
    }
    return {
      shopIds: await idsOf(shop, listShopsNamed),
      courierIds: await idsOf(courier, listCouriersNamed),
    }
  }
}

type NameFaults = { shop: string | undefined; courier: string | undefined }

/** What is wrong with the names that were typed: nobody has them, or too many. */
function faultsOf({ shopIds, courierIds }: NamedInQuery, language: Language): NameFaults {
  const t = speak(language)
  const fault = (ids: readonly string[] | undefined, nobody: string) => {
    if (ids?.length === 0) return nobody
    return ids && ids.length > maxNamed
      ? t('More than {max} have this name: type more of it.', { max: maxNamed })
      : undefined
  }
  return {
    shop: fault(shopIds, t('No shop has this name.')),
    courier: fault(courierIds, t('Nobody has this name.')),
  }
}

function searchForm(
  query: FoundQuery,
  { cities, faults, language }: { cities: readonly City[]; faults: NameFaults; language: Language },
): string {
  const t = speak(language)
  const text = textField({
    name: 'q',
    label: t('Name, phone or reference'),
    value: query.typed,
    attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' },
  })
  const date = (name: 'from' | 'to', label: string) => {
    const error = query.wrong.includes(name) ? t('Write the date like 2026-11-21.') : undefined
    return textField({ name, label, value: query[name], error, attributes: { type: 'date' } })
  }
  const name = (field: 'shop' | 'courier', label: string) =>
    textField({
      name: field,
      label,
      value: query[field],
      error: faults[field],
      attributes: { maxlength: 80, autocomplete: 'off' },
    })
  const city = selectField({
    name: 'city',
    label: t('City'),
    value: query.city,
    options: [
      { value: '', label: t('Every city') },
      ...cities.map(({ id, name: label }) => ({ value: id, label })),
    ],
  })
  const isOpen = [query.shop, query.courier, query.city, query.from, query.to].some((value) => value !== '')
  const clear = html`<p><a href="${deliveriesHref}">${t('Take the filters away')}</a></p>`
  const file = (format: ExportFormat, label: string) => {
    const href = `${deliveriesHref}/export.${format}${foundQueryText(query)}`
    return html`<a class="button plain" href="${href}">${label}</a>`
  }
  return html`<form class="stack" action="${deliveriesHref}" role="search">
<div class="row">!${text}<button class="plain">${t('Search')}</button></div>
!${query.status ? hiddenField('status', query.status) : ''}
<details!${isOpen ? ' open' : ''}><summary>${t('Shop, courier, city, dates')}</summary>
<div class="row">
!${name('shop', t('Shop (its name)'))}!${name('courier', t('Courier (name or phone)'))}!${city}</div>
<div class="row">
!${date('from', t('From#from'))}!${date('to', t('To#to'))}<button class="plain">${t('Search')}</button></div>
!${isNarrowed(query) ? clear : ''}</details>
<details><summary>${t('Download what was found')}</summary>
<p class="acts">!${file('csv', t('CSV'))}!${file('xlsx', t('Excel'))}</p>
<p class="hint">${t('These files hold names and phones: each download is noted in the audit.')}</p>
</details></form>`
}

function foundRow(
  row: FoundOfShop,
  {
    cities,
    tries,
    now,
    language,
  }: { cities: readonly City[]; tries: ReadonlyMap<string, DeliveryStatus>; now: Date; language: Language },
): string {
  const city = cities.find(({ id }) => id === row.city_id)
  const money = collectedText(row, language)
  const moment = momentText(row.created_at, { timeZone: city?.timeZone ?? 'UTC', now }, language)
  const again = triedAgainText(row, tries, language)
  const about = [row.reference, row.external_ref, moment, city?.name, row.courier_first_name, money, again]
  const status = standingText({ row, values: operatorValueWording[language], language })
  const mark = statusMark(row.status, status)
  return html`<li>
<a href="${deliveriesHref}/${row.id}"><span><strong>${row.shop_name}</strong> · ${customerName(row)}<br>
<span class="soft">${about.filter(Boolean).join(' · ')}</span></span>!${mark}</a></li>`
}
