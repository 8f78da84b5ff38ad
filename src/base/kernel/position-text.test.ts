import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pointInText, positionInText, unreadPosition } from './position-text.ts'

const cotonou = { lat: 6.3654, lng: 2.4183 }
const places: [what: string, text: string, point: { lat: number; lng: number }][] = [
  ['two numbers', '6.3654, 2.4183', cotonou],
  ['two numbers apart', '  6.3654   2.4183 ', cotonou],
  ['two numbers in brackets', '(6.3654, 2.4183)', cotonou],
  ['two numbers with decimal commas', '6,3654 ; 2,4183', cotonou],
  ['two numbers with nothing but commas', '6,3654,2,4183', cotonou],
  ['two numbers far apart', `6.3654 ${' '.repeat(500)},${'\t '.repeat(500)}2.4183`, cotonou],
  ['whole degrees', '6, 2', { lat: 6, lng: 2 }],
  ['a place south and west', '-4.7692, -11.8664', { lat: -4.7692, lng: -11.8664 }],
  ['a position within a message', 'Ma position : 6.3654, 2.4183 à bientôt', cotonou],
  ['degrees, minutes and seconds', `6°21'55.4"N 2°25'05.9"E`, { lat: 6.365389, lng: 2.418306 }],
  ['degrees in French', '12°22′07″ N, 1°31′39″ O', { lat: 12.368611, lng: -1.5275 }],
  [
    'a place of Google Maps, not the middle of its screen',
    'https://www.google.com/maps/place/Ganhi/@6.1,2.2,14z/data=!4m6!3m5!1s0x0:0x0!8m2!3d6.3654!4d2.4183',
    cotonou,
  ],
  ['a search of Google Maps', 'https://maps.google.com/?q=6.3654,2.4183', cotonou],
  ['a search, encoded', 'https://www.google.com/maps/search/?api=1&query=6.3654%2C2.4183', cotonou],
  ['a link shared by WhatsApp', 'https://maps.google.com/maps?q=6.3654%2C2.4183&z=17&hl=fr', cotonou],
  ['a marker of OpenStreetMap', 'https://www.openstreetmap.org/?mlat=6.3654&mlon=2.4183#map=12/6/2', cotonou],
  ['Apple’s map', 'https://maps.apple.com/?ll=6.3654,2.4183&t=m', cotonou],
  ['a geo address', 'geo:6.3654,2.4183?z=17', cotonou],
  ['a geo address with few decimals', 'geo:6.5,2', { lat: 6.5, lng: 2 }],
  ['a geo address that asks for a place', 'geo:0,0?q=6.3654,2.4183(Maison)', cotonou],
  ['a full Plus Code', '6FR49C89+58', { lat: 6.365438, lng: 2.418313 }],
  ['a Plus Code in a message', 'Je suis au 6fr49c89+58 merci', { lat: 6.365438, lng: 2.418313 }],
  ['a Plus Code of eleven digits', '6FR49C89+583', { lat: 6.365388, lng: 2.418297 }],
  ['the link of a Plus Code', 'https://plus.codes/6FR49C89+58', { lat: 6.365438, lng: 2.418313 }],
  ['degrees with letters behind', '6.3654° N, 2.4183° E', cotonou],
  ['degrees with letters in front', 'N 6.3654 E 2.4183', cotonou],
  ['degrees with letters that touch', 'N6.3654 E2.4183', cotonou],
  ['letters without blanks', '6.3654N2.4183E', cotonou],
  ['longitude first, by its letter', '2.4183 E, 6.3654 N', cotonou],
  ['words of the compass', '5,3236 nord, 4,0234 ouest', { lat: 5.3236, lng: -4.0234 }],
  ['degrees and decimal minutes', "6°21.924'N 2°25.098'E", cotonou],
  ['a receiver of GPS', 'N 6° 21.924 E 2° 25.098', cotonou],
  ['signs of an iPhone', '6°21′55″ N 2°25′5″ E', { lat: 6.365278, lng: 2.418056 }],
  ['another sign of degrees', '6º 21´ 55,4´´ N, 2º 25´ 05,9´´ E', { lat: 6.365389, lng: 2.418306 }],
  ['named numbers', 'Latitude : 6.3654 Longitude : 2.4183', cotonou],
  ['short names', 'lat=6.3654, lon=2.4183', cotonou],
  ['JSON', '{"lat":6.3654,"lng":2.4183}', cotonou],
  ['marks of direction', '‭6.3654‬, ‎2.4183', cotonou],
  ['a minus of typography', '5.3236, −4.0234', { lat: 5.3236, lng: -4.0234 }],
  ['Arabic digits', '٦٫٣٦٥٤، ٢٫٤١٨٣', cotonou],
  ['N’Ko digits', '߆.߃߆߅߄, ߂.߄߁߈߃', cotonou],
  ['encoded numbers', '6.3654%2C2.4183', cotonou],
  [
    'a pin in degrees, not the middle of its screen',
    "https://www.google.com/maps/place/6%C2%B021'55.4%22N+2%C2%B025'05.9%22E/@6.3700,2.4000,15z",
    { lat: 6.365389, lng: 2.418306 },
  ],
  [
    'a pin in degrees as typed',
    'https://www.google.com/maps/place/6°21\'55.4"N+2°25\'05.9"E/@6.3700,2.4000,15z',
    { lat: 6.365389, lng: 2.418306 },
  ],
  ['what a short link opens', 'https://www.google.com/maps/search/6.365400,+2.418300?sa=X', cotonou],
  ['the same, encoded', 'https://www.google.com/maps/search/6.365400,%2B2.418300?entry=tts', cotonou],
  ['the end of a way', 'https://www.google.com/maps/dir/6.37,2.39/6.3654,2.4183/@6.36,2.40,14z', cotonou],
  ['a way from here', 'https://www.google.com/maps/dir//6.3654,2.4183/@6.36,2.40,14z', cotonou],
  [
    'a way of the interface',
    'https://www.google.com/maps/dir/?api=1&origin=6.1,2.2&destination=6.3654,2.4183',
    cotonou,
  ],
  [
    'a way between named places',
    'https://www.google.com/maps/dir/Ganhi/Agla/@6.36,2.40,14z/data=!4m9!4m8!1m3!2m2!1d2.39!2d6.37!1m3!2m2!1d2.4183!2d6.3654!3e0',
    cotonou,
  ],
  ['a located search', 'https://maps.google.com/?q=loc:6.3654,2.4183', cotonou],
  ['a search with letters', 'https://maps.google.com/maps?q=N6.3654+E2.4183', cotonou],
  ['a link copied with a blank', 'https://maps.google.com/?q=6.3654, 2.4183', cotonou],
  [
    'a link in a link',
    'https://www.google.com/url?q=https%3A%2F%2Fmaps.google.com%2F%3Fq%3D6.3654%252C2.4183',
    cotonou,
  ],
  ['a search beside its screen', 'https://maps.google.com/maps?ll=6.1,2.2&q=6.3654,2.4183', cotonou],
  ['Waze', 'https://www.waze.com/ul?ll=6.3654%2C2.4183&navigate=yes', cotonou],
  [
    'a way of Waze',
    'https://www.waze.com/live-map/directions?to=ll.6.3654%2C2.4183&from=ll.6.1%2C2.2',
    cotonou,
  ],
  [
    'a way of OpenStreetMap',
    'https://www.openstreetmap.org/directions?route=6.35%2C2.40%3B6.3654%2C2.4183#map=13/6.36/2.41',
    cotonou,
  ],
  ['a link of a page', 'https://www.openstreetmap.org/?mlat=6.3654&amp;mlon=2.4183', cotonou],
  ['a place of Apple', 'https://maps.apple.com/place?coordinate=6.3654,2.4183&name=Maison', cotonou],
  ['a way of Apple', 'https://maps.apple.com/?saddr=6.1,2.2&daddr=6.3654,2.4183', cotonou],
  ['a search of Apple', 'https://maps.apple.com/?sll=6.1,2.2&q=6.3654,2.4183', cotonou],
  ['Yandex, longitude first', 'https://yandex.com/maps/?ll=2.40,6.30&pt=2.4183,6.3654', cotonou],
  ['Bing', 'https://www.bing.com/maps?cp=6.3~2.4&sp=point.6.3654_2.4183_Maison', cotonou],
  ['OsmAnd', 'https://osmand.net/map?pin=6.3654,2.4183#15/6.36/2.41', cotonou],
  ['a link without its scheme', 'osmand.net/go?lat=6.3654&lon=2.4183&z=15', cotonou],
  [
    'what was written beside a screen',
    'https://www.google.com/maps/@6.1,2.2,17z mais je suis à 6.3654, 2.4183',
    cotonou,
  ],
  ['the edge of the Earth', '-90, 180', { lat: -90, lng: 180 }],
]
for (const [what, text, point] of places) {
  test(`${what} is read as a position`, () => assert.deepEqual(pointInText(text), point))
}

