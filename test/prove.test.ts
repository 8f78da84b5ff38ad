import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { judgeScene, type SceneRecord } from '../bench/support/judge-scene.ts'
import { proofRow, proofTable, withProofRow } from '../bench/support/proof-document.ts'
import { chosenTrials, type Result, runTrials } from '../bench/support/run-trials.ts'
import type { Outcome, Trial } from '../bench/support/trial.ts'

const held: Outcome = {
  tried: 12,
  acknowledged: 12,
  lost: [],
  doubled: [],
  broken: [],
  failedRequests: 3,
  seen: ['12 events'],
}

const trialOf = (name: string, outcome: Partial<Outcome> | Error, skip?: string): Trial => ({
  name,
  database: 'PostgreSQL',
  times: { short: 2, long: 20 },
  what: (times) => `something dies ${times} times`,
  least: (times) => 5 * times,
  ...(skip && { skip }),
  run: async () => {
    if (outcome instanceof Error) throw outcome
    return { ...held, ...outcome }
  },
})

/** Runs trials; returns whether they passed, what was printed before the table, and what was kept. */
async function run(...trials: Trial[]) {
  const lines: string[] = []
  const kept: Result[] = []
  const passed = await runTrials(trials, 'short', {
    print: (line) => lines.push(line),
    keep: (each) => kept.push(each),
  })
  return { passed, printed: lines.join('\n'), kept: kept.map(({ trial, verdict }) => [trial.name, verdict]) }
}

describe('npm run prove', () => {
  test('passes when everything held, and prints what was tried', async () => {
    const { passed, printed, kept } = await run(trialOf('kills', {}))
    assert.equal(passed, true)
    assert.deepEqual(kept, [['kills', 'held']])
    assert.match(printed, /^kills \(PostgreSQL\): something dies 2 times$/m)
    assert.match(
      printed,
      /^ {2}held: 12 of 12 acknowledged, 0 lost, 0 doubled; 3 failed requests; 12 events$/m,
    )
    assert.match(printed, /^1 held, 0 failed, 0 not tried$/m)
  })

  for (const [what, outcome, line] of [
    ['was lost', { lost: ['order trial-order-7, delivery 1'] }, 'lost: order trial-order-7, delivery 1'],
    ['was doubled', { doubled: ['order trial-order-7, 2 times'] }, 'doubled: order trial-order-7, 2 times'],
    ['is not as promised', { broken: ['500'] }, 'not as promised: 500'],
    ['too little happened', { acknowledged: 9 }, 'proves nothing: 9 acknowledged, 10 at least are needed'],
  ] as [string, Partial<Outcome>, string][])
    test(`fails when of one trial something ${what}, prints it, and goes on with the next`, async () => {
      const { passed, printed, kept } = await run(trialOf('kills', outcome), trialOf('lock', {}))
      assert.equal(passed, false)
      assert.deepEqual(kept, [
        ['kills', 'failed'],
        ['lock', 'held'],
      ])
      assert.ok(printed.includes(`\n    ${line}\n`), printed)
    })

  test('fails when nobody noticed what was to be felt', async () => {
    const unfelt = { ...trialOf('lock', { failedRequests: 0 }), isFelt: true }
    const { passed, printed } = await run(unfelt)
    assert.equal(passed, false)
    assert.match(printed, /^ {4}proves nothing: no request failed, so nothing was felt of it$/m)
    assert.equal((await run({ ...trialOf('lock', {}), isFelt: true })).passed, true)
  })

  test('fails when a trial breaks off, and keeps no figures of it', async () => {
    const { passed, printed, kept } = await run(trialOf('kills', new Error('no server')), trialOf('lock', {}))
    assert.deepEqual([passed, kept], [false, [['lock', 'held']]])
    assert.match(printed, /broke off: Error: no server/)
  })

  test('says why a trial cannot be made here, and does not count it as passed', async () => {
    const skipped = trialOf('disk', {}, 'no small disk can be mounted here')
    const alone = await run(skipped)
    assert.deepEqual([alone.passed, alone.kept], [false, []])
    assert.match(alone.printed, /not tried\n {4}no small disk can be mounted here/)
    assert.equal((await run(skipped, trialOf('lock', {}))).passed, true)
  })

  test('ends with 1 after a loss, and with 0 when everything held', () => {
    const codeOf = (lost: string[]) => {
      const trial = `{ ...${JSON.stringify(trialOf('kills', {}))}, what: () => '', least: () => 1,
        run: async () => (${JSON.stringify({ ...held, lost })}) }`
      const script = `
        import { runBench } from './bench/support/run-bench.ts'
        import { runTrials } from './bench/support/run-trials.ts'
        const deps = { print: () => {}, keep: () => {} }
        await runBench(() => runTrials([${trial}], 'short', deps))`
      return spawnSync(process.execPath, ['--input-type=module', '--eval', script]).status
    }
    assert.deepEqual([codeOf(['order trial-order-7']), codeOf([])], [1, 0])
  })

  test('takes the trials whose names are given, with those that begin so, and refuses unknown names', () => {
    const trials = ['kills', 'kills-embedded', 'killers', 'lock'].map((name) => trialOf(name, {}))
    const names = (...words: string[]) => chosenTrials(trials, words).map(({ name }) => name)
    assert.deepEqual(names(), ['kills', 'kills-embedded', 'killers', 'lock'])
    assert.deepEqual(names('lock', 'kills'), ['kills', 'kills-embedded', 'lock'])
    assert.throws(
      () => names('fire'),
      /^RangeError: No trial is called fire; there are kills, kills-embedded/,
    )
  })

  test('writes a row in place of the one of the same trial and length, in order, without those that are no more', () => {
    const row = (name: string, pace: 'short' | 'long', when: string) =>
      proofRow({ trial: trialOf(name, {}), pace, verdict: 'held', reasons: [], outcome: held }, when)
    const document = (about: string, ...rows: string[]) =>
      ['# Proof', '', about, '', ...proofTable(rows), '', 'The end', ''].join('\n')
    const before = document(
      'Last run: never.',
      row('lock', 'short', 'day 1'),
      row('gone', 'short', 'day 1'),
      row('kills', 'long', 'day 1'),
    )
    assert.equal(
      withProofRow(before, row('lock', 'short', 'day 2'), 'Last run: day 2.', ['kills', 'lock']),
      document('Last run: day 2.', row('kills', 'long', 'day 1'), row('lock', 'short', 'day 2')),
    )
    assert.equal(
      row('kills', 'long', 'day 1'),
      '| kills, long | something dies 20 times | PostgreSQL | 12 | 12 | 0 | 0 | 3 | 12 events | day 1 |',
    )
  })
})

