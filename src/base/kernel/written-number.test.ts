import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../test/support/chance.ts'
import { amountText } from './figure-text.ts'
import { readDecimal, readFcfa, readPercent, readWhole } from './written-number.ts'

const amounts: readonly [number, readonly string[]][] = [
  [0, ['0', '0 FCFA', '0,00', '-0']],
  [1, ['1', '1,00', '1.0']],
  [100, ['100', '100,00', '100 F', '100.00']],
  [
    1_500,
    [
      '1500',
      ' 1500 ',
      '1 500',
      '1\u00a0500',
      '1\u202f500',
      '1\u2009500',
      '1.500',
      '1,500',
      "1'500",
      '1’500',
      '1500.00',
      '1500,00',
      '1500.0',
      '1 500,00',
      '1\u202f500,00',
      '1.500,00',
      '1,500.00',
      '1500 FCFA',
      '1500FCFA',
      '1 500 F CFA',
      '1\u202f500\u00a0F\u202fCFA',
      '1 500 F',
      '1500f',
      '1500 frs',
      '1500 francs CFA',
      '1500 XOF',
      'XOF 1500',
      'F CFA 1,500',
      'F\u202fCFA\u00a01,500',
      'CFA 1500.00',
      '1500,00 xaf',
      '+1500',
      '1,5k',
      '1.5 k F',
      '1 mille 500',
    ],
  ],
  [15_000, ['15k', '15 K', '15kf', '15 mille', '15 mille FCFA', '15 krika', '15 milles francs']],
  [1_500_000, ['1.500.000', '1,500,000', '1 500 000', '1 500 000 F', '1,5 million', '1.500.000,00']],
  [-1_500, ['-1500', '−1 500', '−1\u202f500\u00a0FCFA', '(1 500)', '(1500 FCFA)', '- 1 500', 'F CFA -1,500']],
]
for (const [amount, texts] of amounts)
  for (const text of texts)
    test(`${JSON.stringify(text)} is ${amount} FCFA`, () =>
      assert.equal(readFcfa(text, { min: -10_000_000 }), amount))

// What may be two numbers, a part of a franc, or no number.
// biome-ignore format: a list
const noAmounts = [
  '', ' ', 'F', 'FCFA', '-', '.', '1500.000', '1500,000', '1 500,000', '1.500.00', '1,500,00', '1.500,000',
  '1 500.000', '1.5', '1,5', '15.5', '1500.50', '1500,05', '15 00', '1 50', '1 5000', '12 34', '1500 500',
  '1..500', '1.,500', '0.500', '0 500', '01500', '007', '1500.', '.00', ',500', '1e3', '1E3', '0x10',
  '1,5E+06', 'Infinity', 'NaN', '1500 €', '1500 USD', '$1500', '1500 F 200', '1500-', '--1500', '-(1500)',
  '(1500', '1500)', '(-1500)', '1.500k', '1,255k', '0k', '1 million 500', '15 mille 50', '1500 par jour',
  '10 %', '١٥٠٠', '1/500', '1_500', '9'.repeat(16), '1'.repeat(61),
  `1500${' '.repeat(57)}F`, "1'500.000", '1.500 000', '1 500 ,00',
]
for (const text of noAmounts)
  test(`${JSON.stringify(text)} is no amount of FCFA`, () =>
    assert.equal(readFcfa(text, { min: -1_000_000_000_000 }), undefined))

test('an amount out of bounds is none, and below zero only where that is asked for', () => {
  assert.equal(readFcfa('-1'), undefined)
  assert.equal(readFcfa('1 000 001', { max: 1_000_000 }), undefined)
  assert.equal(readFcfa('1 000 000', { max: 1_000_000 }), 1_000_000)
  assert.equal(readFcfa('0', { min: 1 }), undefined)
})

test('a whole number has no unit and no word', () => {
  for (const [text, value] of [
    ['12', 12],
    ['1 000', 1000],
    ['12.00', 12],
    ['-3', -3],
    ['−3', -3],
    ['12 F', undefined],
    ['12k', undefined],
    ['1.5', undefined],
    ['0x1', undefined],
    ['', undefined],
  ] as const)
    assert.equal(readWhole(text, { min: -10 }), value, text)
})

test('a number with decimals has one separator, and no more decimals than asked for', () => {
  for (const [text, value] of [
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1.500', 1.5],
    ['6.36541', 6.36541],
    ['-6,3654', -6.3654],
    ['3', 3],
    ['1.123456', undefined],
    ['1 000', undefined],
    ['1,000.5', undefined],
    ['1e1', undefined],
    ['.5', undefined],
    ['1.', undefined],
    ['', undefined],
  ] as const)
    assert.equal(readDecimal(text, { min: -90, max: 90, decimals: 5 }), value, text)
})

test('a share in percent is from 0 to 100, with or without its sign', () => {
  assert.deepEqual(
    ['0', '10', '10 %', '100%', '10\u00a0%', '101', '-1', '2,5', '10 % 5', '10 F'].map((text) =>
      readPercent(text),
    ),
    [0, 10, 10, 100, 10, undefined, undefined, undefined, undefined, undefined],
  )
  assert.equal(readPercent('2,5 %', 2), 2.5)
})

/** As spreadsheets, files and pages of other programs write amounts. */
const writers: Record<string, (amount: number) => string> = {
  digits: String,
  'our French pages': (amount) => amountText(amount, 'fr'),
  'our English pages': (amount) => amountText(amount, 'en'),
  'two decimals': (amount) => amount.toFixed(2),
  ...Object.fromEntries(
    ['fr', 'fr-BJ', 'fr-CI', 'fr-CM', 'en', 'en-GB', 'de', 'pt', 'de-CH', 'it'].flatMap((locale) => [
      [`${locale} grouped`, new Intl.NumberFormat(locale).format],
      [`${locale} with decimals`, new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format],
      [`${locale} XOF`, new Intl.NumberFormat(locale, { style: 'currency', currency: 'XOF' }).format],
      [`${locale} XAF`, new Intl.NumberFormat(locale, { style: 'currency', currency: 'XAF' }).format],
    ]),
  ),
}

test('what any of these writes is read back as the same amount, or as none, never as another', () => {
  const seed = 20_261_126
  const chance = seeded(seed)
  for (let made = 0; made < 400; made += 1) {
    const amount = Math.floor(10 ** (chance() * 8)) * (chance() < 0.2 ? -1 : 1)
    for (const [name, write] of Object.entries(writers))
      assert.equal(readFcfa(write(amount), { min: -1e9 }), amount, `${name}: ${write(amount)} (seed ${seed})`)
  }
})

test('a text of digits and signs is read as the number of its digits less zero decimals, or as none', () => {
  const seed = 20_261_127
  const chance = seeded(seed)
  const signs = ['1', '5', '0', '00', '000', '500', '.', ',', ' ', '-', 'F']
  for (let made = 0; made < 20_000; made += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(chance() * 7) },
      () => signs[Math.floor(chance() * signs.length)],
    ).join('')
    const read = readFcfa(text, { min: -1e15 })
    if (read === undefined) continue
    const digits = text.replaceAll(/\D/g, '')
    const allowed = [digits, digits.slice(0, -1), digits.slice(0, -2)].map(Number)
    assert.ok(allowed.includes(Math.abs(read)), `${JSON.stringify(text)} was read as ${read} (seed ${seed})`)
    if (Math.abs(read) !== Number(digits)) assert.match(text, /[.,]0{1,2}( ?F)?\s*$/, text)
  }
})
