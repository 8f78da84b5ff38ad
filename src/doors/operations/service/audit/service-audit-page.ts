import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import type { NamedActor } from '../../../../domain/shops/name-actors.ts'
import { selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import { type AuditReader, auditRow } from '../../../../web/audit/audit-line-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import {
  type ActorFilter,
  type AuditQuery,
  actorFilters,
  auditHref,
  type SubjectFilter,
  subjectFilters,
} from './service-audit-query.ts'

const actorNames: Record<ActorFilter, OperationsText> = {
  OPERATOR: 'Operators, on these pages',
  CLI: 'Operators, at the terminal',
  ACCOUNT: 'People of shops, at the console',
  API_KEY: 'API keys',
}

const subjectNames: Record<SubjectFilter, OperationsText> = {
  shops: 'Shops and addresses',
  people: 'Accounts and teams',
  keys: 'API keys',
  webhooks: 'Webhooks and events',
  deliveries: 'Deliveries and messages',
  cities: 'Cities, zones and prices',
  promo: 'Promo codes',
  books: 'Books',
  couriers: 'Couriers',
}

/** Who did it, where they have no names. */
const byKind = {
  CLI: 'at the terminal',
  COURIER: 'by the courier',
  CUSTOMER: 'by the customer',
  SYSTEM: 'by the service',
} as const

type ServiceAuditScreen = {
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
  const t = speak(language)
  const { before: _, ...whole } = query
  const count = new Intl.NumberFormat(language).format(maxFileLines)
  return servicePage(language, 'audit', {
    main: html`<p>${t('Who changed what, in all shops and in the service. Nothing of it can be changed or removed.')}</p>!${filterForm(screen)}
!${lines.length === 0 ? html`<p class="empty">${t('No line matches.')}</p>` : html`<ol class="rows">!${lines.map((line) => auditRow(reader, line))}</ol>`}!${paging(screen)}
<p><a href="${auditHref(`${path}.csv`, whole)}">${t('CSV file')}</a> <span class="soft">${t('at most {count} lines', { count })}</span></p>`,
  })
}

function filterForm({ reader, query }: ServiceAuditScreen): string {
  const t = speak(reader.language)
  const who = [
    { value: '', label: t('Everybody') },
    ...actorFilters.map((value) => ({ value, label: t(actorNames[value]) })),
  ]
  const what = [
    { value: '', label: t('Everything') },
    ...(Object.keys(subjectFilters) as SubjectFilter[]).map((value) => ({
      value,
      label: t(subjectNames[value]),
    })),
  ]
  const day = { type: 'date' } as const
  return html`<form method="get" action="${path}" class="row">!${selectField({ name: 'who', label: t('Who'), value: query.who ?? '', options: who })}!${selectField({ name: 'what', label: t('What'), value: query.what ?? '', options: what })}!${textField({ name: 'shop', label: t('Shop (identifier)'), value: query.shop, attributes: { maxlength: 36 } })}!${textField({ name: 'from', label: t('From#from'), value: query.from, attributes: day })}!${textField({ name: 'to', label: t('To#to'), value: query.to, attributes: day })}!${query.actor === undefined ? '' : html`<input type="hidden" name="actor" value="${query.actor}">`}!${submitButton(t('Filter'), 'plain')}<a href="${path}">${t('Show everything')}</a></form>`
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
    const t = speak(language)
    const { before: _, ...whole } = query
    const name = line.shop_id === null ? undefined : shops.get(line.shop_id)
    const shop =
      line.shop_id === null || name === undefined
        ? ''
        : html` <a class="inline" href="${auditHref(path, { ...whole, shop: line.shop_id })}">${t('· {name}', { name })}</a>`
    if (query.actor !== undefined || !line.actor.includes(':')) return shop
    return html`!${shop} <a class="inline soft" href="${auditHref(path, { ...whole, actor: line.actor })}">${t('Only this person or key')}</a>`
  }

/** Who did it, as those read it who run the service. */
export function doneBy(language: Language, { kind, name }: NamedActor): string {
  const t = speak(language)
  if (kind === 'ACCOUNT')
    return name === null
      ? t('by somebody without a name, at the console')
      : t('by {name}, at the console', { name })
  if (kind === 'API_KEY') return name ? t('by API, key “{name}”', { name }) : t('by API, key without a name')
  if (kind === 'OPERATOR')
    return name === null ? t('by an operator, on these pages') : t('by {name}, on these pages', { name })
  return t(byKind[kind])
}
