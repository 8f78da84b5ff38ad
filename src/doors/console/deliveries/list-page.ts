import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { textField } from '../../../base/pages/form-parts.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import type { ListedDelivery } from '../../../domain/deliveries/finding/delivery-search-store.ts'
import { collectedText } from '../../../web/delivery/collected-text.ts'
import { openStatuses } from '../../../web/exports/delivery-filter.ts'
import { statusKind, valueWording } from '../../../web/value-wording.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { type ListQuery, queryText } from './shop-list-query.ts'

/** What the list shows. */
export type ListFacts = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  now: Date
  timeZone: string
  query: ListQuery
  rows: readonly ListedDelivery[]
  hasMore: boolean
}

/** The list of a shop's deliveries, newest first, with search and filters that are part of its address. */
export function listPage(facts: ListFacts): ConsoleContent {
  const { language, rows, query, shopHref } = facts
  const t = speak(language)
  const isFiltered = query.typed !== '' || query.from !== '' || query.to !== '' || query.status !== ''
  return {
    section: 'deliveries',
    title: t('Deliveries'),
    acts: html`<a class="button primary" href="${shopHref}/deliveries/new">${t('New')}</a>`,
    main: html`!${searchForm(facts)}!${tabs(facts)}
!${rows.length > 0 ? html`<ul class="rows">!${rows.map((row) => deliveryRow(facts, row))}</ul>` : html`<p class="empty">${isFiltered ? t('No delivery found. Try fewer letters, or tap “All”.') : t('No delivery yet. Tap “New” to order the first.')}</p>`}
!${paging(facts)}!${rows.length > 0 ? taking(facts) : ''}`,
  }
}

function searchForm({ language, shopHref, query }: ListFacts): string {
  const t = speak(language)
  const date = (name: 'from' | 'to') =>
    textField({
      name,
      label: name === 'from' ? t('From') : t('To'),
      value: query[name],
      error: query.wrong.includes(name) ? t('Write the date like 2026-11-21.') : undefined,
      attributes: { type: 'date' },
    })
  return html`<form class="stack" action="${shopHref}/deliveries" role="search">
<div class="row">!${textField({ name: 'q', label: t('Name, phone or reference'), value: query.typed, attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' } })}<button class="plain">${t('Search')}</button></div>
!${query.status ? html`<input type="hidden" name="status" value="${query.status}">` : ''}
<details!${query.from || query.to ? ' open' : ''}><summary>${t('Dates and download')}</summary><div class="row">!${date('from')}!${date('to')}<button class="plain">${t('Search')}</button></div>
<p class="acts"><a class="button plain" href="${shopHref}/deliveries/export.csv${queryText(query)}">${t('Download (CSV)')}</a><a class="button plain" href="${shopHref}/deliveries/export.xlsx${queryText(query)}">${t('Download (Excel)')}</a></p></details></form>`
}

function tabs({ language, shopHref, query }: ListFacts): string {
  const t = speak(language)
  const { delivery } = valueWording[language]
  const tab = (status: string, label: string) =>
    html`<a href="${shopHref}/deliveries${queryText({ ...query, status })}"!${query.status === status ? ' aria-current="true"' : ''}>${label}</a>`
  const ended = ['DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const
  return html`<div class="tabs">!${tab('', t('All#statuses'))}!${tab(openStatuses.join(','), t('Under way'))}!${openStatuses.map((status) => tab(status, delivery[status]))}!${ended.map((status) => tab(status, delivery[status]))}</div>`
}

function deliveryRow({ language, shopHref, now, timeZone }: ListFacts, row: ListedDelivery): string {
  const { delivery } = valueWording[language]
  const money = collectedText(row, language)
  return html`<li><a href="${shopHref}/deliveries/${row.id}"><span><strong>${customerName(row)}</strong><br><span class="soft">${row.reference}${row.external_ref ? ` · ${row.external_ref}` : ''} · ${momentText(row.created_at, { timeZone, now }, language)}</span>!${money ? html`<br><span class="soft">${money}</span>` : ''}</span><span class="badge ${statusKind(row.status)}">${delivery[row.status]}</span></a></li>`
}

function paging({ language, shopHref, query, rows, hasMore }: ListFacts): string {
  const t = speak(language)
  const last = rows.at(-1)
  const link = (before: string | undefined, label: string) =>
    html`<a class="button plain" href="${shopHref}/deliveries${queryText(query, before)}">${label}</a>`
  if (!query.before && !hasMore) return ''
  return html`<div class="acts">!${query.before ? link(undefined, t('Back to the newest#deliveries')) : ''}!${hasMore && last ? link(last.id, t('Older#deliveries')) : ''}</div>`
}

function taking({ language, shopHref, rows }: ListFacts): string {
  const t = speak(language)
  const ids = rows.map(({ id }) => html`<input type="hidden" name="id" value="${id}">`)
  return html`<form action="${shopHref}/deliveries/labels" class="acts">!${ids}<button class="plain">${t('Print labels')}</button></form>`
}
