import { html } from 'ghtml'
import { selectField, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import { type AuditReader, auditRow } from '../../../../web/audit/audit-line-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import {
  type AuditQuery,
  actorFilters,
  auditHref,
  type SubjectFilter,
  subjectFilters,
} from './service-audit-query.ts'
import { serviceAuditWording } from './service-audit-wording.ts'

export type ServiceAuditScreen = {
  reader: AuditReader
  query: AuditQuery
  lines: readonly AuditLine[]
  hasMore: boolean
  maxFileLines: number
}

const path = serviceHref('audit')

/** The audit over all shops and the service, newest first. */
export function serviceAuditPage(screen: ServiceAuditScreen): OperationsContent {
  const { reader, query, lines, maxFileLines } = screen
  const { language } = reader
  const words = serviceAuditWording[language]
  const { before: _, ...whole } = query
  const count = new Intl.NumberFormat(language).format(maxFileLines)
  return servicePage(language, 'audit', {
    main: html`<p>${words.lead}</p>!${filterForm(screen)}
!${lines.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ol class="rows">!${lines.map((line) => auditRow(reader, line))}</ol>`}!${paging(screen)}
<p><a href="${auditHref(`${path}.csv`, whole)}">${words.csv}</a> <span class="soft">${words.csvLead(count)}</span></p>`,
  })
}

function filterForm({ reader, query }: ServiceAuditScreen): string {
  const words = serviceAuditWording[reader.language]
  const who = [
    { value: '', label: words.all },
    ...actorFilters.map((value) => ({ value, label: words.actors[value] })),
  ]
  const what = [
    { value: '', label: words.everything },
    ...(Object.keys(subjectFilters) as SubjectFilter[]).map((value) => ({
      value,
      label: words.subjects[value],
    })),
  ]
  const day = { type: 'date' } as const
  return html`<form method="get" action="${path}" class="row">!${selectField({ name: 'who', label: words.who, value: query.who ?? '', options: who })}!${selectField({ name: 'what', label: words.what, value: query.what ?? '', options: what })}!${textField({ name: 'shop', label: words.shop, value: query.shop, attributes: { maxlength: 36 } })}!${textField({ name: 'from', label: words.from, value: query.from, attributes: day })}!${textField({ name: 'to', label: words.to, value: query.to, attributes: day })}!${query.actor === undefined ? '' : html`<input type="hidden" name="actor" value="${query.actor}">`}!${submitButton(words.filter, 'plain')}<a href="${path}">${words.clear}</a></form>`
}

function paging({ reader, query, lines, hasMore }: ServiceAuditScreen): string {
  const t = speak(reader.language)
  const { before, ...whole } = query
  const last = lines.at(-1)
  if (before === undefined && !hasMore) return ''
  return html`<div class="acts">!${before === undefined ? '' : html`<a class="button plain" href="${auditHref(path, whole)}">${t('Back to the newest')}</a>`}!${hasMore && last ? html`<a class="button plain" href="${auditHref(path, { ...whole, before: last.id })}">${t('Older')}</a>` : ''}</div>`
}

/** After what an act was done to: its shop, and a link to all that the same actor did. */
export const afterLine =
  (language: AuditReader['language'], shops: ReadonlyMap<string, string>, query: AuditQuery) =>
  (line: AuditLine): string => {
    const words = serviceAuditWording[language]
    const { before: _, ...whole } = query
    const name = line.shop_id === null ? undefined : shops.get(line.shop_id)
    const shop =
      line.shop_id === null || name === undefined
        ? ''
        : html` <a class="inline" href="${auditHref(path, { ...whole, shop: line.shop_id })}">${words.ofShop(name)}</a>`
    if (query.actor !== undefined || !line.actor.includes(':')) return shop
    return html`!${shop} <a class="inline soft" href="${auditHref(path, { ...whole, actor: line.actor })}">${words.only}</a>`
  }
