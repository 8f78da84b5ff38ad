import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { readZoneText } from './zone-text.ts'

const square = '2.40,6.36,0 2.41,6.36,0 2.41,6.37,0 2.40,6.37,0 2.40,6.36,0'
const outline = `<outerBoundaryIs><LinearRing><coordinates>${square}</coordinates></LinearRing></outerBoundaryIs>`
const kmlOf = (...placemarks: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${placemarks
    .map((placemark) => `<Placemark>${placemark}</Placemark>`)
    .join('')}</Folder></Document></kml>`
const polygon = `<Polygon>${outline}</Polygon>`
const point = '<Point><coordinates>2.405,6.365,0</coordinates></Point>'
const zipOf = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))

const feature = (
  name: unknown,
  coordinates = [
    [
      [2.4, 6.36],
      [2.41, 6.36],
      [2.41, 6.37],
      [2.4, 6.36],
    ],
  ],
) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates },
})
const collection = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features })

/** The names of the zones, else the faults, and the notes. */
function read(file: Uint8Array | string) {
  const { zones, faults, notes } = readZoneText(typeof file === 'string' ? Buffer.from(file) : file, {
    nameProperty: 'name',
    language: 'en',
  })
  return [zones.map(({ name }) => name), faults.map(({ fault }) => fault), notes]
}

const twice = Buffer.from(
  zipOf({
    'a.kml': kmlOf(`<name>Ganhi</name>${polygon}`),
    'b.kml': kmlOf(`<name>Agla</name>${polygon}`),
  }),
).toString('latin1')

const sources: [what: string, file: Uint8Array | string, names: string[], notes?: string[]][] = [
  ['KML', kmlOf(`<name>Ganhi</name>${polygon}`, `<name>Agla</name>${polygon}`), ['Ganhi', 'Agla']],
  [
    'KML with places beside the zones',
    kmlOf(`<name>Ganhi</name>${polygon}`, `<name>Dépôt</name>${point}`),
    ['Ganhi'],
    ['1 feature without an area was left out: a point or a line.'],
  ],
  [
    'KML with several geometries in one',
    kmlOf(`<name>Ganhi</name><MultiGeometry>${polygon}${point}</MultiGeometry>`),
    ['Ganhi'],
    ['Ganhi: 1 point or line was left out'],
  ],
  ['KMZ', zipOf({ 'images/icon-1.png': '', 'doc.kml': kmlOf(`<name>Ganhi</name>${polygon}`) }), ['Ganhi']],
  [
    'KMZ that names two documents alike',
    Buffer.from(twice.replaceAll('b.kml', 'a.kml'), 'latin1'),
    ['Ganhi'],
  ],
  [
    'KML in the encoding that it names',
    Buffer.from(kmlOf(`<name>Cadjèhoun</name>${polygon}`).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    ['Cadjèhoun'],
  ],
  ['GeoJSON in Windows-1252', Buffer.from(collection(feature('Cadjèhoun')), 'latin1'), ['Cadjèhoun']],
  ['GeoJSON in UTF-16', Buffer.from(`\ufeff${collection(feature('Cadjèhoun'))}`, 'utf16le'), ['Cadjèhoun']],
  [
    'a feature on each line',
    `${JSON.stringify(feature('Ganhi'))}\n${JSON.stringify(feature('Agla'))}\n`,
    ['Ganhi', 'Agla'],
  ],
  ['a script of a map', `var json_Zones_1 = ${collection(feature('Ganhi'))};`, ['Ganhi']],
  ['numbers for names', collection(feature(1), feature(2)), ['1', '2']],
  ['names with more blanks', collection(feature(' Cadjèhoun\u00a0 Sud\u200b')), ['Cadjèhoun Sud']],
]
for (const [what, file, names, notes = []] of sources)
  test(`zones are read from ${what} (decision 303)`, () => assert.deepEqual(read(file), [names, [], notes]))

test('names that differ by blanks or capitals are one name', () => {
  const [names, faults] = read(collection(feature('Cadjèhoun Sud'), feature('cadjèhoun  sud')))
  assert.deepEqual(names, [])
  assert.equal(faults?.length, 2)
})

test('a ring that touches itself is parted, which is noted', () => {
  const [a, b, c] = [2.4, 2.41, 2.42]
  const [d, e, f] = [6.36, 6.37, 6.38]
  const drawn = [
    [a, d],
    [b, d],
    [b, e],
    [c, e],
    [c, f],
    [b, f],
    [b, e],
    [a, e],
    [a, d],
  ]
  assert.deepEqual(read(collection(feature('Ganhi', [drawn]))), [
    ['Ganhi'],
    [],
    ['Ganhi: rings parted where they touched themselves: 1'],
  ])
})

const refused: [what: string, file: Uint8Array | string, fault: string][] = [
  ['other XML', '<gpx></gpx>', 'This is XML: export the zones as GeoJSON or KML.'],
  ['broken KML', '<kml><Document>', 'This KML cannot be read: export the zones anew as KML or GeoJSON.'],
  [
    'KML with entities of its own',
    `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${kmlOf(`<name>&b;</name>${polygon}`)}`,
    'This KML cannot be read: export the zones anew as KML or GeoJSON.',
  ],
  [
    'KML a hundred thousand folders deep',
    `<kml>${'<Folder>'.repeat(100_000)}${'</Folder>'.repeat(100_000)}</kml>`,
    'This KML is too large: export fewer places, or the zones as GeoJSON.',
  ],
  [
    'KML twenty thousand folders deep',
    `<kml>${'<Folder>'.repeat(20_000)}${'</Folder>'.repeat(20_000)}</kml>`,
    'The file has no features: draw at least one zone.',
  ],
  [
    'an archive of nothing',
    zipOf({ 'a.txt': '' }),
    'This archive holds no KML: export the zones as GeoJSON or KML.',
  ],
  [
    'a Shapefile',
    zipOf({ 'zones.shp': '', 'zones.dbf': '' }),
    'This is Shapefile: export the zones as GeoJSON or KML.',
  ],
  [
    'an archive cut short',
    zipOf({ 'doc.kml': kmlOf(polygon) }).subarray(0, 40),
    'This archive cannot be read: export the zones as GeoJSON or KML.',
  ],
  [
    'an archive of a hundred megabytes',
    zipOf({ 'doc.kml': ' '.repeat(100 * 1024 * 1024) }),
    'This archive is too large: export the zones as GeoJSON.',
  ],
  [
    'what Overpass returns',
    '{"version":0.6,"elements":[]}',
    'This is Overpass JSON: export the zones as GeoJSON or KML.',
  ],
  [
    'what ArcGIS returns',
    '{"features":[{"attributes":{},"geometry":{"rings":[]}}]}',
    'This is Esri JSON: export the zones as GeoJSON or KML.',
  ],
]
for (const [what, file, fault] of refused)
  test(`${what} is refused with what to do`, () => assert.deepEqual(read(file), [[], [fault], []]))

test('an archive that declares less than it holds makes no more than it declares', () => {
  const bytes = Buffer.from(zipOf({ 'doc.kml': ' '.repeat(32 * 1024 * 1024) }))
  // The size of the content in the central directory, and in the header before it.
  const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(1_000, entry + 24)
  bytes.writeUInt32LE(1_000, 22)
  const [names, faults] = read(bytes)
  assert.deepEqual([names, faults?.length], [[], 1])
})