const nowhere = [
  '',
  'Ganhi',
  'NaN, NaN',
  'Infinity, 2',
  '1e3, 2',
  '6.3654',
  '90.0001, 2.4183',
  '6.3654, 180.0001',
  '999, 999',
  '%E0%A4%A',
  'https://maps.app.goo.gl/abcdef',
  'geo:0,0?q=Ganhi',
  '9C89+58 Cotonou',
  'payé 5000+500',
  'XXXXXXXX+XX',
  'prix 1.500, 2.500',
  'appelez le 97.00.00.01 ou 96.00.00.02',
  'N° 12 E 5',
  'la maison est 12, 5 sud',
  '6.3654 - 2.4183',
  '12:30 15:45',
  '6.3654 N, 2.4183 N',
  'https://www.google.com/maps/dir/6.3700,2.3900/Agla/',
  'https://www.google.com/maps/place/Ganhi/',
  `${'9'.repeat(100_000)}, 2`,
]
for (const text of nowhere) {
  test(`"${text.slice(0, 40)}" is not read as a position`, () => assert.equal(pointInText(text), undefined))
}

const shortCodes: [text: string, near: { lat: number; lng: number }, point: { lat: number; lng: number }][] =
  [
    ['9C89+58 Cotonou', { lat: 6.37, lng: 2.42 }, { lat: 6.365438, lng: 2.418313 }],
    [
      'https://www.google.com/maps/place/9C89%2B58+Cotonou/@6.1,2.2,14z',
      { lat: 6.37, lng: 2.42 },
      { lat: 6.365438, lng: 2.418313 },
    ],
    ['9c89+58', { lat: 6.37, lng: 2.42 }, { lat: 6.365438, lng: 2.418313 }],
    ['9C89+583, Cotonou, Bénin', { lat: 6.37, lng: 2.42 }, { lat: 6.365388, lng: 2.418297 }],
    // The nearest such place lies in the cell beside that of the reference.
    ['9C89+58', { lat: 6.1, lng: 3.1 }, { lat: 6.365438, lng: 3.418313 }],
    ['9C89+58', { lat: 5.9, lng: 2.42 }, { lat: 6.365438, lng: 2.418313 }],
  ]
