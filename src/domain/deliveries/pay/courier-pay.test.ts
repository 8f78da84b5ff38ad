import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courierPay, type EffectiveRule, type PayRule, payRuleFault } from './courier-pay.ts'

const line = (amountFcfa: number) => ({ line: 'BASE', exactFcfa: amountFcfa, amountFcfa }) as const
const plain: EffectiveRule = { percent: 80, minimumFcfa: 0, bonuses: [] }
const noon = { localTime: '12:00', zoneIds: [] }

test('the courier earns a share of the trip before discounts, rounded up to a franc', () => {
  const rows = [
    [[500], 80, 400],
    [[500, 300], 80, 640],
    [[525], 75, 394],
    [[1_001], 50, 501],
    [[0], 80, 0],
    [[500], 0, 0],
    [[500], 100, 500],
  ] as const
  for (const [amounts, percent, pay] of rows)
    assert.deepEqual(
      courierPay({ lines: amounts.map(line) }, { ...plain, percent }, noon),
      { payFcfa: pay, bonusFcfa: 0 },
      `${percent} % of ${amounts}`,
    )
})

test('a trip earns no less than the minimum, and bonuses are added to it', () => {
  const evening = { kind: 'HOURS', from: '18:00', to: '22:00', amountFcfa: 100 } as const
  const night = { kind: 'HOURS', from: '22:00', to: '05:00', amountFcfa: 250 } as const
  const harbour = { kind: 'ZONE', zoneId: 'harbour', amountFcfa: 150 } as const
  const bonuses = [evening, night, harbour]
  const rows = [
    // price, minimum, bonuses, local time, zones, pay, bonus
    [500, 0, [], '12:00', [], 400, 0],
    [500, 400, [], '12:00', [], 400, 0],
    [500, 450, [], '12:00', [], 450, 0],
    [0, 450, [], '12:00', [], 450, 0],
    [500, 0, bonuses, '17:59', [], 400, 0],
    [500, 0, bonuses, '18:00', [], 500, 100],
    [500, 0, bonuses, '21:59', [], 500, 100],
    [500, 0, bonuses, '22:00', [], 650, 250],
    [500, 0, bonuses, '00:00', [], 650, 250],
    [500, 0, bonuses, '04:59', [], 650, 250],
    [500, 0, bonuses, '05:00', [], 400, 0],
    [500, 0, bonuses, '12:00', ['harbour'], 550, 150],
    [500, 0, bonuses, '12:00', ['harbour', 'harbour'], 550, 150],
    [500, 0, bonuses, '12:00', ['market'], 400, 0],
    [500, 450, bonuses, '23:00', ['market', 'harbour'], 850, 400],
    [500, 0, [evening, evening], '19:00', [], 600, 200],
  ] as const
  for (const [price, minimumFcfa, given, localTime, zoneIds, payFcfa, bonusFcfa] of rows)
    assert.deepEqual(
      courierPay(
        { lines: [line(price)] },
        { percent: 80, minimumFcfa, bonuses: given },
        { localTime, zoneIds },
      ),
      { payFcfa, bonusFcfa },
      `${price} FCFA at ${localTime}, zones ${zoneIds}`,
    )
})

test('a pay rule names its fault', () => {
  const hours = (from: string, to: string, amountFcfa = 100) =>
    ({ kind: 'HOURS', from, to, amountFcfa }) as const
  const rule = (change: Partial<PayRule>): PayRule => ({ ...plain, ...change })
  const rows: [PayRule, ReturnType<typeof payRuleFault>][] = [
    [plain, undefined],
    [rule({ percent: null }), undefined],
    [rule({ bonuses: [hours('22:00', '05:00')] }), undefined],
    [rule({ percent: 101 }), 'PERCENT'],
    [rule({ percent: -1 }), 'PERCENT'],
    [rule({ percent: 12.5 }), 'PERCENT'],
    [rule({ percent: Number.NaN }), 'PERCENT'],
    [rule({ minimumFcfa: -1 }), 'MINIMUM'],
    [rule({ minimumFcfa: 1_000_001 }), 'MINIMUM'],
    [rule({ bonuses: Array.from({ length: 21 }, () => hours('10:00', '11:00')) }), 'BONUSES'],
    [rule({ bonuses: [hours('10:00', '10:00')] }), 'HOURS'],
    [rule({ bonuses: [hours('24:00', '10:00')] }), 'HOURS'],
    [rule({ bonuses: [hours('9:00', '10:00')] }), 'HOURS'],
    [rule({ bonuses: [hours('09:00', '10:00', 0)] }), 'AMOUNT'],
    [rule({ bonuses: [{ kind: 'ZONE', zoneId: 'a', amountFcfa: 100_001 }] }), 'AMOUNT'],
  ]
  for (const [given, fault] of rows) assert.equal(payRuleFault(given), fault, JSON.stringify(given))
})
