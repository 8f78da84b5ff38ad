import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText } from '../src/base/kernel/figure-text.ts'
import { readAmount as readOption } from '../src/cli/commands/option-values.ts'
import { readSigned } from '../src/domain/money/statements/reconciling/provider-file.ts'
import { readBaseFcfa } from '../src/domain/pricing/pairs/pair-matrix.ts'
import { readAmount as readCell } from '../src/doors/console/ordering/many/bulk-cells.ts'
import { writtenAmount } from '../src/doors/console/ordering/words/amount-form.ts'
import { readTokens } from '../src/doors/console/ordering/words/message-tokens.ts'
import { ruleOf } from '../src/doors/operations/couriers/pay/pay-rule.ts'
import { promoForm } from '../src/doors/operations/prices/promo/new-promo-code.ts'
import { readTerms, typedTerms } from '../src/doors/operations/prices/tariff/tariff-form.ts'
import { seeded } from './support/chance.ts'

/** Every door through which an amount comes in as text; undefined where it refuses. */
const readers: Record<string, (text: string) => number | undefined> = {
  'a table of zone prices': (text) => readBaseFcfa(text) ?? undefined,
  "a provider's file, a balance, a difference": readSigned,
  'a file of orders and the form of one': (text) => {
    const cell = readCell(text)
    return 'value' in cell ? cell.value : undefined
  },
  'a pasted message': (text) => {
    const message = readTokens(text)
    const amount = writtenAmount(message, 0)
    return amount?.to === message.tokens.length ? amount.value : undefined
  },
  'an option of the command line': (text) => {
    try {
      return readOption({ min: 0 })(text)
    } catch {
      return undefined
    }
  },
  'the form of a tariff': (text) => {
    const read = readTerms({ ...typedTerms(terms), returnFeeFcfa: text }, 'fr')
    return read.terms?.returnFeeFcfa
  },
  'the form of a promo code': (text) => {
    const { value } = promoForm('fr', { cities: [], timeZone: 'UTC' }, { kind: 'AMOUNT' })
    return value.read(text, 'value')
  },
  'the form of what couriers earn': (text) => {
    const { minimumFcfa } = ruleOf({ percent: '', minimum: text, hours: [], zones: [] })
    return Number.isNaN(minimumFcfa) ? undefined : minimumFcfa
  },
}

const terms = {
  baseFcfa: 500,
  includedKm: 2.5,
  perKmFcfa: 100,
  stepFcfa: 50,
  surcharges: {},
  night: null,
  collectionFee: { percent: 1.5, minimumFcfa: 100 },
  cancellationFeeFcfa: 300,
  returnFeeFcfa: 300,
}

const writers: Record<string, (amount: number) => string> = {
  digits: String,
  'pages in French': (amount) => amountText(amount, 'fr'),
  'pages in English': (amount) => amountText(amount, 'en'),
  'a spreadsheet with decimals': (amount) => amount.toFixed(2),
  'a French spreadsheet': new Intl.NumberFormat('fr', { minimumFractionDigits: 2 }).format,
  'an English spreadsheet': new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format,
  'dots between thousands': new Intl.NumberFormat('de').format,
}

test('an amount that one door or a spreadsheet writes is the same through every door (decision 270)', () => {
  const seed = 270
  const chance = seeded(seed)
  const amounts = [1, 500, 1_000, 1_500, 150_000, 1_000_000]
  for (let made = 0; made < 60; made += 1) amounts.push(Math.ceil(10 ** (6 * chance())))
  for (const amount of amounts)
    for (const [writer, write] of Object.entries(writers))
      for (const [reader, read] of Object.entries(readers))
        assert.equal(read(write(amount)), amount, `${write(amount)} (${writer}) in ${reader}, seed ${seed}`)
})

test('what may be two amounts is refused through every door', () => {
  for (const text of ['1500.000', '1.500.00', '1 500,000', '15.5', '1500.50', '01500', '1e3', '12 34'])
    for (const [reader, read] of Object.entries(readers))
      assert.equal(read(text), undefined, `${text} in ${reader}`)
})

test('a tariff and its form say the same, decimals too', () =>
  assert.deepEqual(readTerms(typedTerms(terms), 'fr'), { terms }))
