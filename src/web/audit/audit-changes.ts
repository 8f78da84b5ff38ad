import type { AuditLine } from '../../domain/audit/audit-store.ts'

/** A value that an act changed, or wrote or removed; one that was not there is null. */
export type AuditChange = { name: string; before: unknown; after: unknown }

/** Numbers of the service's own, which tell nobody of the shop anything. */
const hidden: readonly string[] = [
  'courierId',
  'eventId',
  'invitationId',
  'number',
  'isComplete',
  'consumer',
  'position',
  'lat',
  'lng',
]

/** What differs between before and after: of what was made or removed only what it held. */
export function auditChanges({ before, after }: Pick<AuditLine, 'before' | 'after'>): AuditChange[] {
  const [was, is] = [withPlace(before), withPlace(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !hidden.includes(name),
  )
  return names
    .map((name) => ({ name, before: was[name] ?? null, after: is[name] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** The two numbers of a place as one value. */
function withPlace(values: Record<string, unknown> | null): Record<string, unknown> {
  const { lat, lng } = values ?? {}
  const place = typeof lat === 'number' && typeof lng === 'number' ? { place: `${lat}, ${lng}` } : {}
  return { ...values, ...place }
}
