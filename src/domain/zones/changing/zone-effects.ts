import type { Point } from '../../../base/kernel/point.ts'
import { type City, serviceMap, type Zone } from '../service-map.ts'
import { boundsOf, type ZoneShape } from '../zone-shape.ts'
import { type PlannedZone, type ZonePlan, zonesAfter } from './zone-plan.ts'

/** How many addresses of how many shops leave a zone for another: null names no zone. */
export type MovedAddresses = {
  from: string | null
  to: string | null
  addresses: number
  shops: number
  /** Whether they are no longer served at all. */
  isUnserved: boolean
}

type Everything = { cities: readonly City[]; zones: readonly Zone[] }

/**
 * Where pickup addresses come to lie when a plan is carried out, the most frequent first; those that stay are
 * left out.
 */
export function movedAddresses(
  { cities, zones }: Everything,
  { cityId, plan }: { cityId: string; plan: ZonePlan },
  addresses: readonly (Point & { shopId: string })[],
): MovedAddresses[] {
  const before = serviceMap(cities, zones)
  const others = zones.filter((zone) => zone.cityId !== cityId)
  const after = serviceMap(cities, [
    ...others,
    ...zonesAfter(plan).map((zone, at) => placed(zone, at, cityId)),
  ])
  const groups = Map.groupBy(
    addresses.flatMap(({ shopId, ...point }) => {
      const [from, to] = [before.locate(point), after.locate(point)]
      const [fromName, toName] = [from?.zone?.name ?? null, to?.zone?.name ?? null]
      const isUnserved = from !== undefined && to === undefined
      return fromName === toName && !isUnserved ? [] : [{ shopId, from: fromName, to: toName, isUnserved }]
    }),
    ({ from, to, isUnserved }) => JSON.stringify([from, to, isUnserved]),
  )
  return [...groups.values()]
    .flatMap((moved) => {
      const [first] = moved
      if (!first) return []
      const { from, to, isUnserved } = first
      const shops = new Set(moved.map(({ shopId }) => shopId)).size
      return [{ from, to, isUnserved, addresses: moved.length, shops }]
    })
    .sort((a, b) => b.addresses - a.addresses)
}

const placed = (zone: PlannedZone, at: number, cityId: string): Zone => ({
  id: `planned ${at}`,
  ...zone,
  cityId,
})

/** The extent of everything that a plan changes; undefined when it changes nothing. */
export function extentOf({ added, changed, retired }: ZonePlan): ReturnType<typeof boundsOf> | undefined {
  const shapes: ZoneShape = [
    ...added,
    ...retired,
    ...changed.flatMap(({ before, after }) => [before, after]),
  ].flatMap(({ shape }) => shape)
  return shapes.length > 0 ? boundsOf(shapes) : undefined
}
