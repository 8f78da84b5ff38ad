import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { AuditLine } from '../../domain/audit/audit-store.ts'
import type { NamedActor } from '../../domain/shops/name-actors.ts'
import { speak } from '../web-words.ts'
import { type AuditChange, auditChanges } from './audit-changes.ts'
import { auditNameText, auditValueText, type FurtherWords } from './audit-value-text.ts'
import { auditActs, auditBy, auditValues } from './audit-wording.ts'

/** Who reads the audit, and in what words: those of a shop, or further ones of the operator's pages. */
export type AuditReader = {
  language: Language
  now: Date
  timeZone: string
  nameOf: (actor: string | null) => NamedActor
  /** Where a delivery is looked at. */
  deliveryHref: (line: AuditLine) => string
  /** Words for acts and values that shops do not see. */
  further?: FurtherWords & { acts: Readonly<Record<string, string>> }
  /** Trusted HTML after what it was done to: the shop, where lines of several stand together. */
  after?: (line: AuditLine) => string
  /** Who did it, where more may be said than to a shop. */
  by?: (actor: NamedActor) => string
}

/** One line of the audit: what was done, by whom, and the values that changed. */
export function auditRow(reader: AuditReader, line: AuditLine): string {
  const { language, now, timeZone } = reader
  const order = Object.keys({ ...auditValues, ...reader.further?.values })
  const changes = auditChanges(line)
    .filter(({ name: value }) => value !== 'reference')
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  const moment = momentText(line.occurred_at, { timeZone, now }, language)
  const rows = changes.map((change) => changeRow(reader, line, change))
  const what = [
    html`<strong>${auditActText(reader, line)}</strong> !${subject(reader, line)}`,
    reader.after?.(line) ?? '',
    html`<br><span class="soft">${moment} ${auditByText(reader, line)}</span>`,
  ]
  return html`<li><div class="line"><span>!${what}</span></div>
!${rows.length === 0 ? '' : html`<dl class="changes">!${rows}</dl>`}</li>`
}

/** What was done, in words. */
export function auditActText({ language, further }: AuditReader, { action }: AuditLine): string {
  const act = Object.hasOwn(auditActs, action) ? auditActs[action] : undefined
  if (act) return speak(language)(act)
  return further && Object.hasOwn(further.acts, action) ? (further.acts[action] ?? action) : action
}

/** Who did it, in words. */
export function auditByText({ language, nameOf, by }: AuditReader, { actor }: AuditLine): string {
  const named = nameOf(actor)
  return by?.(named) ?? actorText(language, named)
}

function actorText(language: Language, { kind, name }: NamedActor): string {
  const t = speak(language)
  if (kind === 'ACCOUNT')
    return name === null
      ? t('by somebody without a name, on the console')
      : t('by {name}, on the console', { name })
  if (kind === 'API_KEY')
    return name ? t('by the API, key “{name}”', { name }) : t('by the API, key without a name')
  return t(auditBy[kind])
}

/** The values that an act changed, in words on one line. */
export const auditChangesText = (reader: AuditReader, line: AuditLine): string =>
  auditChanges(line)
    .map(
      (change) => `${labelOf(reader, line, change.name)} : ${changeTexts(reader, line, change).join(' → ')}`,
    )
    .join(' ; ')

/** What it was done to, where the act alone does not say it. */
export function auditSubjectText({ nameOf }: AuditReader, line: AuditLine): string {
  const values = { ...line.before, ...line.after }
  const { subject_type: type, subject_id: id } = line
  if (type === 'DELIVERY') return String(values.reference ?? '')
  if (type === 'ACCOUNT') return nameOf(`ACCOUNT:${id}`).name ?? ''
  const said = { PICKUP_ADDRESS: values.label, API_KEY: values.label, WEBHOOK_ENDPOINT: values.url }
  return String(said[type as keyof typeof said] ?? '')
}

function subject(reader: AuditReader, line: AuditLine): string {
  const text = auditSubjectText(reader, line)
  if (line.subject_type !== 'DELIVERY') return html`<span>${text}</span>`
  return html`<a class="inline" href="${reader.deliveryHref(line)}">${text || '›'}</a>`
}

function changeRow(reader: AuditReader, line: AuditLine, change: AuditChange): string {
  const [first, second] = changeTexts(reader, line, change)
  const changed = second === undefined ? html`${first}` : html`<span class="soft">${first}</span> → ${second}`
  return html`<div><dt>${labelOf(reader, line, change.name)}</dt><dd>!${changed}</dd></div>`
}

/** The value that was added or removed alone, or both. */
function changeTexts(reader: AuditReader, line: AuditLine, { name, before, after }: AuditChange): string[] {
  const text = (value: unknown) => auditValueText(name, value, reader)
  if (line.before === null) return [text(after)]
  return line.after === null ? [text(before)] : [text(before), text(after)]
}

function labelOf(reader: AuditReader, line: AuditLine, name: string): string {
  if (name === 'to' && line.subject_type === 'SHOP') return speak(reader.language)('New number')
  return auditNameText(name, reader)
}
