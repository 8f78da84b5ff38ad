import type { FileHandle } from 'node:fs/promises'
import {
  boxOf,
  type CityArea,
  type CityFeatures,
  collectFeatures,
  type FeatureCollector,
  isClosed,
  type Line,
  middleOf,
} from './city-features.ts'
import { chainedLines } from './line-joins.ts'
import { MapFileRefused } from './map-fault.ts'
import { nodeTable } from './node-table.ts'
import { drawnAs, landmarkKindOf, type OsmTags } from './osm-tags.ts'
import { type OsmNode, type OsmRelation, type OsmWay, readBlobs } from './read-blobs.ts'

/** How far around the city nodes are kept, so that roads and shores reach its border. */
const marginMeters = 5_000

/** What is kept of an area of which a part lies beyond the nodes that are kept, such as a lagoon. */
const maxFarNodes = 400_000
const maxMembers = 100_000

type NodeTable = ReturnType<typeof nodeTable>
type Area = { tags: OsmTags; refs: number[] }
type Wanted = { tags: OsmTags; ways: number[] }

/**
 * Reads what a city takes of an OSM PBF file, which may be that of a country: whole once, and then again the
 * blocks with members of areas and with nodes that lie far out. What is kept in memory grows with the city,
 * not with the file. Throws MapFileRefused.
 */
export async function readExtract(file: FileHandle, area: CityArea): Promise<CityFeatures> {
  const collector = collectFeatures(area)
  const nodes = nodeTable()
  const first = await readFirst(file, area, collector, nodes)
  const members = await readMembers(file, first)
  const areas = [...first.areas, ...[...members.values()]]
  const far = await readFarNodes(file, first.nodeBlobs, areas, nodes)
  const placeOf = (id: number) => nodes.find(id) ?? far.get(id)
  const lineOf = (refs: readonly number[]): Line =>
    refs.flatMap((id) => [placeOf(id) ?? []].filter(isPosition))
  for (const { tags, refs } of first.areas) addArea(collector, tags, [lineOf(refs)])
  for (const { tags, ways } of first.wanted) {
    const lines = ways.flatMap((id) => members.get(id) ?? []).map(({ refs }) => lineOf(refs))
    addArea(
      collector,
      tags,
      chainedLines(
        lines.filter((line) => line.length > 1),
        true,
      ),
    )
  }
  return collector.features
}

async function readFirst(file: FileHandle, area: CityArea, collector: FeatureCollector, nodes: NodeTable) {
  const [west, south, east, north] = boxOf(area, marginMeters)
  const found = {
    areas: [] as Area[],
    wanted: [] as Wanted[],
    nodeBlobs: [] as number[],
    wayBlobs: [] as number[],
  }
  let stage = 0

  const takeNode = ({ id, lat, lon, tags }: OsmNode) => {
    if (!(lat >= south && lat <= north && lon >= west && lon <= east)) return
    if (nodes.isFull()) throw new MapFileRefused('TOO_MANY')
    if (!nodes.add(id, lon, lat)) throw new MapFileRefused('NOT_SORTED')
    if (tags) collector.addPlace(tags, { lat, lng: lon })
  }
  const takeWay = ({ refs, tags }: OsmWay) => {
    if (!tags) return
    const drawn = drawnAs(tags)
    if (drawn === undefined && landmarkKindOf(tags) === undefined) return
    const runs = knownRuns(refs, nodes)
    if (runs.length === 0) return
    const isArea = refs.length > 3 && refs[0] === refs.at(-1) && (drawn === undefined || drawn === 'WATER')
    if (isArea) found.areas.push({ tags, refs })
    else for (const run of runs) collector.addLine(tags, run)
    if (!isArea && landmarkKindOf(tags)) collector.addPlace(tags, middleOf(runs.flat()))
  }
  const takeRelation = ({ tags, members }: OsmRelation) => {
    if (tags?.type !== 'multipolygon' || (drawnAs(tags) !== 'WATER' && !landmarkKindOf(tags))) return
    const ways = members.filter(({ type }) => type === 'way').map(({ ref }) => ref)
    found.wanted.push({ tags, ways })
    if (found.wanted.length > maxMembers) throw new MapFileRefused('TOO_MANY')
  }

  for await (const { offset, things } of readBlobs(file)) {
    const kinds = new Set<string>()
    for (const thing of things) {
      kinds.add(thing.type)
      const order = thing.type === 'node' ? 0 : thing.type === 'way' ? 1 : 2
      if (order < stage) throw new MapFileRefused('NOT_SORTED')
      stage = order
      if (thing.type === 'node') takeNode(thing)
      else if (thing.type === 'way') takeWay(thing)
      else takeRelation(thing)
    }
    if (kinds.has('node')) found.nodeBlobs.push(offset)
    if (kinds.has('way')) found.wayBlobs.push(offset)
  }
  // Ways of areas are needed only of those that reach into the surroundings of the city: the others have no
  // node there.
  return { ...found, nodes }
}

/**
 * The ways that areas are made of, by their ids: those of areas with at least one node in the surroundings.
 */
async function readMembers(
  file: FileHandle,
  first: { wanted: Wanted[]; wayBlobs: readonly number[]; nodes: NodeTable },
): Promise<Map<number, Area>> {
  const ids = new Set(first.wanted.flatMap(({ ways }) => ways))
  const found = new Map<number, Area>()
  if (ids.size === 0) return found
  for await (const { things } of readBlobs(file, first.wayBlobs))
    for (const thing of things)
      if (thing.type === 'way' && ids.has(thing.id)) found.set(thing.id, { tags: {}, refs: thing.refs })
  const isNear = ({ ways }: Wanted) =>
    ways.some((id) => found.get(id)?.refs.some((ref) => first.nodes.find(ref) !== undefined))
  const near = first.wanted.filter(isNear)
  first.wanted.splice(0, first.wanted.length, ...near)
  const kept = new Set(near.flatMap(({ ways }) => ways))
  return new Map([...found].filter(([id]) => kept.has(id)))
}

/** Positions of the nodes of areas that lie beyond those that were kept. */
async function readFarNodes(
  file: FileHandle,
  nodeBlobs: readonly number[],
  areas: readonly Area[],
  nodes: NodeTable,
): Promise<Map<number, [number, number]>> {
  const missing = new Set<number>()
  for (const { refs } of areas)
    for (const ref of refs) {
      if (nodes.find(ref) === undefined) missing.add(ref)
      if (missing.size > maxFarNodes) throw new MapFileRefused('TOO_MANY')
    }
  const found = new Map<number, [number, number]>()
  if (missing.size === 0) return found
  for await (const { things } of readBlobs(file, nodeBlobs)) {
    for (const thing of things)
      if (thing.type === 'node' && missing.has(thing.id)) found.set(thing.id, [thing.lon, thing.lat])
    if (found.size === missing.size) break
  }
  return found
}

function addArea(collector: FeatureCollector, tags: OsmTags, rings: Line[]): void {
  const closed = rings.filter(isClosed)
  if (closed.length === 0) return
  if (drawnAs(tags) === 'WATER') collector.addWater(closed)
  if (landmarkKindOf(tags)) collector.addPlace(tags, middleOf(closed[0] ?? []))
}

/** The stretches of a way whose nodes are known. */
function knownRuns(refs: readonly number[], nodes: NodeTable): Line[] {
  const runs: Line[] = []
  let run: Line = []
  for (const ref of refs) {
    const place = nodes.find(ref)
    if (place) run.push(place)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  if (run.length > 0) runs.push(run)
  return runs
}

const isPosition = (given: [] | [number, number]): given is [number, number] => given.length === 2
