import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isShortMapLink, pointInText, positionInText } from './position-text.ts'

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
  ['a screen of Google Maps', 'https://www.google.com/maps/@6.3654,2.4183,17z', cotonou],
  [
    'a place of Google Maps, not the middle of its screen',
    'https://www.google.com/maps/place/Ganhi/@6.1,2.2,14z/data=!4m6!3m5!1s0x0:0x0!8m2!3d6.3654!4d2.4183',
    cotonou,
  ],
  ['a search of Google Maps', 'https://maps.google.com/?q=6.3654,2.4183', cotonou],
  ['a search, encoded', 'https://www.google.com/maps/search/?api=1&query=6.3654%2C2.4183', cotonou],
  ['a link shared by WhatsApp', 'https://maps.google.com/maps?q=6.3654%2C2.4183&z=17&hl=fr', cotonou],
  ['OpenStreetMap', 'https://www.openstreetmap.org/#map=17/6.3654/2.4183', cotonou],
  ['a marker of OpenStreetMap', 'https://www.openstreetmap.org/?mlat=6.3654&mlon=2.4183#map=12/6/2', cotonou],
  ['Apple’s map', 'https://maps.apple.com/?ll=6.3654,2.4183&t=m', cotonou],
  ['a geo address', 'geo:6.3654,2.4183?z=17', cotonou],
  ['a geo address with few decimals', 'geo:6.5,2', { lat: 6.5, lng: 2 }],
  ['a geo address that asks for a place', 'geo:0,0?q=6.3654,2.4183(Maison)', cotonou],
  ['a full Plus Code', '6FR49C89+58', { lat: 6.365438, lng: 2.418313 }],
  ['a Plus Code in a message', 'Je suis au 6fr49c89+58 merci', { lat: 6.365438, lng: 2.418313 }],
  ['a Plus Code of eleven digits', '6FR49C89+583', { lat: 6.365388, lng: 2.418297 }],
  ['the link of a Plus Code', 'https://plus.codes/6FR49C89+58', { lat: 6.365438, lng: 2.418313 }],
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
  `${'9'.repeat(100_000)}, 2`,
]
for (const text of nowhere) {
  test(`"${text.slice(0, 40)}" is not read as a position`, () => assert.equal(pointInText(text), undefined))
}

const shortCodes: [text: string, near: { lat: number; lng: number }, point: { lat: number; lng: number }][] =
  [
    ['9C89+58 Cotonou', { lat: 6.37, lng: 2.42 }, { lat: 6.365438, lng: 2.418313 }],
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

test('a short map link is recognised', () => {
  assert.ok(isShortMapLink('Regarde https://maps.app.goo.gl/AbC12 ici'))
  assert.equal(isShortMapLink('https://www.google.com/maps/@6.3654,2.4183,17z'), false)
})

test('a text made to be slow to read is read at once', () => {
  // Nested repetitions would take hours, and end the run.
  assert.equal(pointInText(`1${' '.repeat(665)}1${' '.repeat(1_330)}x`), undefined)
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