describe('what the witnesses of a trial are compared for', () => {
  const at = new Date('2026-11-28T10:00:00Z')
  const order = {
    kind: 'order',
    idempotencyKey: 'order-1',
    deliveryId: 'd1',
    askedAt: at,
    answeredAt: at,
  } as const
  const cancellation = { ...order, kind: 'cancellation', idempotencyKey: 'cancel-1' } as const
  const created = { id: 'e1', type: 'delivery.created', deliveryId: 'd1', sha256: 'a' }
  const cancelled = { id: 'e2', type: 'delivery.cancelled', deliveryId: 'd1', sha256: 'b' }
  const row = { id: 'd1', idempotencyKey: 'order-1', status: 'CANCELLED' }
  const books = { deliveries: [row], events: [created, cancelled] }
  const arrived = [created, cancelled].map(({ id, sha256 }) => ({ eventId: id, sha256, isSigned: true }))
  const whole: SceneRecord = {
    tried: 2,
    acknowledged: [order, cancellation],
    refused: [],
    seen: [{ idempotencyKey: 'order-1', at: 0, tookMs: 100, outcome: '201' }],
    books,
    later: books,
    feed: ['e1', 'e2'],
    sightings: arrived,
  }
  const judged = (change: Partial<SceneRecord>) => {
    const { lost, doubled, broken, failedRequests } = judgeScene({ ...whole, ...change })
    return { lost, doubled, broken, failedRequests }
  }
  const fine = { lost: [], doubled: [], broken: [], failedRequests: 0 }
  const seenOf = (...outcomes: string[]) =>
    outcomes.map((outcome) => ({ idempotencyKey: 'order-1', at: 5_000, tookMs: 1, outcome }))
  const both = (change: object) => ({ books: { ...books, ...change }, later: { ...books, ...change } })

  test('nothing is found when all of them agree', () => {
    assert.deepEqual(judged({}), fine)
  })

  for (const [what, change, found] of [
    [
      'an order that was acknowledged and is not there',
      { ...both({ deliveries: [], events: [] }), acknowledged: [order], feed: [], sightings: [] },
      { lost: ['order order-1, delivery d1, acknowledged 2026-11-28T10:00:00.000Z'] },
    ],
    [
      'a cancellation that was undone',
      both({ deliveries: [{ ...row, status: 'SEARCHING_COURIER' }] }),
      { lost: ['cancellation cancel-1, delivery d1, acknowledged 2026-11-28T10:00:00.000Z'] },
    ],
    [
      'a webhook that never arrived',
      { sightings: arrived.slice(0, 1) },
      { lost: ['webhook of event e2, delivery.cancelled of delivery d1'] },
    ],
    [
      'an event that the feed leaves out',
      { feed: ['e1'] },
      { lost: ['in the feed event e2, delivery.cancelled of delivery d1'] },
    ],
    [
      'an order that was made twice',
      both({ deliveries: [row, { ...row, id: 'd2' }] }),
      { doubled: ['order order-1, 2 times'] },
    ],
    [
      'an event that was published twice',
      {
        ...both({ events: [...books.events, { ...created, id: 'e3' }] }),
        feed: ['e1', 'e2', 'e3'],
        sightings: [...arrived, { eventId: 'e3', sha256: 'a', isSigned: true }],
      },
      { doubled: ['delivery.created of delivery d1, 2 times'] },
    ],
    [
      'an event that the feed has twice',
      { feed: ['e1', 'e2', 'e2'] },
      { doubled: ['in the feed event e2, 2 times'] },
    ],
    [
      'an event that nobody made',
      { feed: ['e1', 'e2', 'e9'] },
      { broken: ['event e9 of the feed is not in the database'] },
    ],
    [
      'a body that was changed on its way',
      { sightings: [...arrived, { eventId: 'e1', sha256: 'c', isSigned: true }] },
      { broken: ['event e1 that arrived is not the one in the database'] },
    ],
    [
      'a signature that does not verify',
      { sightings: [...arrived, { eventId: 'e1', sha256: 'a', isSigned: false }] },
      { broken: ['signature of event e1'] },
    ],
    [
      'a status of 500, and a 503 that is not as promised, but no 503 that is',
      { seen: seenOf('500', '503', '503 without Retry-After') },
      { broken: ['500 to order-1', '503 without Retry-After to order-1'], failedRequests: 3 },
    ],
    [
      'any request that failed where none may',
      { seen: seenOf('201', '503'), isSeamless: true, steps: [{ at: 3_000, name: 'a worker got SIGTERM' }] },
      { broken: ['503 to order-1, asked 2.0 s after a worker got SIGTERM'], failedRequests: 1 },
    ],
  ] as [string, Partial<SceneRecord>, object][])
    test(`${what} is found`, () => {
      assert.deepEqual(judged(change), { ...fine, ...found })
    })
})