for (const [text, near, point] of shortCodes)
  test(`the short Plus Code "${text}" is the place nearest to ${near.lat}, ${near.lng}`, () =>
    assert.deepEqual(pointInText(text, near), point))

const exactness: [text: string, accuracyMeters: number][] = [
  ['6.36543, 2.41832', 2],
  ['6.3654, 2.41832', 12],
  ['6.3700, 2.4200', 12],
  ['6.37, 2.42', 1_112],
  ['6, 2', 111_195],
  ['6FR49C89+58', 14],
  ['6°21\'55"N 2°25\'05"E', 31],
  ['6°21\'55.4"N 2°25\'05.9"E', 4],
  ['geo:6.3654,2.4183;u=35', 35],
]
for (const [text, accuracyMeters] of exactness)
  test(`"${text}" is exact to ${accuracyMeters} m`, () =>
    assert.equal(positionInText(text)?.accuracyMeters, accuracyMeters))

for (const [what, link] of [
  ['Google Maps', 'https://www.google.com/maps/@6.3654,2.4183,17z'],
  ['a place of Google without its data', 'https://www.google.com/maps/place/Ganhi/@6.3654,2.4183,14z'],
  ['an older link of Google', 'https://maps.google.com/?ll=6.3654,2.4183&z=12'],
  ['a map of somebody', 'https://www.google.com/maps/d/viewer?mid=x&ll=6.3654,2.4183&z=12'],
  ['OpenStreetMap', 'https://www.openstreetmap.org/#map=17.5/6.3654/2.4183'],
  ['Bing', 'https://www.bing.com/maps?cp=6.3654~2.4183&lvl=15'],
  ['Yandex', 'https://yandex.com/maps/?ll=2.4183,6.3654&z=12'],
] as const)
  test(`the middle of a screen of ${what} is read as approximate, and is no exact place`, () => {
    assert.deepEqual(positionInText(link), { point: cotonou, accuracyMeters: 1_000, isScreen: true })
    assert.equal(pointInText(link), undefined)
    assert.equal(unreadPosition(link), 'SCREEN')
  })

for (const [text, why] of [
  ['Regarde https://maps.app.goo.gl/AbC12 ici', 'SHORT_LINK'],
  ['https://maps.apple/p/AbC12', 'SHORT_LINK'],
  ['https://osm.org/go/AbC12--', 'SHORT_LINK'],
  ['https://omaps.app/AbC12/Maison', 'SHORT_LINK'],
  ['https://exemple.test/plan', 'LINK'],
  ['Ganhi', 'TEXT'],
] as const)
  test(`no place is read in "${text}", since it is ${why}`, () => assert.equal(unreadPosition(text), why))

test('a text made to be slow to read is read at once', () => {
  // Nested repetitions would take hours, and end the run.
  assert.equal(pointInText(`1${' '.repeat(665)}1${' '.repeat(1_330)}x`), undefined)
})

test('a position is read within the first two hundred words and signs, and a link wherever it stands', () => {
  const point = { lat: 6.3654, lng: 2.4183 }
  assert.deepEqual(pointInText(`${'mot '.repeat(150)}6.3654, 2.4183`), point)
  assert.equal(pointInText(`${'mot '.repeat(250)}6.3654, 2.4183`), undefined)
  assert.deepEqual(pointInText(`${'mot '.repeat(250)}geo:6.3654,2.4183`), point)
})

test('no text of repetitions is slow to read', () => {
  const piece = fc.constantFrom(
    ' ',
    '1',
    ',',
    ';',
    '.',
    '-',
    '(',
    '°',
    "'",
    '"',
    'N',
    '6.3',
    '°1',
    '?q=',
    'geo:',
    'https://a.b/',
    '/dir/',
    '@6.3,2.4',
    'lat',
    '%25',
    'E ',
    '9C89',
    '+',
    '\u00a0',
    '%20',
  )
  const repeated = fc
    .tuple(piece, fc.integer({ min: 1, max: 1_000 }))
    .map(([text, times]) => text.repeat(times))
  fc.assert(fc.property(fc.array(repeated, { maxLength: 6 }), (deps) => void pointInText(deps.join(''))))
})
