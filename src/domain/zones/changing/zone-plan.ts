import { createHash } from 'node:crypto'
import { ApiError } from '../../../contract/errors.ts'
import type { Zone } from '../service-map.ts'
import type { ZoneDraft } from '../zone-file.ts'
import { zoneNameKey } from '../zone-name.ts'

/**
 * What may be done to the zones of a city. A preview and the change itself make the same plan of it, from the
 * zones as they stand, so that they cannot disagree (decision 176).
 */
export type ZoneChange =
  | { kind: 'IMPORT'; drafts: readonly ZoneDraft[]; priority: number; replaceOthers: boolean }
  | { kind: 'DRAW'; draft: ZoneDraft; priority: number }
  /** Another outline for a zone. */
  | { kind: 'RESHAPE'; zone: string; draft: Omit<ZoneDraft, 'name'> }
  | { kind: 'RENAME'; zone: string; name: string; priority: number }
  /** A zone becomes two: the first keeps its identity and its prices, which the other is given too. */
  | { kind: 'SPLIT'; zone: string; parts: readonly [ZoneDraft, ZoneDraft] }
  | { kind: 'RETIRE'; zones: readonly string[] }

/** A zone that is not there yet. */
export type PlannedZone = Omit<Zone, 'id' | 'cityId'>

/** What a change does to each zone of the city. */
export type ZonePlan = {
  added: PlannedZone[]
  changed: { before: Zone; after: Zone }[]
  /** Named by the change, and as it was. */
  unchanged: Zone[]
  retired: Zone[]
  /** Not named by the change. */
  kept: Zone[]
}

/** A map with more is none that anybody can read; the checks are bounded by it. */
const maxZonesPerCity = 300

/** The plan of a change. Throws ZONE_NOT_FOUND, ZONE_NAME_TAKEN, TOO_MANY_ZONES. */
export function zonePlan(present: readonly Zone[], change: ZoneChange): ZonePlan {
  const plan = planOf(present, change)
  const count = zonesAfter(plan).length
  if (count > maxZonesPerCity && count > present.length)
    throw new ApiError('TOO_MANY_ZONES', { max: maxZonesPerCity })
  return plan
}

function planOf(present: readonly Zone[], change: ZoneChange): ZonePlan {
  switch (change.kind) {
    case 'IMPORT':
      return planOfImport(present, change)
    case 'DRAW':
      refuseTaken(present, change.draft.name)
      return planFrom(present, { added: [{ ...change.draft, priority: change.priority }] })
    case 'RESHAPE': {
      const before = named(present, change.zone)
      return planFrom(present, { changed: [{ before, after: { ...before, ...change.draft } }] })
    }
    case 'RENAME': {
      const before = named(present, change.zone)
      const { name, priority } = change
      refuseTaken(present, name, before)
      return planFrom(present, { changed: [{ before, after: { ...before, name, priority } }] })
    }
    case 'SPLIT': {
      const before = named(present, change.zone)
      const [first, second] = change.parts
      for (const { name } of change.parts) refuseTaken(present, name, before)
      if (isSameName(first.name, second.name)) throw new ApiError('ZONE_NAME_TAKEN', { zone: second.name })
      return planFrom(present, {
        added: [{ ...second, priority: before.priority }],
        changed: [{ before, after: { ...before, ...first } }],
      })
    }
    case 'RETIRE':
      return planFrom(present, { retired: change.zones.map((name) => named(present, name)) })
  }
}

function planOfImport(
  present: readonly Zone[],
  { drafts, priority, replaceOthers }: Extract<ZoneChange, { kind: 'IMPORT' }>,
): ZonePlan {
  const known = new Map(present.map((zone) => [zoneNameKey(zone.name), zone]))
  const drawn = drafts.map((draft) => ({
    before: known.get(zoneNameKey(draft.name)),
    planned: { ...draft, priority },
  }))
  const others = present.filter((zone) => !drawn.some(({ before }) => before?.id === zone.id))
  return planFrom(present, {
    added: drawn.flatMap(({ before, planned }) => (before ? [] : [planned])),
    changed: drawn.flatMap(({ before, planned }) =>
      before ? [{ before, after: { ...before, ...planned } }] : [],
    ),
    retired: replaceOthers ? others : [],
  })
}

function planFrom(
  present: readonly Zone[],
  { added = [], changed = [], retired = [] }: Partial<Pick<ZonePlan, 'added' | 'changed' | 'retired'>>,
): ZonePlan {
  const touched = new Set([...changed.map(({ before }) => before), ...retired].map(({ id }) => id))
  return {
    added,
    changed: changed.filter(({ before, after }) => !isSame(before, after)),
    unchanged: changed.filter(({ before, after }) => isSame(before, after)).map(({ before }) => before),
    retired,
    kept: present.filter(({ id }) => !touched.has(id)),
  }
}

/** The zones of a city once a plan is carried out. */
export const zonesAfter = ({ added, changed, unchanged, kept }: ZonePlan): PlannedZone[] => [
  ...added,
  ...changed.map(({ after }) => after),
  ...unchanged,
  ...kept,
]

/**
 * What tells one state of a city's zones from another: whoever confirms a change has seen these and no
 * others.
 */
export function zonesFingerprint(zones: readonly Zone[]): string {
  const hash = createHash('sha256')
  for (const { id, name, priority, shape } of zones.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    hash.update(JSON.stringify([id, name, priority, shape]))
  return hash.digest('hex')
}

const isSameName = (one: string, other: string): boolean => zoneNameKey(one) === zoneNameKey(other)

function named(present: readonly Zone[], name: string): Zone {
  const zone = present.find((each) => isSameName(each.name, name))
  if (!zone) throw new ApiError('ZONE_NOT_FOUND', { zone: name, zones: present.map((each) => each.name) })
  return zone
}

function refuseTaken(present: readonly Zone[], name: string, self?: Zone): void {
  const taken = present.find((zone) => zone.id !== self?.id && isSameName(zone.name, name))
  if (taken) throw new ApiError('ZONE_NAME_TAKEN', { zone: taken.name })
}

const isSame = (one: Zone, other: Zone): boolean =>
  one.name === other.name &&
  one.priority === other.priority &&
  JSON.stringify(one.shape) === JSON.stringify(other.shape)
