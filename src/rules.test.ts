import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SettingsRefused } from './base/kernel/setting.ts'
import { readConfig, settings } from './config.ts'
import { type RuleName, ruleNames, rules, rulesOf, ruleText } from './rules.ts'

test('without any change the rules have their defaults', () => {
  assert.deepEqual(rulesOf(), {
    LOCATION_DEADLINE_MINUTES: 1440,
    COURIER_DEADLINE_MINUTES: 45,
    COURIER_SEARCH_RADIUS_METERS: 2_000,
    COURIER_OFFERS_PER_ROUND: 5,
    COURIER_ROUND_SECONDS: 30,
    COURIER_MAX_PARCELS: 1,
    TOUR_LATER_MINUTES: 10,
    TOUR_RIDE_MINUTES: 15,
    COURIER_OFFER_SECONDS: 90,
    SHIFT_LEAVE_HOURS: 3,
    LATE_COURIER_MINUTES: 10,
    LATE_TO_SHOP_MINUTES: 30,
    LATE_AT_SHOP_MINUTES: 15,
    LATE_ON_THE_WAY_MINUTES: 60,
    LATE_PAYMENT_MINUTES: 20,
    LATE_RETURN_MINUTES: 120,
    ARRIVAL_NOTICE_MINUTES: 5,
    PICKUP_WAIT_MINUTES: 10,
    PICKUP_WAIT_FEE_FCFA: 0,
    HANDOVER_PROOF: [],
    SHOP_PROOF: [],
    SECOND_TRY_PERCENT: 0,
    COURIER_PAY_PERCENT: 80,
    COURIER_PAYOUTS: 'WEEKLY',
    COURIER_PAYOUT_MINIMUM_FCFA: 500,
    PAYOUT_HOUR: 19,
    PAYOUT_WEEKDAY: 'FRIDAY',
    PAYOUT_MAXIMUM_FCFA: 1_000_000,
    PAYMENT_DEADLINE_MINUTES: 10,
    COMPANY_NAME: undefined,
    COMPANY_BRAND: undefined,
    COMPANY_COLOUR: undefined,
    COMPANY_ADDRESS: undefined,
    COMPANY_RCCM: undefined,
    COMPANY_TAX_ID: undefined,
    VAT_RATE: 0,
    VAT_EXEMPTION: undefined,
    SUPPORT_PHONE: undefined,
    ALERT_NO_COURIER_MINUTES: 20,
    ALERT_WEBHOOK_MINUTES: 60,
    ALERT_DISK_FREE_PERCENT: 10,
    ALERT_REPEAT_HOURS: 6,
    STRANGER_MESSAGES_PER_DAY: 400,
    STRANGER_MESSAGES_PER_COUNTRY: 200,
    STRANGER_MESSAGES_PER_NETWORK: 60,
  })
})

test('every rule says what it is for, and none is a setting too', () => {
  for (const name of ruleNames) {
    assert.match(rules[name].description, /\.$/, name)
    assert.notEqual(rules[name].form, '', name)
    assert.ok(!(name in settings), name)
  }
})

/** The least and the most of each rule that is a number. */
const bounds: Partial<Record<RuleName, readonly [number, number]>> = {
  LOCATION_DEADLINE_MINUTES: [1, 43_200],
  COURIER_DEADLINE_MINUTES: [1, 1_440],
  COURIER_SEARCH_RADIUS_METERS: [100, 100_000],
  COURIER_OFFERS_PER_ROUND: [1, 50],
  COURIER_ROUND_SECONDS: [5, 3_600],
  COURIER_MAX_PARCELS: [1, 12],
  TOUR_LATER_MINUTES: [0, 60],
  TOUR_RIDE_MINUTES: [0, 60],
  COURIER_OFFER_SECONDS: [5, 3_600],
  SHIFT_LEAVE_HOURS: [0, 72],
  SECOND_TRY_PERCENT: [0, 300],
  LATE_COURIER_MINUTES: [1, 10_080],
  LATE_TO_SHOP_MINUTES: [1, 10_080],
  LATE_AT_SHOP_MINUTES: [1, 10_080],
  LATE_ON_THE_WAY_MINUTES: [1, 10_080],
  LATE_PAYMENT_MINUTES: [1, 10_080],
  LATE_RETURN_MINUTES: [1, 10_080],
  ARRIVAL_NOTICE_MINUTES: [0, 60],
  PICKUP_WAIT_MINUTES: [1, 120],
  PICKUP_WAIT_FEE_FCFA: [0, 100_000],
  COURIER_PAY_PERCENT: [0, 100],
  COURIER_PAYOUT_MINIMUM_FCFA: [1, 1_000_000],
  PAYOUT_HOUR: [0, 23],
  PAYOUT_MAXIMUM_FCFA: [1_000, 100_000_000],
  PAYMENT_DEADLINE_MINUTES: [1, 1_440],
  VAT_RATE: [0, 10_000],
  ALERT_NO_COURIER_MINUTES: [1, 1_440],
  ALERT_WEBHOOK_MINUTES: [1, 10_080],
  ALERT_DISK_FREE_PERCENT: [0, 90],
  ALERT_REPEAT_HOURS: [1, 168],
  STRANGER_MESSAGES_PER_DAY: [1, 1_000_000],
  STRANGER_MESSAGES_PER_COUNTRY: [1, 1_000_000],
  STRANGER_MESSAGES_PER_NETWORK: [1, 1_000_000],
}

