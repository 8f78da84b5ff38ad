import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { selectField, textField } from '../../../base/pages/form-parts.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import type { FoundOfShop } from '../../../domain/deliveries/finding/search-all-deliveries.ts'
import { collectedText } from '../../../web/delivery/collected-text.ts'
import { openStatuses } from '../../../web/exports/delivery-filter.ts'
import { operatorValueWording, statusKind } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { problemsPath } from '../problems/problem-list-page.ts'
import { type FoundQuery, foundQueryText, isNarrowed } from './found-query.ts'

/** What the list shows. */
type FoundScreen = {
  language: Language
  now: Date
  cities: readonly { id: string; name: string; timeZone: string }[]
  query: FoundQuery
  rows: readonly FoundOfShop[]
  hasMore: boolean
  /** What is wrong with a name that was typed. */
  faults: { shop?: string | undefined; courier?: string | undefined }
  mayManage: boolean
  /** How many problems that customers reported wait for somebody. */
  openProblems: number
}

const path = '/operations/deliveries'

/** The deliveries of all shops, newest first, with search and filters that are part of the page's address. */
export function foundPage(screen: FoundScreen): OperationsContent {
  const { language, rows, query, mayManage, openProblems } = screen
  const t = speak(language)
  const empty = isNarrowed(query)
    ? t('No delivery found. Try fewer letters, or take a filter away.')
    : t('No delivery yet.')
  return {
    section: 'deliveries',
    title: t('Deliveries'),
    isWide: true,
    acts: html`<a class="button plain" href="${problemsPath}">${speak(language)('Reported problems: {count}', { count: `${openProblems}` })}</a>!${mayManage ? html`<a class="button plain" href="/operations/customers">${t('Customers’ rights')}</a>` : ''}`,
    main: html`!${searchForm(screen)}!${tabs(screen)}
!${rows.length > 0 ? html`<ul class="rows">!${rows.map((row) => foundRow(screen, row))}</ul>` : html`<p class="empty">${empty}</p>`}
!${paging(screen)}`,
  }
}

function searchForm({ language, query, cities, faults }: FoundScreen): string {
  const t = speak(language)
  const date = (name: 'from' | 'to') =>
    textField({
      name,
      label: name === 'from' ? t('From#from') : t('To#to'),
      value: query[name],
      error: query.wrong.includes(name) ? t('Write the date like 2026-11-21.') : undefined,
      attributes: { type: 'date' },
    })
  const name = (field: 'shop' | 'courier') =>
    textField({
      name: field,
      label: field === 'shop' ? t('Shop (its name)') : t('Courier (name or phone)'),
      value: query[field],
      error: faults[field],
      attributes: { maxlength: 80, autocomplete: 'off' },
    })
  const isOpen = [query.shop, query.courier, query.city, query.from, query.to].some((value) => value !== '')
  const everyCity = { value: '', label: t('Every city') }
  return html`<form class="stack" action="${path}" role="search">
<div class="row">!${textField({ name: 'q', label: t('Name, phone or reference'), value: query.typed, attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' } })}<button class="plain">${t('Search')}</button></div>
!${query.status ? html`<input type="hidden" name="status" value="${query.status}">` : ''}
<details!${isOpen ? ' open' : ''}><summary>${t('Shop, courier, city, dates')}</summary>
<div class="row">!${name('shop')}!${name('courier')}!${selectField({ name: 'city', label: t('City'), value: query.city, options: [everyCity, ...cities.map((city) => ({ value: city.id, label: city.name }))] })}</div>
<div class="row">!${date('from')}!${date('to')}<button class="plain">${t('Search')}</button></div>
!${isNarrowed(query) ? html`<p><a href="${path}">${t('Take the filters away')}</a></p>` : ''}</details>
<details><summary>${t('Download what was found')}</summary><p class="acts"><a class="button plain" href="${path}/export.csv${foundQueryText(query)}">${t('CSV')}</a><a class="button plain" href="${path}/export.xlsx${foundQueryText(query)}">${t('Excel')}</a></p>
<p class="hint">${t('These files hold names and phones: each download is noted in the audit.')}</p></details></form>`
}

function tabs({ language, query }: FoundScreen): string {
  const t = speak(language)
  const tab = (status: string, label: string) =>
    html`<a href="${path}${foundQueryText({ ...query, status })}"!${query.status === status ? ' aria-current="true"' : ''}>${label}</a>`
  const ended = ['DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const
  return html`<div class="tabs">!${tab('', t('All#all'))}!${tab(openStatuses.join(','), t('Under way'))}!${[...openStatuses, ...ended].map((status) => tab(status, operatorValueWording[language].delivery[status]))}</div>`
}

function foundRow({ language, now, cities }: FoundScreen, row: FoundOfShop): string {
  const city = cities.find(({ id }) => id === row.city_id)
  const money = collectedText(row, language)
  const moment = momentText(row.created_at, { timeZone: city?.timeZone ?? 'UTC', now }, language)
  const about = [row.reference, row.external_ref, moment, city?.name, row.courier_first_name, money]
  return html`<li><a href="${path}/${row.id}"><span><strong>${row.shop_name}</strong> · ${customerName(row)}<br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span><span class="badge ${statusKind(row.status)}">${operatorValueWording[language].delivery[row.status]}</span></a></li>`
}

function paging({ language, query, rows, hasMore }: FoundScreen): string {
  const t = speak(language)
  const last = rows.at(-1)
  const link = (before: string | undefined, label: string) =>
    html`<a class="button plain" href="${path}${foundQueryText(query, before)}">${label}</a>`
  if (!query.before && !hasMore) return ''
  return html`<div class="acts">!${query.before ? link(undefined, t('Back to the newest#newest')) : ''}!${hasMore && last ? link(last.id, t('Older#older')) : ''}</div>`
}
