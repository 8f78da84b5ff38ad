import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { runCommandLine } from '../src/cli/command-line.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { importMap } from '../src/domain/maps/import-map.ts'
import { findDrawing, readLandmarks, readMapFacts } from '../src/domain/maps/map-store.ts'
import { removeMap } from '../src/domain/maps/remove-map.ts'
import { onEachDatabase } from './support/databases.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import {
  type OsmWorld,
  pbfBlock,
  pbfHeader,
  withoutOsmium,
  writeBytes,
  writeOsmPbf,
} from './support/osm-file.ts'
import { helsinkiFile, withoutExtract } from './support/real-extract.ts'

type Named = { fileName: string } | null | undefined

const { lat, lng } = center
const square = (south: number, west: number, size: number): [number, number][] => [
  [south, west],
  [south, west + size],
  [south + size, west + size],
  [south + size, west],
  [south, west],
]

/** A line with a node at least every kilometre or so, as shores have them. */
const dense = (line: [number, number][]): [number, number][] =>
  line.flatMap(([south, west], at): [number, number][] => {
    const [north, east] = line[at + 1] ?? [south, west]
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(north - south), Math.abs(east - west)) / 0.01))
    return Array.from({ length: pieces }, (_, piece) => [
      Number((south + ((north - south) * piece) / pieces).toFixed(6)),
      Number((west + ((east - west) * piece) / pieces).toFixed(6)),
    ])
  })

const world: OsmWorld = {
  nodes: [
    { at: [lat + 0.001, lng], tags: { amenity: 'pharmacy', name: 'Pharmacie Camp Guézo' } },
    {
      at: [lat, lng + 0.01],
      tags: { amenity: 'place_of_worship', religion: 'muslim', name: 'Mosquée Zongo' },
    },
    { at: [lat, lng - 0.01], tags: { amenity: 'fuel', brand: 'JNP', name: 'Station JNP Gbégamey' } },
    { at: [lat, lng + 0.02], tags: { amenity: 'pharmacy' } },
    { at: [lat, lng + 0.021], tags: { shop: 'hairdresser', name: 'Coiffure Belle' } },
    { at: [9.34, 2.63], tags: { amenity: 'marketplace', name: 'Marché Arzéké' } },
    { at: [lat, lng + 0.03], tags: { junction: 'yes', name: 'Carrefour\u202e Vêdoko' } },
  ],
  ways: [
    {
      line: square(lat + 0.01, lng + 0.01, 0.002),
      tags: { amenity: 'marketplace', name: 'Dantokpa', alt_name: 'Tokpa' },
    },
    {
      line: [
        [lat, lng - 0.05],
        [lat, lng],
        [lat + 0.002, lng + 0.05],
      ],
      tags: { highway: 'primary', name: 'Boulevard' },
    },
    {
      line: [
        [lat - 0.01, lng - 0.05],
        [lat - 0.01, lng + 0.05],
      ],
      tags: { highway: 'residential' },
    },
    {
      line: dense([
        [lat - 0.03, lng - 0.6],
        [lat - 0.03, lng + 0.6],
      ]),
      tags: { natural: 'coastline' },
    },
  ],
  areas: [
    {
      ways: [
        dense([
          [lat + 0.05, lng - 0.3],
          [lat + 0.05, lng + 0.3],
          [lat + 0.4, lng + 0.3],
        ]),
        dense([
          [lat + 0.4, lng + 0.3],
          [lat + 0.4, lng - 0.3],
          [lat + 0.05, lng - 0.3],
        ]),
      ],
      tags: { natural: 'water', name: 'Lac Nokoué' },
    },
  ],
}

