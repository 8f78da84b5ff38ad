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
 * Puts zones into a city in one transaction: a zone of the same name, whatever its capitals, takes the new
 * shape and keeps its prices. Throws CITY_NOT_FOUND, ZONES_MISPLACED, ZONES_CHANGED, TOO_MANY_ZONES.
 */
export const importZones = async (deps: AuditedDeps, zones: ZoneImport): Promise<ZoneImportReport> =>
  importReport(await putImport(deps, zones))

/** The same, with the plan of what was done or would be. */
export async function putImport(
  deps: AuditedDeps,
  { cityId, isDryRun, seen, ...file }: ZoneImport,
): Promise<ZonePlan> {
  const change = { kind: 'IMPORT', ...file } as const
  return (await putZones(deps, 'import-zones', { cityId, change, seen, isDryRun })).plan
}

/** What an import would do in a city without zones. */
export const firstImport = (drafts: readonly ZoneDraft[]): ZonePlan =>
  zonePlan([], { kind: 'IMPORT', drafts, priority: 0, replaceOthers: false })

/** The names that a plan of an import is told by. */
export function importReport({ added, changed, unchanged, retired, kept }: ZonePlan): ZoneImportReport {
  const names = (zones: readonly { name: string }[]) => zones.map(({ name }) => name)
  return {
    added: names(added),
    replaced: names([...changed.map(({ after }) => after), ...unchanged]),
    retired: names(retired),
    kept: names(kept),
  }
}
