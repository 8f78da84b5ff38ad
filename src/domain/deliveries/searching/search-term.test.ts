import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasWords, readSearch, type SearchableDelivery, searchTerms } from './search-term.ts'

const afi: SearchableDelivery = {
  customer_last_name: 'Dossou',
  customer_first_name: 'Afi',
  customer_phone: '+2290197000001',
  external_ref: null,
}

describe('the terms of a delivery', () => {
  const phone = 'p:1000007910922'
  for (const [what, delivery, words] of [
    ['plain names', {}, ['dossou', 'afi']],
    [
      'accents and capitals',
      { customer_last_name: 'HOUNGBÉDJI', customer_first_name: 'Sènami' },
      ['houngbedji', 'senami'],
    ],
    ['letters of Fon and Ewe', { customer_last_name: 'Ɖɔsú', customer_first_name: 'Ŋutɔ' }, ['dosu', 'nuto']],
    ['ligatures', { customer_last_name: 'Œuvré', customer_first_name: 'Bæ' }, ['oeuvre', 'bae']],
    [
      'several words',
      { customer_last_name: 'da Silva', customer_first_name: 'Marie  Rose' },
      ['da', 'silva', 'marie', 'rose'],
    ],
    [
      'an apostrophe',
      { customer_last_name: 'd’Almeida', customer_first_name: "N'Guessan" },
      ['dalmeida', 'almeida', 'nguessan', 'guessan'],
    ],
    ['a hyphen', { customer_first_name: 'Jean-Baptiste' }, ['dossou', 'jeanbaptiste', 'jean', 'baptiste']],
    ['one letter alone', { customer_first_name: 'A.' }, ['dossou', 'a']],
    ['the same name twice', { customer_first_name: 'Dossou' }, ['dossou']],
    ['nothing but signs', { customer_last_name: '—', customer_first_name: '.' }, []],
    ['a reference of the shop', { external_ref: 'CMD-2026/1042' }, ['dossou', 'afi', 'cmd20261042', '1042']],
    ['a reference of one part', { external_ref: '#A1042' }, ['dossou', 'afi', 'a1042']],
    ['another script', { customer_last_name: 'علي', customer_first_name: '愛' }, ['علي', '愛']],
  ] as const)
    test(`of ${what}`, () => {
      assert.deepEqual(searchTerms({ ...afi, ...delivery }), [phone, ...words.map((word) => `w:${word}`)])
    })

  test('are none of a customer who was erased', () => {
    const erased = { customer_last_name: '-', customer_first_name: '-', customer_phone: '-' }
    assert.deepEqual(searchTerms({ ...afi, ...erased }), [])
  })

  test('are at most sixteen, and short enough for an index, however long a name is', () => {
    const [long, many] = ['ﷺ'.repeat(80), Array.from({ length: 40 }, (_, n) => `mot${n}`).join(' ')]
    assert.equal(searchTerms({ ...afi, customer_last_name: many }).length, 16)
    for (const term of searchTerms({ ...afi, customer_last_name: long, customer_first_name: 'a'.repeat(80) }))
      assert.ok(term.length <= 42, term)
  })
})

describe('what is typed', () => {
  for (const [typed, words] of [
    ['', []],
    ['  \t ', []],
    ['dos', [['w:dos']]],
    ['DOSSOÙ', [['w:dossou']]],
    ['Afi Dossou', [['w:afi'], ['w:dossou']]],
    ['Dossou, Afi', [['w:dossou'], ['w:afi']]],
    ['N’Guessan', [['w:nguessan']]],
    ['jean-bap', [['w:jeanbap']]],
    ['!!!', [[]]],
    ['97 00 00 01', [['w:97000001', 'p:10000079']]],
    ['97000001', [['w:97000001', 'p:10000079']]],
    ['97.00.00.01', [['w:97000001', 'p:10000079']]],
    ['0197000001', [['w:0197000001', 'p:1000007910']]],
    ['+229 01 97 00 00 01', [['w:2290197000001', 'p:1000007910922']]],
    ['+229 97 00 00 01', [['w:22997000001', 'p:10000079922', 'p:1000007910922']]],
    ['00229 0197000001', [['w:002290197000001', 'p:100000791092200', 'p:1000007910922']]],
    ['(01) 97-00-00-01', [['w:0197000001', 'p:1000007910']]],
    ['0001', [['w:0001', 'p:1000']]],
    ['7', [['w:7']]],
    ['Afi 97 00', [['w:afi'], ['w:9700', 'p:0079']]],
    ['97 00 Afi', [['w:9700', 'p:0079'], ['w:afi']]],
    ['cmd-1042', [['w:cmd1042']]],
    ['#1042', [['w:1042']]],
    ['a b c d e f', [['w:a'], ['w:b'], ['w:c'], ['w:d'], ['w:e']]],
  ] as const)
    test(`«${typed}» is ${JSON.stringify(words)}`, () => {
      assert.deepEqual(
        readSearch(typed, 'BJ').map(({ prefixes }) => prefixes),
        words,
      )
    })

  for (const [typed, references] of [
    ['COL-7K2M9Q', ['COL-7K2M9Q']],
    ['col 7k2m9q', ['COL-7K2M9Q']],
    ['col7k2m9q', ['COL-7K2M9Q']],
    ['7K2M9Q', ['COL-7K2M9Q']],
    ['COL-7KOM9I', ['COL-7K0M91']],
    ['7K2M9', [undefined]],
    ['COL-7K2M9Q Afi', ['COL-7K2M9Q', undefined]],
    ['123456', ['COL-123456']],
    ['dossou', [undefined]],
  ] as const)
    test(`«${typed}» names the references ${JSON.stringify(references)}`, () => {
      assert.deepEqual(
        readSearch(typed, 'BJ').map(({ reference }) => reference),
        references,
      )
    })

  for (const [typed, isFound] of [
    ['afi', true],
    ['AF dos', true],
    ['7K2M9Q', true],
    ['col-7k2m9q dossou', true],
    ['0197000001', true],
    ['0001', true],
    ['1042', true],
    ['fi', false],
    ['afi koffi', false],
    ['7K2M9', false],
    ['0197000002', false],
  ] as const)
    test(`«${typed}» ${isFound ? 'is' : 'is not'} what a delivery has`, () => {
      const delivery = {
        reference: 'COL-7K2M9Q',
        customer_last_name: 'Dossou',
        customer_first_name: 'Afi',
        customer_phone: '+2290197000001',
        external_ref: 'CMD-2026/1042',
      }
      assert.equal(hasWords(delivery, readSearch(typed, 'BJ')), isFound)
    })

  test('finds a reference of a cell whole, and there by what stands behind its prefix', () => {
    const referenceIn = (typed: string, cell: string) => readSearch(typed, 'BJ', cell)[0]?.reference
    assert.equal(referenceIn('7k2m9q', 'bj'), 'COLBJ-7K2M9Q')
    assert.equal(referenceIn('colbj-7k2m9q', ''), 'COLBJ-7K2M9Q')
    assert.equal(referenceIn('COL-7K2M9Q', 'bj'), 'COL-7K2M9Q')
  })

  test('is read up to a hundred signs', () => {
    assert.deepEqual(readSearch(`${' '.repeat(98)}afi`, 'BJ'), [{ prefixes: ['w:af'], reference: undefined }])
  })
})
