import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../base/kernel/language.ts'
import { alertSteps, isEndTold, isNoticeDue, type OpenAlert } from './alerts/alert-course.ts'
import { alertRecipients } from './alerts/alert-recipients.ts'
import { type AlertFacts, type AlertKind, alertKinds, alertsIn } from './alerts/alert-rules.ts'
import type { AlertReader } from './alerts/alert-store.ts'
import { alertWords, durationText } from './alerts/alert-wording.ts'
import { type HealthFigure, type Judgement, judgedHealth, worstOf } from './health/health-judgement.ts'
import type { ServiceHealth } from './health/service-health.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const limits = { noCourierMinutes: 20, webhookMinutes: 60, diskFreePercent: 10, repeatHours: 6 }

/** A service with which all is well. */
const fine: ServiceHealth = {
  takenAt: now,
  database: {
    kind: 'server',
    version: '15.4',
    sizeBytes: 1,
    connections: 4,
    maxConnections: 100,
    answerMs: 1,
    unwritable: null,
  },
  clocks: [],
  migrations: { last: '0042', applied: 42, pending: 0, unknown: 0 },
  loops: [{ name: 'send messages', oldestDueAt: null }],
  eventLog: {
    unsequenced: 0,
    oldestUnsequencedAt: null,
    consumers: [{ name: 'webhooks', behind: 0, oldestAt: null, failures: 0 }],
    parked: { count: 0, oldestAt: null },
  },
  webhooks: { waiting: 0, oldestAt: null, failingEndpoints: 0, disabledEndpoints: 0 },
  settings: [],
  messages: { held: 0, oldestHeldAt: null, hasChannel: true, outcomes: [], failed: 0, passedOn: null },
  strangers: [],
  payments: { outcomes: [], open: 0, recent: { ended: 0, failed: 0 } },
  searches: [],
  lockedCodes: [],
  waitingProblems: [],
  waitingWork: { shops: 0, applications: 0 },
  refunds: { count: 0, amountFcfa: 0, oldestAt: null },
  transfers: { count: 0, amountFcfa: 0, oldestAt: null },
  paidTwice: { count: 0, amountFcfa: 0, oldestAt: null },
  disagreements: { count: 0, amountFcfa: 0, oldestAt: null },
  disks: [{ holds: 'data', folder: '/data', freeBytes: 50, totalBytes: 100 }],
  process: { colis: '0.1.0', cell: '', node: '24.0.0', uptimeSeconds: 60, memoryBytes: 1 },
}

const strangers = (sent: number) => [{ scope: 'ALL', sent, max: 400 }]
const search = (minutes: number, acceptedMinutesAgo?: number): ServiceHealth['searches'][number] => ({
  cityId: 'cotonou',
  city: 'Cotonou',
  waiting: 7,
  oldestSince: minutesAgo(minutes),
  lastAcceptedAt: acceptedMinutesAgo === undefined ? null : minutesAgo(acceptedMinutesAgo),
})
const consumer = (behind: number, minutes: number, failures = 0) => ({
  ...fine.eventLog,
  consumers: [{ name: 'webhooks', behind, oldestAt: minutesAgo(minutes), failures }],
})
const held = (count: number, minutes: number, hasChannel = true) => ({
  ...fine.messages,
  held: count,
  oldestHeldAt: minutesAgo(minutes),
  hasChannel,
})
const passedOn = (count: number) => ({
  ...fine.messages,
  passedOn: { failure: 'WHATSAPP_132001', count },
})
const backlog = (waiting: number, minutes: number, failingEndpoints = 1) => ({
  ...fine.webhooks,
  waiting,
  oldestAt: minutesAgo(minutes),
  failingEndpoints,
})
const paid = (ended: number, failed: number) => ({ ...fine.payments, recent: { ended, failed } })
const disk = (freeBytes: number | null) => [
  { ...fine.disks[0], holds: 'data', folder: '/data', freeBytes, totalBytes: 100 } as const,
]
const locked = {
  deliveryId: 'd1',
  shopId: 's1',
  reference: 'COL-7K2M9Q',
  code: 'confirmation',
  isClosed: true,
} as const