test('every rule that is a number has bounds here', () => {
  const numbers = ruleNames.filter((name) => rules[name].kind === 'WHOLE')
  assert.deepEqual(numbers.toSorted(), Object.keys(bounds).toSorted())
})

for (const [name, [min, max]] of Object.entries(bounds) as [RuleName, readonly [number, number]][])
  test(`${name} takes ${min} to ${max} and nothing else`, () => {
    for (const value of [min, max]) assert.equal(rules[name].read(String(value)), value)
    for (const other of [min - 1, max + 1, '2.5', '1e1', 'x'])
      assert.throws(() => rules[name].read(String(other)), {
        message: `must be a whole number from ${min} to ${max}`,
      })
  })

describe('rules that are no numbers', () => {
  const taken: [RuleName, string, unknown][] = [
    ['HANDOVER_PROOF', 'PHOTO, CALL', ['CALL', 'PHOTO']],
    ['COURIER_PAYOUTS', 'MANUAL', 'MANUAL'],
    ['PAYOUT_WEEKDAY', 'SUNDAY', 'SUNDAY'],
    ['SUPPORT_PHONE', '+2290197000000', '+2290197000000'],
    ['COMPANY_NAME', 'x'.repeat(200), 'x'.repeat(200)],
    ['COMPANY_BRAND', 'Cotonou Express', 'Cotonou Express'],
    ['COMPANY_COLOUR', '#0B3B2E', '#0b3b2e'],
  ]
  for (const [name, given, expected] of taken)
    test(`${name}=${given.slice(0, 20)} is taken, and kept as a text that comes to the same`, () => {
      const value = rules[name].read(given)
      assert.deepEqual(value, expected)
      assert.deepEqual(rules[name].read(ruleText(value)), expected)
    })

  const refused: [RuleName, string[], string][] = [
    ['HANDOVER_PROOF', ['NONE', 'call'], 'must be any of CALL, WAIT, PHOTO, comma-separated'],
    ['COURIER_PAYOUTS', ['daily', 'NEVER'], 'must be one of MANUAL, DAILY, WEEKLY'],
    [
      'PAYOUT_WEEKDAY',
      ['Friday', '5'],
      'must be one of MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY',
    ],
    [
      'SUPPORT_PHONE',
      ['0197000000', '+229 01 97 00 00 00', '+0197000000', '+22997', 'tel:+2290197000000'],
      'must be a number such as +2290197000000',
    ],
    ['COMPANY_BRAND', ['x'.repeat(41)], 'must be one line of at most 40 characters'],
    ['COMPANY_COLOUR', ['green', '#0b3', '#0b3b2e;'], 'must be a colour such as #0b3b2e'],
    [
      'COMPANY_COLOUR',
      ['#f2a900', '#F2A900'],
      'must be darker, such as #9b6c00: white words cannot be read on it',
    ],
    ['VAT_EXEMPTION', ['x'.repeat(201), 'a\nb'], 'must be one line of at most 200 characters'],
  ]
  for (const [name, given, message] of refused)
    for (const value of given)
      test(`${name}=${JSON.stringify(value.slice(0, 20))} is refused in one sentence`, () =>
        assert.throws(() => rules[name].read(value), { message }))
})

test('a kept value that a rule does not take any more counts as its default', () => {
  const kept = new Map([
    ['PAYOUT_HOUR', '24'],
    ['LATE_RETURN_MINUTES', '90'],
    ['RULE_OF_ANOTHER_VERSION', '1'],
  ])
  assert.deepEqual(rulesOf(kept), { ...rulesOf(), LATE_RETURN_MINUTES: 90 })
})

test('the environment may still name rules, within their bounds and spelt as they are', () => {
  const { rulesGiven } = readConfig({ PAYOUT_HOUR: '6', SUPPORT_PHONE: '' }, { HANDOVER_PROOF: 'PHOTO,CALL' })
  assert.deepEqual(rulesGiven, { HANDOVER_PROOF: 'CALL,PHOTO', PAYOUT_HOUR: '6' })
  const faultsOf = (...env: Parameters<typeof readConfig>) => {
    try {
      readConfig(...env)
    } catch (error) {
      if (error instanceof SettingsRefused) return error.faults
    }
    return []
  }
  assert.deepEqual(faultsOf({ PAYOUT_HOUR: '24' }), ['PAYOUT_HOUR must be a whole number from 0 to 23'])
  assert.deepEqual(faultsOf({ PAYOUT_HUOR: '6' }), [
    'PAYOUT_HUOR is not a setting; did you mean PAYOUT_HOUR?',
  ])
  assert.deepEqual(faultsOf({}, { COURIER_POSITION_SECONDS: '120' }), [
    'COURIER_POSITION_SECONDS is not a setting',
  ])
})
