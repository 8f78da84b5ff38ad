import { type Actor, actorFrom } from '../../../../base/kernel/actor.ts'
import { dayAfter, dayBegins, isDay } from '../../../../base/kernel/local-time.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import type { AuditFilter } from '../../../../domain/audit/audit-store.ts'
import type { AuditSubjectType } from '../../../../domain/audit/audited-act.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'

/** Kinds of actors that one may choose among. */
export const actorFilters = [
  'OPERATOR',
  'CLI',
  'ACCOUNT',
  'API_KEY',
] as const satisfies readonly Actor['kind'][]
export type ActorFilter = (typeof actorFilters)[number]

/** Kinds of things that acts are done to, as they are chosen. */
export const subjectFilters = {
  shops: ['SHOP', 'PICKUP_ADDRESS'],
  people: ['ACCOUNT', 'INVITATION'],
  keys: ['API_KEY'],
  webhooks: ['WEBHOOK_ENDPOINT', 'EVENT'],
  deliveries: ['DELIVERY', 'MESSAGE'],
  cities: ['CITY', 'ZONE_PAIR'],
  promo: ['PROMO_CODE'],
  books: ['LEDGER', 'TRANSFER'],
  couriers: ['COURIER'],
} as const satisfies Record<string, readonly AuditSubjectType[]>
export type SubjectFilter = keyof typeof subjectFilters

/** What an address of the audit asks for; what it says wrongly is left out. */
export type AuditQuery = {
  who?: ActorFilter
  /** One actor, as lines name them. */
  actor?: string
  what?: SubjectFilter
  shop?: string
  /** Days, `2026-11-21`; both are part of the span. */
  from?: string
  to?: string
  before?: string
}

/** Reads the query of an address. Throws CHOICE_UNKNOWN. */
export function readAuditQuery(query: unknown): AuditQuery {
  const said = (query ?? {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = said[name]
    return typeof value === 'string' ? value.trim().slice(0, 80) : ''
  }
  const who = chosenOf('who', text('who'), actorFilters)
  const what = chosenOf('what', text('what'), Object.keys(subjectFilters) as SubjectFilter[])
  const [actor, shop, before] = [text('actor'), text('shop').toLowerCase(), text('before')]
  const [from, to] = [text('from'), text('to')]
  return {
    ...(who && { who }),
    ...(isActor(actor) && { actor }),
    ...(what && { what }),
    ...(isUuid(shop) && { shop }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isUuid(before) && { before }),
  }
}

/** The address of the audit with this query. */
export function auditHref(path: string, query: AuditQuery): string {
  const parameters = new URLSearchParams(query as Record<string, string>).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

/** A query as the store takes it; days are those of `timeZone`. */
export const auditFilterOf = (
  { who, actor, what, shop, from, to, before }: AuditQuery,
  timeZone: string,
): Omit<AuditFilter, 'limit'> => ({
  ...(who && { actorKind: who }),
  ...(actor !== undefined && { actor }),
  ...(what && { subjectTypes: subjectFilters[what] }),
  ...(shop !== undefined && { shopId: shop }),
  ...(from !== undefined && { since: dayBegins(from, timeZone) }),
  ...(to !== undefined && { until: dayBegins(dayAfter(to, 1), timeZone) }),
  ...(before !== undefined && { beforeId: before }),
})

function isActor(text: string): boolean {
  const actor = actorFrom(text)
  return actor !== undefined && (!('id' in actor) || isUuid(actor.id))
}
