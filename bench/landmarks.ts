import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { kindWords, type Landmark, landmarkKinds } from '../src/domain/maps/landmark.ts'
import { landmarkIndex } from '../src/domain/maps/landmark-index.ts'
import { spokenWords } from '../src/domain/maps/landmark-spelling.ts'
import { computeMap } from '../src/domain/maps/reading/compute-map.ts'
import type { Finding } from './support/finding.ts'
import { percentile } from './support/percentile.ts'
import { printReport } from './support/report.ts'
import { runBench } from './support/run-bench.ts'

/**
 * What landmarks cost: a search among 20,000 made-up names, and reading, drawing and weight of a made-up city, which
 * needs `osmium`.
 */
const count = 20_000
const searches = 2_000
let seed = 7
const chance = () => {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
const syllables =
  'ba bou ca cou da dji fa ga gbe ha ja ko kpa la lo ma mi na po ra sa ta tou va wa xo ya zo'.split(' ')
const words = Array.from({ length: 9_000 }, () =>
  Array.from({ length: 2 + Math.floor(chance() * 3) }, () => pick(syllables)).join(''),
)
const landmarks: Landmark[] = Array.from({ length: count }, () => {
  const kind = pick(landmarkKinds)
  const name = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => pick(words)).join(' ')
  return {
    kind,
    name: `${kindWords[kind].fr} ${name}`,
    lat: 6.3 + chance() * 0.15,
    lng: 2.3 + chance() * 0.25,
  }
})

async function main(): Promise<boolean> {
  const findings = searchLandmarks()
  if (existsSync('/usr/bin/osmium')) findings.push(...(await readCity()))
  else console.error('Without osmium, reading a city is not measured.')
  return printReport(findings, { landmarks: count, searches })
}

/** Searches each for the name of a landmark with a letter missing. */
function searchLandmarks(): Finding[] {
  const indexed = landmarks.map((each) => ({
    ...each,
    words: [...new Set([each.name, kindWords[each.kind].en].flatMap(spokenWords))],
  }))
  const begun = performance.now()
  const index = landmarkIndex(indexed)
  const indexMs = performance.now() - begun
  const times: number[] = []
  let hits = 0
  for (let search = 0; search < searches; search += 1) {
    const { name } = pick(landmarks)
    const at = 3 + Math.floor(chance() * (name.length - 3))
    const misspelt = name.slice(0, at) + name.slice(at + 1)
    const from = performance.now()
    const found = index.search(misspelt, 6)
    times.push(performance.now() - from)
    if (found.some((each) => each.name === name)) hits += 1
  }
  const sorted = Float64Array.from(times).sort()
  return [
    { name: 'Making the index', value: indexMs, unit: 'ms' },
    { name: 'A name with a letter missing, p50', value: percentile(sorted, 0.5), unit: 'ms' },
    { name: 'A name with a letter missing, p99', value: percentile(sorted, 0.99), unit: 'ms' },
    { name: 'Names found among the first six', value: (100 * hits) / searches, unit: '%' },
  ]
}

/** A city of winding main roads every 300 m, a lagoon, a shore, and houses that nobody draws. */
async function readCity(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colis-bench-'))
  const lines: string[] = []
  const ways: string[] = []
  let id = 0
  const node = (lat: number, lng: number, tags = '') => {
    id += 1
    lines.push(`<node id="${id}" version="1" lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}">${tags}</node>`)
    return id
  }
  const way = (refs: number[], tags: string) =>
    ways.push(
      `<way id="${ways.length + 1}" version="1">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags}</way>`,
    )
  for (const { name, kind, lat, lng } of landmarks)
    node(
      lat,
      lng,
      `<tag k="name" v="${name}"/><tag k="amenity" v="${kind === 'PHARMACY' ? 'pharmacy' : 'school'}"/>`,
    )
  const classes = ['trunk', 'primary', 'secondary', 'tertiary', 'tertiary', 'tertiary']
  for (let road = 0; road < 120; road += 1)
    for (const isNorth of [true, false]) {
      const across = -0.13 + road * 0.00217
      const refs = Array.from({ length: 260 }, (_, step) => {
        const along = -0.13 + step * 0.001
        const bend = Math.sin(step / 9 + road) * 0.0006 + (chance() - 0.5) * 0.0001
        return isNorth ? node(6.37 + along, 2.41 + across + bend) : node(6.37 + across + bend, 2.41 + along)
      })
      way(refs, `<tag k="highway" v="${classes[road % classes.length]}"/>`)
    }
  for (let house = 0; house < 60_000; house += 1) {
    const [lat, lng] = [6.24 + chance() * 0.26, 2.28 + chance() * 0.26]
    const refs = [
      node(lat, lng),
      node(lat + 0.0001, lng),
      node(lat + 0.0001, lng + 0.0001),
      node(lat, lng + 0.0001),
    ]
    way([...refs, refs[0] as number], '<tag k="building" v="yes"/>')
  }
  const xml = join(folder, 'city.osm')
  writeFileSync(xml, `<osm version="0.6">${lines.join('\n')}${ways.join('\n')}</osm>`)
  const pbf = join(folder, 'city.osm.pbf')
  execFileSync('osmium', ['sort', xml, '-o', pbf])
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const from = performance.now()
  const reading = await computeMap(pbf, { center: { lat: 6.37, lng: 2.41 }, radiusMeters: 15_000 })
  const took = performance.now() - from
  delay.disable()
  if (!('draft' in reading)) throw new Error(reading.fault)
  const { drawing } = reading.draft
  const megabytes = statSync(pbf).size / 1e6
  rmSync(folder, { recursive: true, force: true })
  const city = `a city of ${id.toLocaleString('en')} nodes (${megabytes.toFixed(1)} MB)`
  return [
    { name: `Reading ${city}`, value: took, unit: 'ms' },
    { name: 'The event loop meanwhile, held up at most', value: delay.max / 1e6, unit: 'ms' },
    {
      name: 'Its drawing by gzip',
      value: gzipSync(drawing).length / 1024,
      unit: 'KiB',
      goal: { atMost: 80 },
    },
    { name: 'Its drawing by brotli', value: brotliCompressSync(drawing).length / 1024, unit: 'KiB' },
  ]
}

await runBench(main)
