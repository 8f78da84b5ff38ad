import { ApiError } from '../../base/contract/errors.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Zone } from './service-map.ts'
import type { ZoneDraft } from './zone-file.ts'
import { zonesFarFromCity } from './zone-place.ts'
import { insertZone, listZones, lockCity, markZonesRetired, setZone } from './zone-store.ts'

export type ZoneImport = {
  cityId: string
  drafts: readonly ZoneDraft[]
  /** Given to every imported zone; where zones overlap the highest wins. */
  priority: number
  /** Retire the city's zones that the file does not name. */
  replaceOthers: boolean
  /** Report what would be done and change nothing. */
  isDryRun: boolean
}

/** Names of zones, by the outcome of their import. */
export type ZoneImportReport = { added: string[]; replaced: string[]; retired: string[]; kept: string[] }

/**
 * Puts zones into a city in one transaction: a zone of the same name takes the new shape and keeps its prices.
 * Throws CITY_NOT_FOUND, ZONES_MISPLACED.
 */
export async function importZones(
  deps: AuditedDeps,
  { cityId, drafts, priority, replaceOthers, isDryRun }: ZoneImport,
): Promise<ZoneImportReport> {
  return inTransaction(deps.db, async (trx) => {
    const now = deps.clock.now()
    const city = await lockCity(trx, cityId)
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const faults = zonesFarFromCity(drafts, city)
    if (faults.length > 0) throw new ApiError('ZONES_MISPLACED', { faults })
    const present = await listZones(trx, cityId)
    const byName = new Map(present.map((zone) => [zone.name, zone]))
    const report = importReport(present, drafts, replaceOthers)
    if (isDryRun) return report
    for (const draft of drafts) {
      const before = byName.get(draft.name)
      const zone = { ...draft, id: before?.id ?? newId(now), cityId, priority }
      await (before ? setZone(trx, zone) : insertZone(trx, zone, now))
    }
    await markZonesRetired(
      trx,
      present.filter(({ name }) => report.retired.includes(name)).map(({ id }) => id),
      now,
    )
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'import-zones',
        subject: { type: 'CITY', id: cityId },
        before: { zones: present.map(({ name }) => name) },
        after: {
          zones: [...report.added, ...report.replaced, ...report.kept],
          priority,
          added: report.added,
          replaced: report.replaced,
          retired: report.retired,
        },
      },
    )
    return report
  })
}

/** What happens to the zones of a city when others are imported. */
export function importReport(
  present: readonly Pick<Zone, 'name'>[],
  drafts: readonly Pick<ZoneDraft, 'name'>[],
  replaceOthers: boolean,
): ZoneImportReport {
  const known = new Set(present.map(({ name }) => name))
  const named = new Set(drafts.map(({ name }) => name))
  const others = present.map(({ name }) => name).filter((name) => !named.has(name))
  return {
    added: [...named].filter((name) => !known.has(name)),
    replaced: [...named].filter((name) => known.has(name)),
    retired: replaceOthers ? others : [],
    kept: replaceOthers ? [] : others,
  }
}
