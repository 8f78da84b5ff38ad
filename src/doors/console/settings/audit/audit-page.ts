import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import type { NamedActor } from '../../../../domain/shops/name-actors.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { settingsWording } from '../settings-wording.ts'
import { type AuditChange, auditChanges } from './audit-changes.ts'
import { type AuditTopic, auditTopics } from './audit-filter.ts'
import { auditValueText } from './audit-value-text.ts'
import { auditWording } from './audit-wording.ts'

export type AuditScreen = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  now: Date
  timeZone: string
  lines: readonly AuditLine[]
  hasMore: boolean
  nameOf: (actor: string | null) => NamedActor
  /** What the lines are about; undefined for everything. */
  topic: AuditTopic | undefined
  /** Whether newer lines stand on pages before this one. */
  isLater: boolean
}

/** Who did what in a shop, newest first, with the values that changed. */
export function auditPage(screen: AuditScreen): ConsoleContent {
  const { language, shopHref, lines } = screen
  const words = auditWording[language]
  return {
    section: 'settings',
    title: words.title,
    back: { href: `${shopHref}/settings`, label: settingsWording[language].title },
    main: html`<p>${words.lead}</p>!${tabs(screen)}
!${lines.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ol class="rows">!${lines.map((line) => auditRow(screen, line))}</ol>`}!${paging(screen)}`,
  }
}

function tabs(screen: AuditScreen): string {
  const words = auditWording[screen.language]
  const tab = (topic: AuditTopic | undefined, label: string) =>
    html`<a href="${hrefOf(screen, topic)}"!${topic === screen.topic ? ' aria-current="true"' : ''}>${label}</a>`
  const topics = Object.keys(auditTopics) as AuditTopic[]
  return html`<div class="tabs">!${tab(undefined, words.all)}!${topics.map((topic) => tab(topic, words.topics[topic]))}</div>`
}

function auditRow(screen: AuditScreen, line: AuditLine): string {
  const { language, nameOf, now, timeZone } = screen
  const words = auditWording[language]
  const { kind, name } = nameOf(line.actor)
  const order = Object.keys(words.values)
  const changes = auditChanges(line)
    .filter(({ name: value }) => value !== 'reference')
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  const act = Object.hasOwn(words.acts, line.action) ? words.acts[line.action] : line.action
  return html`<li><div class="line"><span><strong>${act}</strong> !${subject(screen, line)}<br><span class="soft">${momentText(line.occurred_at, { timeZone, now }, language)} ${words.by[kind](name)}</span></span></div>
!${changes.length === 0 ? '' : html`<dl class="changes">!${changes.map((change) => changeRow(screen, line, change))}</dl>`}</li>`
}

/** What it was done to, where the act alone does not say it. */
function subject({ shopHref, nameOf }: AuditScreen, line: AuditLine): string {
  const values = { ...line.before, ...line.after }
  const { subject_type: type, subject_id: id } = line
  if (type === 'DELIVERY')
    return html`<a class="inline" href="${shopHref}/deliveries/${id}">${String(values.reference ?? '›')}</a>`
  if (type === 'ACCOUNT') return html`<span>${nameOf(`ACCOUNT:${id}`).name ?? ''}</span>`
  const said = { PICKUP_ADDRESS: values.label, API_KEY: values.label, WEBHOOK_ENDPOINT: values.url }
  return html`<span>${String(said[type as keyof typeof said] ?? '')}</span>`
}

function changeRow(screen: AuditScreen, line: AuditLine, { name, before, after }: AuditChange): string {
  const { language } = screen
  const { values, newPayout } = auditWording[language]
  const label = name === 'to' && line.subject_type === 'SHOP' ? newPayout : values[name]
  const text = (value: unknown) => auditValueText(name, value, screen)
  const changed =
    line.before === null || line.after === null
      ? html`${text(line.after === null ? before : after)}`
      : html`<span class="soft">${text(before)}</span> → ${text(after)}`
  return html`<div><dt>${label ?? name}</dt><dd>!${changed}</dd></div>`
}

function paging(screen: AuditScreen): string {
  const { language, lines, hasMore, isLater, topic } = screen
  const words = auditWording[language]
  const last = lines.at(-1)
  if (!isLater && !hasMore) return ''
  return html`<div class="acts">!${isLater ? html`<a class="button plain" href="${hrefOf(screen, topic)}">${words.newest}</a>` : ''}!${hasMore && last ? html`<a class="button plain" href="${hrefOf(screen, topic, last.id)}">${words.older}</a>` : ''}</div>`
}

function hrefOf({ shopHref }: AuditScreen, about: AuditTopic | undefined, before?: string): string {
  const query = new URLSearchParams({ ...(about && { about }), ...(before && { before }) }).toString()
  return `${shopHref}/settings/audit${query ? `?${query}` : ''}`
}