onEachDatabase((open) => {
  let service: TestService
  let cityId: string
  before(async () => {
    service = await openService(await open())
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
  })
  after(() => service.close())
  beforeEach(async () => {
    for (const map of await readMapFacts(service.services.db)) await removeMap(service.services, map.cityId)
    await service.services.maps.copy.reload()
  })

  const run = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => service.services, folder: process.cwd() })
  const importFile = (path: string) =>
    importMap(service.services, { cityId, path, fileName: 'city.osm.pbf', attribution: '© OpenStreetMap' })
  const drawn = async () =>
    JSON.parse(gunzipSync((await findDrawing(service.services.db, cityId)) ?? new Uint8Array()).toString())
  const refused = (fault: string) => ({ code: 'MAP_FILE_REFUSED', params: { city: 'Cotonou', fault } })

  test('an extract gives a city its named landmarks, main roads and water', {
    skip: withoutOsmium,
  }, async () => {
    const { exitCode, stdout, stderr } = await run('map', 'import', writeOsmPbf(world), '--city', 'cotonou')

    assert.deepEqual(
      { exitCode, stdout, stderr },
      {
        exitCode: 0,
        stdout: 'The map of Cotonou: 5 landmarks, 3 roads and waters (© OpenStreetMap)\n',
        stderr: '',
      },
    )
    const landmarks = await readLandmarks(service.services.db, cityId)
    assert.deepEqual(landmarks.map(({ name, kind }) => [name, kind]).sort(), [
      ['Carrefour Vêdoko', 'JUNCTION'],
      ['Dantokpa', 'MARKET'],
      ['Mosquée Zongo', 'MOSQUE'],
      ['Pharmacie Camp Guézo', 'PHARMACY'],
      ['Station JNP Gbégamey', 'FUEL'],
    ])
    const market = landmarks.find(({ name }) => name === 'Dantokpa')
    assert.ok(
      Math.abs((market?.lat ?? 0) - (lat + 0.011)) < 1e-6 &&
        Math.abs((market?.lng ?? 0) - (lng + 0.011)) < 1e-6,
    )
    const { water, roads, places } = await drawn()
    assert.deepEqual(
      [water.length, roads.map((each: unknown[]) => each.length), places.length],
      [2, [0, 1, 0, 0], 5],
    )
    // The sea fills the south of the box from shore to border, the lagoon is cut at it.
    const sea = positionsOf(water[0][0])
    assert.ok(
      sea.every(([, y]) => y <= Math.round((-0.03 + 1e-4) / 5e-5)),
      JSON.stringify(sea),
    )
    assert.ok(sea.some(([, y]) => y < -2_000))
  })

  test('what is imported is searched at once, and by the alternative name', {
    skip: withoutOsmium,
  }, async () => {
    await importFile(writeOsmPbf(world))
    await service.services.maps.copy.reload()
    const find = async (name: string) =>
      (await run('map', 'find', name, '--city', 'Cotonou', '--json')).stdout
    assert.equal(JSON.parse(await find('farmasi kamp gezo')).landmarks[0].name, 'Pharmacie Camp Guézo')
    assert.equal(JSON.parse(await find('Tokpa')).landmarks[0].name, 'Dantokpa')
    assert.match((await run('map', 'find', 'Arzéké', '--city', 'Cotonou')).stdout, /No landmark resembles it/)
    assert.match(
      (await run('map', 'list')).stdout,
      /^Cotonou {2}5 landmarks, 3 roads and waters {2}city\.osm\.pbf/,
    )
  })

  test('an import replaces the one before, and each has its line of audit', {
    skip: withoutOsmium,
  }, async () => {
    await importFile(writeOsmPbf(world))
    const operator = await openOperations(service)
    const as = { ...service.services, actor: { kind: 'OPERATOR', id: operator.accountId } as const }
    const small = { nodes: world.nodes?.slice(0, 1) ?? [] }
    await importMap(as, {
      cityId,
      path: writeOsmPbf(small),
      fileName: 'new.osm.pbf',
      attribution: '© OpenStreetMap',
    })

    assert.deepEqual(
      (await readLandmarks(service.services.db, cityId)).map(({ name }) => name),
      ['Pharmacie Camp Guézo'],
    )
    const lines = async () =>
      (await listAudit(service.services.db, { subjectId: cityId, actorKind: 'OPERATOR', limit: 9 }))
        .filter(({ actor }) => actor === `OPERATOR:${operator.accountId}`)
        .map(({ action, before, after }) => [action, (before as Named)?.fileName, (after as Named)?.fileName])
    assert.deepEqual(await lines(), [['import-map', 'city.osm.pbf', 'new.osm.pbf']])
    await removeMap(as, cityId)
    assert.deepEqual((await lines()).sort(), [
      ['import-map', 'city.osm.pbf', 'new.osm.pbf'],
      ['remove-map', 'new.osm.pbf', undefined],
    ])
    assert.deepEqual(await readLandmarks(service.services.db, cityId), [])
    await assert.rejects(removeMap(as, cityId), { code: 'CITY_HAS_NO_MAP' })
  })

  test('a dispatcher and a stranger import nothing', async () => {
    const file = writeBytes('city.geojson', geojson)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER', name: 'Codjo' })
    const given = { cityId, path: file, fileName: 'city.geojson', attribution: '©' }
    for (const id of [dispatcher.accountId, '0198c0de-0000-7000-8000-000000000000'])
      for (const act of [
        () => importMap({ ...service.services, actor: { kind: 'OPERATOR', id } }, given),
        () => removeMap({ ...service.services, actor: { kind: 'OPERATOR', id } }, cityId),
      ])
        await assert.rejects(act(), { code: 'ROLE_REQUIRED' })
    assert.deepEqual(await readMapFacts(service.services.db), [])
  })

  test('GeoJSON with the tags of OpenStreetMap is imported too, whatever stands in it besides', async () => {
    await importFile(writeBytes('city.geojson', `\uFEFF${geojson}`))
    assert.deepEqual(
      (await readLandmarks(service.services.db, cityId)).map(({ name, kind }) => [name, kind]),
      [
        ['Marché Saint-Michel', 'MARKET'],
        ['CEG Gbégamey', 'SCHOOL'],
      ],
    )
    const { roads, water } = await drawn()
    assert.deepEqual([roads.flat().length, water.length], [1, 1])
  })

  test('tags that ogr and QGIS pack into one property are read, in the encoding of the file', async () => {
    const packed = [
      point(
        { other_tags: '"amenity"=>"marketplace","name:fr"=>"Marché Gbégamey"', name: 'Gbégamey' },
        [2.426, 6.366],
      ),
      point({ tags: '{"amenity":"pharmacy","name":"Pharmacie \\"Camp\\""}' }, [2.427, 6.366]),
      point({ amenity: 'school', name_fr: 'École Cadjèhoun' }, [2.428, 6.366]),
    ]
    const lines = packed.map((feature) => JSON.stringify(feature)).join('\n')
    await importFile(writeBytes('packed.geojsonl', Buffer.from(lines, 'latin1')))
    assert.deepEqual(
      (await readLandmarks(service.services.db, cityId)).map(({ name, kind }) => [name, kind]).sort(),
      [
        ['Marché Gbégamey', 'MARKET'],
        ['Pharmacie "Camp"', 'PHARMACY'],
        ['École Cadjèhoun', 'SCHOOL'],
      ],
    )
  })

  test('a small real extract is read, the blocks that are not compressed too', {
    skip: withoutExtract,
  }, async () => {
    const helsinki = { lat: 60.1716, lng: 24.9443 }
    await service.services.db
      .updateTable('cities')
      .set({ lat: helsinki.lat, lng: helsinki.lng })
      .where('cities.id', '=', cityId)
      .execute()
    try {
      const { landmarkCount } = await importFile(helsinkiFile)
      assert.ok(landmarkCount > 200, String(landmarkCount))
      await service.services.maps.copy.reload()
      const index = await service.services.maps.landmarksOf(cityId)
      assert.equal(index?.search('paarautatiesema', 3).at(0)?.name, 'Helsinki')
      assert.ok(gzipSync(JSON.stringify(await drawn())).length < 80_000)
    } finally {
      await service.services.db
        .updateTable('cities')
        .set({ lat: center.lat, lng: center.lng })
        .where('cities.id', '=', cityId)
        .execute()
    }
  })

  const garbage: Record<string, { bytes: () => Uint8Array | string; fault: string }> = {
    'an empty file': { bytes: () => '', fault: 'UNREADABLE' },
    'plain text': { bytes: () => 'bonjour, ceci n’est pas une carte', fault: 'UNREADABLE' },
    'a picture': {
      bytes: () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(2_000).fill(7)]),
      fault: 'UNREADABLE',
    },
    'JSON that is no GeoJSON': { bytes: () => '{"hello":"world"}', fault: 'UNREADABLE' },
    'GeoJSON cut in the middle': { bytes: () => geojson.slice(0, -20), fault: 'UNREADABLE' },
    'GeoJSON of another city': {
      bytes: () => geojson.replaceAll(/2\.4\d+,6\.3\d+/g, '2.63,9.34'),
      fault: 'NOTHING',
    },
    'a header of a gigabyte': { bytes: () => Buffer.from([0x40, 0, 0, 0, 1, 2, 3]), fault: 'UNREADABLE' },
    'a block that is said to have a gigabyte': {
      bytes: () => Buffer.concat([pbfHeader(), pbfBlock('OSMData', { raw: Buffer.alloc(9) }, 1 << 30)]),
      fault: 'UNREADABLE',
    },
    'a block of 32 MB that inflates to 400': {
      bytes: () =>
        Buffer.concat([pbfHeader(), pbfBlock('OSMData', { deflated: deflateSync(Buffer.alloc(400 << 20)) })]),
      fault: 'UNREADABLE',
    },
    'a block of noise': {
      bytes: () =>
        Buffer.concat([
          pbfHeader(),
          pbfBlock('OSMData', { deflated: deflateSync(Buffer.from('noise'.repeat(99))) }),
        ]),
      fault: 'UNREADABLE',
    },
    'a block that is not deflated as it says': {
      bytes: () =>
        Buffer.concat([pbfHeader(), pbfBlock('OSMData', { deflated: Buffer.from('no zlib at all') })]),
      fault: 'UNREADABLE',
    },
    'a compression of its own': {
      bytes: () => Buffer.concat([pbfHeader(), pbfBlock('OSMData', { lzma: Buffer.alloc(40) })]),
      fault: 'COMPRESSION',
    },
    'a file cut within a block': {
      bytes: () =>
        Buffer.concat([pbfHeader(), pbfBlock('OSMData', { raw: Buffer.alloc(900) }).subarray(0, 90)]),
      fault: 'UNREADABLE',
    },
    'a header alone': { bytes: pbfHeader, fault: 'NOTHING' },
  }
  for (const [what, { bytes, fault }] of Object.entries(garbage))
    test(`${what} changes nothing and says why`, async () => {
      const path = writeBytes('city.osm.pbf', bytes())
      await assert.rejects(importFile(path), refused(fault))
      assert.deepEqual(await readMapFacts(service.services.db), [])
      if (existsSync(path)) rmSync(path)
    })

  test('a file that is not sorted names what sorts it', { skip: withoutOsmium }, async () => {
    const path = writeOsmPbf(world)
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(path)
    // The blocks once more behind themselves: nodes after relations.
    const first = 4 + bytes.readUInt32BE(0)
    const begin = first + blobSizeOf(bytes.subarray(4, first))
    const twice = writeBytes('twice.osm.pbf', Buffer.concat([bytes, bytes.subarray(begin)]))
    await assert.rejects(importFile(twice), refused('NOT_SORTED'))
  })

  test('no such city, no such file and nothing to remove are each said in a sentence', async () => {
    const file = writeBytes('city.geojson', geojson)
    assert.match((await run('map', 'import', file, '--city', 'Atlantis')).stderr, /Atlantis/)
    assert.match(
      (await run('map', 'import', '/nowhere.pbf', '--city', 'Cotonou')).stderr,
      /cannot be read \(ENOENT\)/,
    )
    assert.match((await run('map', 'import', '/tmp', '--city', 'Cotonou')).stderr, /is not a file/)
    assert.match((await run('map', 'remove', '--city', 'Cotonou')).stderr, /Cotonou has no map/)
    const wrong = await run('map', 'import', writeBytes('x', 'x'), '--city', 'Cotonou')
    assert.deepEqual(
      [wrong.exitCode, wrong.stderr.trim()],
      [
        1,
        'The map of Cotonou stays as it is: the file is neither an OpenStreetMap extract (.osm.pbf) nor GeoJSON, or it is damaged.',
      ],
    )
  })
})

