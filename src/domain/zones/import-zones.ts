import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { ZoneDraft } from './zone-file.ts'
import { insertZone, listZones, retireZones, setZone } from './zone-store.ts'

export type ZoneImport = {
  cityId: string
  drafts: readonly ZoneDraft[]
  /** Given to every imported zone; where zones overlap the highest holds. */
  priority: number
  /** Retire the city's zones that the file does not name. */
  replaceOthers: boolean
  /** Say what would be done and leave everything as it is. */
  isDryRun: boolean
}

/** Names of zones, by what became of them. */
export type ZoneImportReport = { added: string[]; replaced: string[]; retired: string[]; kept: string[] }

/** Puts zones into a city in one transaction: a zone of the same name takes the new shape and keeps its prices. */
export async function importZones(
  { db, clock }: { db: Database | Trx; clock: Clock },
  { cityId, drafts, priority, replaceOthers, isDryRun }: ZoneImport,
): Promise<ZoneImportReport> {
  return inTransaction(db, async (trx) => {
    const now = clock.now()
    const present = await listZones(trx, cityId)
    const byName = new Map(present.map((zone) => [zone.name, zone]))
    const named = new Set(drafts.map(({ name }) => name))
    const others = present.filter((zone) => !named.has(zone.name))
    const report: ZoneImportReport = {
      added: drafts.filter(({ name }) => !byName.has(name)).map(({ name }) => name),
      replaced: drafts.filter(({ name }) => byName.has(name)).map(({ name }) => name),
      retired: replaceOthers ? others.map(({ name }) => name) : [],
      kept: replaceOthers ? [] : others.map(({ name }) => name),
    }
    if (isDryRun) return report
    for (const draft of drafts) {
      const before = byName.get(draft.name)
      const zone = { ...draft, id: before?.id ?? newId(now), cityId, priority }
      await (before ? setZone(trx, zone) : insertZone(trx, zone, now))
    }
    if (replaceOthers)
      await retireZones(
        trx,
        others.map(({ id }) => id),
        now,
      )
    return report
  })
}
