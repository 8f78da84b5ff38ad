import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import type { NamedActor } from '../../../../domain/shops/name-actors.ts'
import { type AuditTopic, auditTopics } from '../../../../web/audit/audit-filter.ts'
import { auditRow } from '../../../../web/audit/audit-line-page.ts'
import type { ConsoleContent } from '../../console-deps.ts'

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

import { type ConsoleText, speak } from '../../console-words.ts'

const topicNames: Record<AuditTopic, ConsoleText> = {
  shop: 'Shop',
  addresses: 'Addresses',
  deliveries: 'Deliveries',
  team: 'Team',
  keys: 'API keys',
  webhooks: 'Webhooks',
}

/** Who did what in a shop, newest first, with the values that changed. */
export function auditPage(screen: AuditScreen): ConsoleContent {
  const { language, shopHref, lines } = screen
  const t = speak(language)
  const reader = {
    ...screen,
    deliveryHref: ({ subject_id }: AuditLine) => `${shopHref}/deliveries/${subject_id}`,
  }
  return {
    section: 'settings',
    title: t('Audit'),
    back: { href: `${shopHref}/settings`, label: t('Settings') },
    main: html`<p>${t('Who changed what in your shop. Nothing here can be altered or removed.')}</p>!${tabs(screen)}
!${lines.length === 0 ? html`<p class="empty">${t('Nothing has been changed yet.')}</p>` : html`<ol class="rows">!${lines.map((line) => auditRow(reader, line))}</ol>`}!${paging(screen)}`,
  }
}

function tabs(screen: AuditScreen): string {
  const t = speak(screen.language)
  const tab = (topic: AuditTopic | undefined, label: string) =>
    html`<a href="${hrefOf(screen, topic)}"!${topic === screen.topic ? ' aria-current="true"' : ''}>${label}</a>`
  const topics = Object.keys(auditTopics) as AuditTopic[]
  return html`<div class="tabs">!${tab(undefined, t('Everything'))}!${topics.map((topic) => tab(topic, t(topicNames[topic])))}</div>`
}

function paging(screen: AuditScreen): string {
  const { language, lines, hasMore, isLater, topic } = screen
  const t = speak(language)
  const last = lines.at(-1)
  if (!isLater && !hasMore) return ''
  return html`<div class="acts">!${isLater ? html`<a class="button plain" href="${hrefOf(screen, topic)}">${t('Back to the newest')}</a>` : ''}!${hasMore && last ? html`<a class="button plain" href="${hrefOf(screen, topic, last.id)}">${t('Older')}</a>` : ''}</div>`
}

function hrefOf({ shopHref }: AuditScreen, about: AuditTopic | undefined, before?: string): string {
  const query = new URLSearchParams({ ...(about && { about }), ...(before && { before }) }).toString()
  return `${shopHref}/settings/audit${query ? `?${query}` : ''}`
}