describe('alerts', () => {
  const cases: [string, Partial<ServiceHealth>, [AlertKind, AlertFacts] | null][] = [
    ['all is well', {}, null],
    ['a parcel waits for 19 min', { searches: [search(19)] }, null],
    [
      'a parcel waits for 20 min and nobody accepts any',
      { searches: [search(20)] },
      ['NO_COURIER', { city: 'Cotonou', waiting: 7, minutes: 20 }],
    ],
    ['a parcel waits for 40 min but another was accepted 5 min ago', { searches: [search(40, 5)] }, null],
    [
      'the last parcel was accepted 25 min ago',
      { searches: [search(40, 25)] },
      ['NO_COURIER', { city: 'Cotonou', waiting: 7, minutes: 25 }],
    ],
    [
      'a courier accepted before the parcel was ordered',
      { searches: [search(21, 50)] },
      ['NO_COURIER', { city: 'Cotonou', waiting: 7, minutes: 21 }],
    ],
    [
      'a code is locked',
      { lockedCodes: [locked] },
      [
        'CODE_LOCKED',
        { reference: 'COL-7K2M9Q', shopId: 's1', deliveryId: 'd1', code: 'confirmation', isClosed: 1 },
      ],
    ],
    [
      'a customer reports a problem that nobody has taken',
      {
        waitingProblems: [
          { deliveryId: 'd1', shopId: 's1', reference: 'COL-7K2M9Q', reason: 'COURIER_BEHAVIOUR' },
        ],
      },
      [
        'PROBLEM_REPORTED',
        { reference: 'COL-7K2M9Q', shopId: 's1', deliveryId: 'd1', problem: 'COURIER_BEHAVIOUR' },
      ],
    ],
    [
      'two shops wait for approval',
      { waitingWork: { shops: 2, applications: 0 } },
      ['SHOPS_WAITING', { count: 2 }],
    ],
    [
      'somebody wants to become a courier',
      { waitingWork: { shops: 0, applications: 1 } },
      ['APPLICATIONS_WAITING', { count: 1 }],
    ],
    [
      'money is to be given back',
      { refunds: { count: 2, amountFcfa: 15_600, oldestAt: now } },
      ['REFUND_DUE', { count: 2, amountFcfa: 15_600 }],
    ],
    [
      'a provider says otherwise of an order that moved nothing',
      { disagreements: { count: 1, amountFcfa: 0, oldestAt: now } },
      ['MONEY_DISAGREES', { count: 1, amountFcfa: 0 }],
    ],
    [
      'payouts do not get through',
      { transfers: { count: 1, amountFcfa: 90_000, oldestAt: now } },
      ['TRANSFERS_STUCK', { count: 1, amountFcfa: 90_000 }],
    ],
    [
      'somebody received too much',
      { paidTwice: { count: 2, amountFcfa: 10_500, oldestAt: null } },
      ['PAID_TWICE', { count: 2, amountFcfa: 10_500 }],
    ],
    ['nine payments ended and all failed', { payments: paid(9, 9) }, null],
    ['four of ten payments failed', { payments: paid(10, 4) }, null],
    [
      'half of ten payments failed',
      { payments: paid(10, 5) },
      ['PAYMENTS_FAILING', { ended: 10, failed: 5 }],
    ],
    ['messages are held for 14 min', { messages: held(3, 14) }, null],
    [
      'messages are held for 15 min',
      { messages: held(3, 15) },
      ['MESSAGES_HELD', { count: 3, minutes: 15, hasChannel: 1 }],
    ],
    ['WhatsApp did not take four messages', { messages: passedOn(4) }, null],
    [
      'WhatsApp did not take five messages for one reason',
      { messages: passedOn(5) },
      ['MESSAGES_PASSED_ON', { failure: 'WHATSAPP_132001', count: 5 }],
    ],
    ['webhooks wait for 59 min', { webhooks: backlog(12, 59) }, null],
    [
      'webhooks wait for 60 min',
      { webhooks: backlog(12, 60) },
      ['WEBHOOKS_WAITING', { count: 12, minutes: 60, endpoints: 1 }],
    ],
    [
      'an event is parked',
      { eventLog: { ...fine.eventLog, parked: { count: 1, oldestAt: now } } },
      ['EVENTS_PARKED', { count: 1 }],
    ],
    ['a consumer is 4 min behind', { eventLog: consumer(900, 4) }, null],
    [
      'a consumer is 5 min behind',
      { eventLog: consumer(900, 5) },
      ['CONSUMER_BEHIND', { consumer: 'webhooks', behind: 900, minutes: 5 }],
    ],
    ['a loop is 9 min late', { loops: [{ name: 'send messages', oldestDueAt: minutesAgo(9) }] }, null],
    [
      'a loop is 10 min late',
      { loops: [{ name: 'send messages', oldestDueAt: minutesAgo(10) }] },
      ['LOOP_LATE', { loop: 'send messages', minutes: 10 }],
    ],
    ['strangers caused nearly half of what they may', { strangers: strangers(199) }, null],
    [
      'strangers caused half of what they may',
      { strangers: strangers(200) },
      ['STRANGER_MESSAGES', { scope: 'ALL', sent: 200, max: 400, isUsedUp: 0 }],
    ],
    ['a clock is 4.9 s ahead', { clocks: [{ host: 'web-1', skewMs: 4_900 }] }, null],
    [
      'a clock is 5 s ahead',
      { clocks: [{ host: 'web-1', skewMs: 5_000 }] },
      ['CLOCK_OFF', { host: 'web-1', seconds: 5, isAhead: 1 }],
    ],
    [
      'a clock is ten minutes behind',
      { clocks: [{ host: 'web-1', skewMs: -600_000 }] },
      ['CLOCK_OFF', { host: 'web-1', seconds: 600, isAhead: 0 }],
    ],
    ['10 % of the disk is free', { disks: disk(10) }, null],
    [
      '9 % of the disk is free',
      { disks: disk(9) },
      ['DISK_LOW', { holds: 'data', percent: 9, freeMegabytes: 0 }],
    ],
    ['the disk cannot be looked at', { disks: disk(null) }, null],
  ]
  for (const [what, change, expected] of cases)
    test(`when ${what}, ${expected ? `operators are alerted of ${expected[0]}` : 'nobody is alerted'}`, () =>
      assert.deepEqual(
        alertsIn({ ...fine, ...change }, limits).map(({ kind, facts }) => [kind, facts]),
        expected ? [expected] : [],
      ))

  test('what strangers may cause is alerted of twice: at half of it, and when it is used up', () =>
    assert.deepEqual(
      alertsIn({ ...fine, strangers: strangers(400) }, limits).map(({ subject, facts }) => [
        subject,
        facts.isUsedUp,
      ]),
      [
        ['ALL used up', 1],
        ['ALL half', 0],
      ],
    ))

  test('of one kind at most ten are found, however many there are', () => {
    const searches = Array.from({ length: 40 }, (_, at) => ({ ...search(30), cityId: `${at}` }))
    assert.equal(alertsIn({ ...fine, searches }, limits).length, 10)
  })

  /** An outage of the database is in none of its figures. */
  const outages = (['FULL', 'READ_ONLY', 'NO_MEMORY', 'DAMAGED', 'SLOW', 'AWAY'] as const).map(
    (reason): [AlertKind, AlertFacts] => ['DATABASE_AWAY', { reason }],
  )

  test('every alert that may happen is one of the cases above', () => {
    const seen = [...cases.map(([, , expected]) => expected), ...outages].map((each) => each?.[0])
    assert.deepEqual(
      [...alertKinds].filter((kind) => !seen.includes(kind)),
      [],
    )
  })

  const usedUp: [AlertKind, AlertFacts] = [
    'STRANGER_MESSAGES',
    { scope: 'ALL', sent: 400, max: 400, isUsedUp: 1 },
  ]
  for (const expected of [...cases.map(([, , alert]) => alert), ...outages, usedUp])
    if (expected)
      test(`${expected[0]} is said in two languages, in a hundred characters, without a point`, () => {
        const { what, advice } = alertWords(...expected)
        for (const language of languages)
          for (const text of [what[language], advice[language]]) {
            assert.ok(text.length <= 100, `${text} has ${text.length} characters`)
            assert.doesNotMatch(text, /undefined|NaN|\{|\.$/)
          }
      })
})

describe('judgements of the page of health', () => {
  const cases: [string, Partial<ServiceHealth>, HealthFigure, Judgement][] = [
    ['all is well', {}, 'database', 'FINE'],
    ['a parcel waits half of the time', { searches: [search(10)] }, 'searches', 'LOOK'],
    ['nobody accepts a parcel', { searches: [search(20)] }, 'searches', 'ACT'],
    [
      'a setting is missing that something would be offered with',
      { settings: [{ name: 'SMTP_URL', lacks: 'MAIL', isNeeded: false }] },
      'settings',
      'LOOK',
    ],
    [
      'a setting is missing that everybody needs',
      { settings: [{ name: 'PUBLIC_URL', lacks: 'LINKS', isNeeded: true }] },
      'settings',
      'ACT',
    ],
    ['a code is locked', { lockedCodes: [locked] }, 'codes', 'ACT'],
    ['a quarter of the payments failed', { payments: paid(8, 2) }, 'payments', 'LOOK'],
    ['most payments failed', { payments: paid(20, 15) }, 'payments', 'ACT'],
    [
      'a payout does not get through',
      { transfers: { count: 1, amountFcfa: 500, oldestAt: now } },
      'transfers',
      'ACT',
    ],
    [
      'a provider disagrees',
      { disagreements: { count: 1, amountFcfa: 1, oldestAt: now } },
      'disagreements',
      'ACT',
    ],
    ['a refund is due', { refunds: { count: 1, amountFcfa: 500, oldestAt: now } }, 'refunds', 'ACT'],
    ['a message is held for a minute', { messages: held(1, 1) }, 'messages', 'LOOK'],
    ['messages are held for long', { messages: held(1, 60) }, 'messages', 'ACT'],
    ['an endpoint fails', { webhooks: backlog(1, 1) }, 'webhooks', 'LOOK'],
    ['webhooks wait for long', { webhooks: backlog(1, 90) }, 'webhooks', 'ACT'],
    [
      'an event is parked',
      { eventLog: { ...fine.eventLog, parked: { count: 1, oldestAt: now } } },
      'parked',
      'ACT',
    ],
    [
      'an event has waited a minute for its position',
      { eventLog: { ...fine.eventLog, oldestUnsequencedAt: minutesAgo(1) } },
      'relay',
      'LOOK',
    ],
    [
      'an event has waited five minutes for its position',
      { eventLog: { ...fine.eventLog, oldestUnsequencedAt: minutesAgo(5) } },
      'relay',
      'ACT',
    ],
    ['a consumer has just failed', { eventLog: consumer(1, 0, 1) }, 'consumers', 'LOOK'],
    ['a consumer is far behind', { eventLog: consumer(900, 6) }, 'consumers', 'ACT'],
    ['a loop is two minutes late', { loops: [{ name: 'x', oldestDueAt: minutesAgo(2) }] }, 'loops', 'LOOK'],
    ['a loop is late', { loops: [{ name: 'x', oldestDueAt: minutesAgo(20) }] }, 'loops', 'ACT'],
    ['the database answers slowly', { database: { ...fine.database, answerMs: 250 } }, 'database', 'LOOK'],
    ['the database hardly answers', { database: { ...fine.database, answerMs: 1_200 } }, 'database', 'ACT'],
    [
      'the disk of the database is full',
      { database: { ...fine.database, unwritable: 'FULL' } },
      'database',
      'ACT',
    ],
    [
      'nearly all connections are taken',
      { database: { ...fine.database, connections: 96 } },
      'database',
      'ACT',
    ],
    [
      'the one connection of the embedded database is taken',
      { database: { ...fine.database, kind: 'embedded', connections: 1, maxConnections: 1 } },
      'database',
      'FINE',
    ],
    ['a clock is 0.9 s behind', { clocks: [{ host: 'web-1', skewMs: -900 }] }, 'clocks', 'FINE'],
    ['a clock is a second behind', { clocks: [{ host: 'web-1', skewMs: -1_000 }] }, 'clocks', 'LOOK'],
    ['a clock is five seconds behind', { clocks: [{ host: 'web-1', skewMs: -5_000 }] }, 'clocks', 'ACT'],
    ['a migration is pending', { migrations: { ...fine.migrations, pending: 1 } }, 'migrations', 'ACT'],
    ['a newer version migrated', { migrations: { ...fine.migrations, unknown: 1 } }, 'migrations', 'LOOK'],
    ['15 % of the disk is free', { disks: disk(15) }, 'disks', 'LOOK'],
    ['the disk cannot be looked at', { disks: disk(null) }, 'disks', 'LOOK'],
    ['5 % of the disk is free', { disks: disk(5) }, 'disks', 'ACT'],
    [
      'the process takes two gigabytes',
      { process: { ...fine.process, memoryBytes: 2e9 } },
      'process',
      'LOOK',
    ],
  ]
  for (const [what, change, figure, expected] of cases)
    test(`when ${what}, ${figure} is ${expected}`, () =>
      assert.equal(judgedHealth({ ...fine, ...change }, limits)[figure], expected))

  test('a service with which all is well is fine as a whole', () =>
    assert.equal(worstOf(Object.values(judgedHealth(fine, limits))), 'FINE'))
})

const alert = (change: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'a1',
  kind: 'EVENTS_PARKED',
  subject: '',
  facts: { count: 1 },
  openedAt: minutesAgo(30),
  seenAt: minutesAgo(1),
  lastNotifiedAt: minutesAgo(30),
  ...change,
})

