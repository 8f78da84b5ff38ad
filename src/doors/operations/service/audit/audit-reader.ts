import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import type { ManyDone } from '../../../../domain/board/many/many-acts.ts'
import type { AccountKind } from '../../../../domain/money/ledger/ledger-account.ts'
import { placeOf } from '../../../../domain/money/settlement/money-move.ts'
import { type NamedActor, nameActors } from '../../../../domain/shops/name-actors.ts'
import { listShopNames } from '../../../../domain/shops/shop-store.ts'
import type { AuditReader } from '../../../../web/audit/audit-line-page.ts'
import { manyActNames } from '../../board/board-acts-page.ts'
import { booksKinds, placeName } from '../../books/account-wording.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { type AuditQuery, auditHref } from './service-audit-query.ts'
import { auditedRules, serviceAuditActs, serviceAuditValues } from './service-audit-wording.ts'

/** Who did it, where they have no names. */
const byKind = {
  CLI: 'at the terminal',
  COURIER: 'by the courier',
  CUSTOMER: 'by the customer',
  SYSTEM: 'by the service',
} as const

/** How those who run the service read lines of the audit, and the shops that these are of by their ids. */
export async function auditReader(
  { db, clock, timeZone }: Pick<OperationsDeps, 'db' | 'clock' | 'timeZone'>,
  language: Language,
  lines: readonly AuditLine[],
  query: AuditQuery,
): Promise<{ reader: AuditReader; shops: ReadonlyMap<string, string> }> {
  const people = lines.flatMap(({ actor, subject_type, subject_id }) =>
    subject_type === 'ACCOUNT' ? [actor, `ACCOUNT:${subject_id}`] : [actor],
  )
  const shopIds = lines.flatMap(({ shop_id }) => shop_id ?? [])
  const shops = await listShopNames(db, shopIds)
  const reader: AuditReader = {
    language,
    timeZone,
    now: clock.now(),
    nameOf: await nameActors(db, null, people, { namesOperators: true }),
    deliveryHref: ({ subject_id }) => `/operations/deliveries/${subject_id}`,
    further: {
      acts: speakEach(language, serviceAuditActs),
      values: { ...auditedRules, ...speakEach(language, serviceAuditValues) },
      said: (name, value) => valueSaid(name, value, language),
    },
    after: (line) => afterLine(line, shops, query, language),
    by: (actor) => doneBy(actor, language),
  }
  return { reader, shops }
}

/**
 * What was done to several deliveries, and where money was moved or booked, as the board and the pages of the
 * books call it.
 */
function valueSaid(name: string, value: string, language: Language): string | undefined {
  if (name === 'act' && Object.hasOwn(manyActNames, value))
    return speak(language)(manyActNames[value as ManyDone['act']])
  if (name === 'movedFrom' || name === 'movedTo') return placeName(placeOf(value), language)
  return name === 'settledInto' && Object.hasOwn(booksKinds, value)
    ? speak(language)(booksKinds[value as AccountKind])
    : undefined
}

/** After what an act was done to: its shop, and a link to all that the same actor did. */
function afterLine(
  { shop_id: shop, actor }: AuditLine,
  shops: ReadonlyMap<string, string>,
  { before: _, ...whole }: AuditQuery,
  language: Language,
): string {
  const t = speak(language)
  const href = (query: AuditQuery) => auditHref(serviceHref('audit'), { ...whole, ...query })
  const name = shop === null ? undefined : shops.get(shop)
  const ofShop =
    shop === null || name === undefined
      ? ''
      : html` <a class="inline" href="${href({ shop })}">${t('· {name}', { name })}</a>`
  if (whole.actor !== undefined || !actor.includes(':')) return ofShop
  const only = t('Only this person or key')
  return html`!${ofShop} <a class="inline soft" href="${href({ actor })}">${only}</a>`
}

/** Who did it, as those read it who run the service. */
function doneBy({ kind, name }: NamedActor, language: Language): string {
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
