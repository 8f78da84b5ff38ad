import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindWords, type Landmark } from './landmark.ts'
import { landmarkIndex } from './landmark-index.ts'
import { spokenWords } from './landmark-spelling.ts'

const at = (name: string, kind: Landmark['kind'], lat = 6.37, lng = 2.42, others: string[] = []) => ({
  name,
  kind,
  lat,
  lng,
  words: [...new Set([name, ...others, kindWords[kind].fr, kindWords[kind].en].flatMap(spokenWords))],
})

const index = landmarkIndex([
  at('Pharmacie Camp Guézo', 'PHARMACY', 6.356, 2.417),
  at('Pharmacie de l’Étoile Rouge', 'PHARMACY', 6.371, 2.408),
  at('Étoile Rouge', 'JUNCTION', 6.372, 2.409),
  at('Marché Dantokpa', 'MARKET', 6.371, 2.432, ['Tokpa']),
  at('Les Hibiscus', 'SCHOOL', 6.36, 2.4),
  at('Église Saint-Michel', 'CHURCH', 6.366, 2.426),
  at('Station Total Cadjèhoun', 'FUEL', 6.357, 2.398),
  at('Pharmacie Les Cocotiers', 'PHARMACY', 6.351, 2.387),
  at('Carrefour Saint-Jean', 'JUNCTION', 6.37, 2.41),
  at('Saint-Jean', 'CHURCH', 6.3705, 2.4105),
  at('Mosquée Centrale', 'MOSQUE', 6.365, 2.43),
  at('Mosquée Centrale', 'MOSQUE', 6.39, 2.35),
])

const found: [typed: string, first: string][] = [
  ['pharmacie camp guezo', 'Pharmacie Camp Guézo'],
  ['farmasi kan guezo', 'Pharmacie Camp Guézo'],
  ['PHARMACIE CAMP GHEZO', 'Pharmacie Camp Guézo'],
  ['camp gu', 'Pharmacie Camp Guézo'],
  ['etoil rouj', 'Étoile Rouge'],
  ['pharmacie etoile', 'Pharmacie de l’Étoile Rouge'],
  ['dantopka', 'Marché Dantokpa'],
  ['tokpa', 'Marché Dantokpa'],
  ['marche de dantokpa', 'Marché Dantokpa'],
  ['ecole les hibiscus', 'Les Hibiscus'],
  ['ibiskus', 'Les Hibiscus'],
  ['eglise st michel', 'Église Saint-Michel'],
  ['total cadjehoun', 'Station Total Cadjèhoun'],
  ['kadjehoun', 'Station Total Cadjèhoun'],
  ['cocot', 'Pharmacie Les Cocotiers'],
]
for (const [typed, first] of found)
  test(`${typed} finds ${first}`, () => {
    assert.equal(index.search(typed, 5)[0]?.name, first)
  })

for (const typed of ['', '   ', 'zzzzzz', 'le la de', '😀', '%_*', 'é'.repeat(10_000)])
  test(`nothing resembles ${JSON.stringify(typed.slice(0, 20))}`, () => {
    assert.deepEqual(index.search(typed, 5), [])
  })

const named: [text: string, name: string | undefined][] = [
  ['derrière la pharmacie camp Guezo, portail bleu', 'Pharmacie Camp Guézo'],
  ['a coté de farmacie les cocotiers', 'Pharmacie Les Cocotiers'],
  ['non loin du marché', undefined],
  ['la pharmacie du coin', undefined],
  ['près de la mosquée centrale', undefined],
  ['carrefour saint jean', 'Carrefour Saint-Jean'],
  ['maison verte', undefined],
]
for (const [text, name] of named)
  test(`${text} names ${name ?? 'no landmark'}`, () => {
    assert.equal(index.namedIn(text)?.name, name)
  })

test('the nearest landmark is told with its distance as the crow flies, and none beyond the bound', () => {
  const near = index.nearest({ lat: 6.3563, lng: 2.4172 }, 500)
  assert.equal(near?.landmark.name, 'Pharmacie Camp Guézo')
  assert.equal(Math.round(near?.meters ?? 0), 40)
  assert.equal(index.nearest({ lat: 6.5, lng: 2.4 }, 500), undefined)
  assert.equal(landmarkIndex([]).nearest({ lat: 6.5, lng: 2.4 }, 500), undefined)
})
