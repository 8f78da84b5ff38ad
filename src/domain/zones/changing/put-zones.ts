import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { City, Zone } from '../service-map.ts'
import { zonesFarFromCity } from '../zone-place.ts'
import { insertZone, listZones, lockCity, markZonesRetired, setZone } from '../zone-store.ts'
import { type ZoneChange, type ZonePlan, zonePlan, zonesAfter, zonesFingerprint } from './zone-plan.ts'

type ZonesToPut = {
  cityId: string
  change: ZoneChange
  /** The fingerprint of the zones that whoever confirms has seen; without one, any will do. */
  seen?: string | undefined
  /** Plan the change and write nothing. */
  isDryRun?: boolean
}

/** A plan that was carried out, and the zones that it added. */
type PutZones = { plan: ZonePlan; added: Zone[] }

/**
 * Carries out a change of the zones of a city in one transaction; each verb that changes zones does it
 * through this. Throws CITY_NOT_FOUND, ZONES_CHANGED, ZONES_MISPLACED and what `zonePlan` throws.
 */
export function putZones(
  deps: AuditedDeps,
  action: string,
  { cityId, change, seen, isDryRun = false }: ZonesToPut,
): Promise<PutZones> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const now = deps.clock.now()
    const city = await lockCity(trx, cityId)
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const present = await listZones(trx, cityId)
    if (seen !== undefined && seen !== zonesFingerprint(present)) throw new ApiError('ZONES_CHANGED')
    refuseFar(change, city)
    const plan = zonePlan(present, change)
    if (isDryRun) return { plan, added: [] }
    const added = plan.added.map((zone) => ({ ...zone, id: newId(now), cityId }))
    await write(trx, plan, added, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'CITY', id: cityId },
        before: { zones: present.map(({ name }) => name) },
        after: valuesOf(plan, change),
      },
    )
    return { plan, added }
  })
}

/** Throws ZONES_MISPLACED when a drawn zone does not lie where the city does. */
export function refuseFar(change: ZoneChange, city: City): void {
  const faults = zonesFarFromCity(draftsOf(change), city)
  if (faults.length > 0) throw new ApiError('ZONES_MISPLACED', { faults })
}

function draftsOf(change: ZoneChange) {
  if (change.kind === 'IMPORT') return change.drafts
  if (change.kind === 'DRAW') return [change.draft]
  return change.kind === 'RESHAPE' ? [{ ...change.draft, name: change.zone }] : []
}

/** Names become free before they are taken: no two zones of a city have the same one. */
async function write(trx: Trx, plan: ZonePlan, added: readonly Zone[], now: Date): Promise<void> {
  const retired = plan.retired.map(({ id }) => id)
  await markZonesRetired(trx, retired, now)
  for (const { after } of plan.changed) await setZone(trx, after)
  for (const zone of added) await insertZone(trx, zone, now)
}

function valuesOf(plan: ZonePlan, change: ZoneChange) {
  const names = (zones: readonly { name: string }[]) => zones.map(({ name }) => name)
  return {
    zones: names(zonesAfter(plan)).sort((a, b) => (a < b ? -1 : 1)),
    ...('priority' in change && { priority: change.priority }),
    added: names(plan.added),
    replaced: names([...plan.changed.map(({ after }) => after), ...plan.unchanged]),
    retired: names(plan.retired),
  }
}
