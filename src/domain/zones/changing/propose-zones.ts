import { computeAside } from '../../../base/background/compute-aside.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { computeZoneCheck } from '../checking/compute-zones.ts'
import type { ZoneOverlap } from '../checking/zone-overlaps.ts'
import { findCitiesById, readZones } from '../zone-store.ts'
import { deleteOldProposals, insertProposal } from './proposal-store.ts'
import { refuseFar } from './put-zones.ts'
import { type ZoneChange, type ZonePlan, zonePlan, zonesAfter, zonesFingerprint } from './zone-plan.ts'

/** How long a change waits to be confirmed, and how many of one person wait at once. */
export const proposalAgeMs = 24 * 60 * 60 * 1000
const maxProposals = 5

/**
 * Keeps a change of the zones of a city until it is confirmed, and returns its id: nothing else is changed,
 * so no line of the audit is written. Throws ROLE_REQUIRED, CITY_NOT_FOUND, ZONES_MISPLACED and what
 * `zonePlan` throws.
 */
export async function proposeZones(
  deps: AuditedDeps & { db: Database },
  { cityId, change, notes = [] }: { cityId: string; change: ZoneChange; notes?: readonly string[] },
): Promise<string> {
  const { db, clock, actor } = deps
  await requireServiceRight(deps, 'MANAGE')
  const now = clock.now()
  const [city] = await findCitiesById(db, [cityId])
  if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
  const present = await readZones(db, cityId)
  refuseFar(change, city)
  const plan = zonePlan(present, change)
  const proposal = {
    id: newId(now),
    cityId,
    change,
    movedSquareMeters: await measureMoves(plan.changed),
    overlaps: await findOverlaps(plan),
    notes: notes.slice(0, 500),
    seen: zonesFingerprint(present),
    madeBy: actorText(actor),
  }
  await db.transaction().execute(async (trx) => {
    const before = new Date(now.getTime() - proposalAgeMs)
    await deleteOldProposals(trx, { before, madeBy: proposal.madeBy, kept: maxProposals - 1 })
    await insertProposal(trx, proposal, now)
  })
  return proposal.id
}

/**
 * Where what is added or changed would lie over other zones, the largest first; null where that takes too
 * long.
 */
async function findOverlaps(plan: ZonePlan): Promise<ZoneOverlap[] | null> {
  const touched = new Set([...plan.added, ...plan.changed.map(({ after }) => after)].map(({ name }) => name))
  if (touched.size === 0) return []
  const computed = await computeZoneCheck(zonesAfter(plan))
  if (!('result' in computed)) return null
  return computed.result.overlaps.filter(({ zones }) => zones.some((name) => touched.has(name)))
}

/** How much of each zone moves; nothing where that takes too long to find out. */
async function measureMoves(
  changed: ReturnType<typeof zonePlan>['changed'],
): Promise<Record<string, number>> {
  const reshaped = changed
    .filter(({ before, after }) => before.shape !== after.shape)
    .map(({ before, after }) => ({ id: before.id, before: before.shape, after: after.shape }))
  if (reshaped.length === 0) return {}
  const module = new URL('../checking/moved-area.ts', import.meta.url)
  const computed = await computeAside<Record<string, number>>(module, 'movedSquareMeters', [reshaped])
  return 'result' in computed ? computed.result : {}
}