const geojson = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    point({ amenity: 'marketplace', name: 'Marché Saint-Michel' }, [2.426, 6.366]),
    {
      type: 'Feature',
      properties: { tags: { amenity: 'school', name: 'CEG Gbégamey' } },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [2.41, 6.36],
            [2.411, 6.36],
            [2.411, 6.361],
            [2.41, 6.36],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { highway: 'trunk' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [2.41, 6.36],
          [2.42, 6.37],
          [2.44, 6.37],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { natural: 'water' },
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [2.41, 6.38],
              [2.44, 6.38],
              [2.44, 6.39],
              [2.41, 6.38],
            ],
          ],
        ],
      },
    },
    point({ amenity: 'pharmacy', name: { not: 'a text' } }, [2.426, 6.366]),
    point({ amenity: 'pharmacy', name: 'Nulle part' }, [2.426]),
    { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: 'here' } },
    { type: 'Feature', geometry: { type: 'GeometryCollection', geometries: [] } },
    null,
    7,
  ],
})

function point(properties: object, coordinates: number[]) {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } }
}

/** Positions in steps from the origin of a drawing. */
function positionsOf(steps: number[]): [number, number][] {
  let [x, y] = [0, 0]
  const positions: [number, number][] = []
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0
    y += steps[at + 1] ?? 0
    positions.push([x, y])
  }
  return positions
}

/** What a `BlobHeader` says of the block behind it: the varint of its last field. */
function blobSizeOf(header: Buffer): number {
  const digits = [...header.subarray(header.indexOf('OSMHeader') + 'OSMHeader'.length + 1)]
  return digits.reduce((sum, digit, at) => sum + ((digit & 0x7f) << (7 * at)), 0)
}
