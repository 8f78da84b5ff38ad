import { type ComputeFailure, computeAside } from '../../../base/background/compute-aside.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { Zone } from '../service-map.ts'
import type { ZoneFile } from '../zone-file.ts'
import type { Ring, ZoneShape } from '../zone-shape.ts'
import type { SplitDrafts } from './split-drafts.ts'
import type { ZoneCheck } from './zone-overlaps.ts'
import type { ZoneTextOptions } from './zone-text.ts'

/**
 * The geometry that takes long, in a thread of its own: nobody's request waits for the zones of an operator.
 * Each is given up after seconds, with `failure`.
 */
const limits = { timeoutMs: 12_000, memoryMegabytes: 256 }
const at = (name: string) => new URL(name, import.meta.url)

type Computed<T> = Promise<{ result: T } | { failure: ComputeFailure }>

/** Reads a file of zones; see `readZoneText`. */
export const computeZoneText = (file: Uint8Array | string, options: ZoneTextOptions): Computed<ZoneFile> =>
  computeAside(at('./zone-text.ts'), 'readZoneText', [file, options], limits)

/** The two zones that a line makes of one; see `splitDrafts`. */
export const computeSplit = (
  shape: ZoneShape,
  line: Ring,
  options: { names: readonly [string, string]; language: Language },
): Computed<SplitDrafts> =>
  computeAside(at('./split-drafts.ts'), 'splitDrafts', [shape, line, options], limits)

type CheckedZone = Pick<Zone, 'name' | 'shape' | 'areaSquareMeters'>
const checks = new WeakMap<readonly CheckedZone[], Computed<ZoneCheck>>()

/** Overlaps and gaps of zones, computed once for each list of them; see `zoneOverlaps`. */
export function computeZoneCheck(zones: readonly CheckedZone[]): Computed<ZoneCheck> {
  const known = checks.get(zones)
  if (known) return known
  const plain = zones.map(({ name, shape, areaSquareMeters }) => ({ name, shape, areaSquareMeters }))
  const computed = computeAside<ZoneCheck>(at('./zone-overlaps.ts'), 'zoneOverlaps', [plain], limits)
  checks.set(zones, computed)
  computed.catch(() => checks.delete(zones))
  return computed
}
