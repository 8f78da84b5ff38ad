import type { AuditedDeps } from '../audit/audited-act.ts'
import { putZones } from './changing/put-zones.ts'
import { type ZonePlan, zonePlan } from './changing/zone-plan.ts'
import type { ZoneDraft } from './zone-file.ts'

export type ZoneImport = {
  cityId: string
  drafts: readonly ZoneDraft[]
  /** Given to every imported zone; where zones overlap the highest wins. */
  priority: number
  /** Retire the city's zones that the file does not name. */
  replaceOthers: boolean
  /** Report what would be done and change nothing. */
  isDryRun: boolean
  /** The fingerprint of the zones that were previewed: the import is refused when they have changed since. */
  seen?: string | undefined
}

/** Names of zones, by the outcome of their import. */
export type ZoneImportReport = { added: string[]; replaced: string[]; retired: string[]; kept: string[] }

/**
 * Puts zones into a city in one transaction: a zone of the same name, whatever its capitals, takes the new shape and
 * keeps its prices. Throws CITY_NOT_FOUND, ZONES_MISPLACED, ZONES_CHANGED, TOO_MANY_ZONES.
 */
export async function importZones(
  deps: AuditedDeps,
  { cityId, isDryRun, seen, ...file }: ZoneImport,
): Promise<ZoneImportReport> {
  const change = { kind: 'IMPORT', ...file } as const
  const { plan } = await putZones(deps, 'import-zones', { cityId, change, seen, isDryRun })
  return importReport(plan)
}

/** What an import would do in a city without zones. */
export const firstImportReport = (drafts: readonly ZoneDraft[]): ZoneImportReport =>
  importReport(zonePlan([], { kind: 'IMPORT', drafts, priority: 0, replaceOthers: false }))

function importReport({ added, changed, unchanged, retired, kept }: ZonePlan): ZoneImportReport {
  const names = (zones: readonly { name: string }[]) => zones.map(({ name }) => name)
  return {
    added: names(added),
    replaced: names([...changed.map(({ after }) => after), ...unchanged]),
    retired: names(retired),
    kept: names(kept),
  }
}