describe('the course of an alert', () => {
  const found = { kind: 'EVENTS_PARKED', subject: '', facts: { count: 2 } } as const

  test('what is wrong and has no alert opens one, once', () =>
    assert.deepEqual(alertSteps([], [found, found], now), { opening: [found], seen: [], closing: [] }))

  test('what is still wrong keeps its alert, with the figures of now', () =>
    assert.deepEqual(alertSteps([alert()], [found], now), {
      opening: [],
      seen: [alert({ facts: { count: 2 }, seenAt: now })],
      closing: [],
    }))

  test('what has been right for four minutes keeps its alert, and for five closes it', () => {
    assert.deepEqual(alertSteps([alert({ seenAt: minutesAgo(4) })], [], now).closing, [])
    assert.equal(alertSteps([alert({ seenAt: minutesAgo(5) })], [], now).closing.length, 1)
  })

  test('the same kind about another subject is another alert', () => {
    const other = { ...found, subject: 'other' }
    assert.deepEqual(alertSteps([alert()], [found, other], now).opening, [other])
  })

  const notices: [string, Partial<OpenAlert>, boolean][] = [
    ['was never sent', { lastNotifiedAt: null }, true],
    ['was sent when it opened', {}, false],
    ['was sent 5 h 59 min ago', { openedAt: minutesAgo(360), lastNotifiedAt: minutesAgo(359) }, false],
    ['was sent six hours ago', { openedAt: minutesAgo(360), lastNotifiedAt: minutesAgo(360) }, true],
    [
      'has come back 50 min after it was sent',
      { openedAt: minutesAgo(1), lastNotifiedAt: minutesAgo(50) },
      false,
    ],
    [
      'has come back and was sent an hour ago',
      { openedAt: minutesAgo(11), lastNotifiedAt: minutesAgo(60) },
      true,
    ],
  ]
  for (const [what, change, expected] of notices)
    test(`an alert that ${what} is ${expected ? '' : 'not '}sent now`, () =>
      assert.equal(isNoticeDue(alert(change), { now, repeatHours: 6 }), expected))

  test('the end is told of alerts that were sent since they opened, and of no others', () => {
    assert.equal(isEndTold(alert()), true)
    assert.equal(isEndTold(alert({ lastNotifiedAt: null })), false)
    assert.equal(isEndTold(alert({ lastNotifiedAt: minutesAgo(40) })), false)
  })
})

