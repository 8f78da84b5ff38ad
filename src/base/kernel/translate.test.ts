import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translator } from './translate.ts'

const { speak, speakEach } = translator({
  fr: {
    Next: 'Suivant',
    'Next#deliveries': 'Suivantes',
    'Tariff of {city}': 'Tarif <de>{city}</de>',
    '{count, plural, one {# trip} other {# trips}} to {city}':
      '{count, plural, one {# course} other {# courses}} vers {city}',
    'Leave {reference} empty': 'Laissez {reference} vide',
  },
})
const trips = '{count, plural, one {# trip} other {# trips}} to {city}'

test('a message is said in either language, without what tells it from another', () => {
  const [fr, en] = [speak('fr'), speak('en')]
  assert.deepEqual([fr('Next'), en('Next')], ['Suivant', 'Next'])
  assert.deepEqual([fr('Next#deliveries'), en('Next#deliveries')], ['Suivantes', 'Next'])
})

test('a plural has the form of its language: no trip is one in French and many in English', () => {
  const said = [0, 1, 2, 1_000].map((count) => [
    speak('fr')(trips, { count, city: 'Kara' }),
    speak('en')(trips, { count, city: 'Kara' }),
  ])
  assert.deepEqual(said, [
    ['0 course vers Kara', '0 trips to Kara'],
    ['1 course vers Kara', '1 trip to Kara'],
    ['2 courses vers Kara', '2 trips to Kara'],
    ['1\u202f000 courses vers Kara', '1,000 trips to Kara'],
  ])
})

test('French elides before a vowel that is heard', () => {
  const said = ['Abidjan', 'Cotonou', 'Ouidah'].map((city) => speak('fr')('Tariff of {city}', { city }))
  assert.deepEqual(said, ['Tarif d’Abidjan', 'Tarif de Cotonou', 'Tarif de Ouidah'])
  assert.equal(speak('en')('Tariff of {city}', { city: 'Abidjan' }), 'Tariff of Abidjan')
})

test('a value is text, whatever it holds', () => {
  const reference = "{count} <de>l'</de> #"
  assert.equal(speak('fr')('Leave {reference} empty', { reference }), `Laissez ${reference} vide`)
})

test('a catalogue of another language says every message of the French one, in its own plurals', () => {
  const trips = '{count, plural, one {# trip} other {# trips}}'
  const { speak } = translator({
    fr: { Next: 'Suivant', [trips]: '{count, plural, one {# course} other {# courses}}' },
    es: { Next: 'Siguiente', [trips]: '{count, plural, one {# viaje} other {# viajes}}' },
  } as const)
  assert.deepEqual(
    [speak('es')('Next'), speak('es')(trips, { count: 0 }), speak('es')(trips, { count: 1 })],
    ['Siguiente', '0 viajes', '1 viaje'],
  )
})

test('a table of messages is said name by name', () => {
  assert.deepEqual(speakEach('fr', { all: 'Next#deliveries', one: 'Next' } as const), {
    all: 'Suivantes',
    one: 'Suivant',
  })
})
