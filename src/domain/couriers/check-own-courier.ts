import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'

/** Lets couriers act for themselves alone, and those who run the service for any. Throws ROLE_REQUIRED. */
export async function checkOwnCourier(
  deps: Pick<AuditedDeps, 'db' | 'actor'>,
  courierId: string,
): Promise<void> {
  if (deps.actor.kind === 'COURIER' && deps.actor.id === courierId) return
  await requireServiceRight(deps, 'MANAGE')
}