describe('who hears of an alert', () => {
  const reader = (change: Partial<AlertReader> = {}): AlertReader => ({
    accountId: 'r1',
    phone: '+2290197000001',
    email: 'afi@colis.test',
    language: 'fr',
    channel: null,
    kinds: null,
    ...change,
  })
  const byMail = { channel: 'EMAIL', address: 'afi@colis.test', language: 'fr' } as const
  const byPhone = { channel: 'WHATSAPP', address: '+2290197000001', language: 'fr' } as const

  const cases: [string, AlertReader, object[]][] = [
    ['somebody who said nothing, by mail', reader(), [byMail]],
    ['somebody without mail, by phone', reader({ email: null }), [byPhone]],
    ['somebody who wants WhatsApp, by phone', reader({ channel: 'WHATSAPP' }), [byPhone]],
    ['somebody who wants mail and has none, by phone', reader({ channel: 'EMAIL', email: null }), [byPhone]],
    ['nobody who wants none', reader({ channel: 'NONE' }), []],
    ['nobody who wants other kinds', reader({ kinds: ['DISK_LOW'] }), []],
    ['somebody who wants this kind', reader({ kinds: ['EVENTS_PARKED'] }), [byMail]],
    ['nobody without phone and mail', reader({ phone: null, email: null }), []],
  ]
  for (const [who, given, expected] of cases)
    test(`an alert goes to ${who}`, () =>
      assert.deepEqual(alertRecipients('EVENTS_PARKED', [given], []), expected))

  test('an address of the settings that is an operator’s is written to once, in their language', () =>
    assert.deepEqual(alertRecipients('EVENTS_PARKED', [reader()], ['AFI@colis.test', 'ops@colis.test']), [
      byMail,
      { channel: 'EMAIL', address: 'ops@colis.test', language: null },
    ]))
})

for (const [minutes, fr, en] of [
  [0, '0 min', '0 min'],
  [119, '119 min', '119 min'],
  [120, '2 h', '2 h'],
  [47 * 60 + 59, '47 h', '47 h'],
  [48 * 60, '2 j', '2 days'],
] as const)
  test(`${minutes} minutes are said as ${fr} and ${en}`, () =>
    assert.deepEqual(
      [durationText(minutes, 'fr'), durationText(minutes, 'en')],
      [fr, en].map((text) => text.replace(' ', '\u00a0')).map((text) => text.replace('\u00a0days', ' days')),
    ))
