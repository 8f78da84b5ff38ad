import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders } from '../sign-event.ts'
import { acceptedChecks, signedCheck } from './accepted-checks.ts'
import { type ExampleType, exampleData } from './example-events.ts'
import { gradedEvent, largeEvent, nonAsciiEvent, respelledEvent } from './graded-events.ts'
import { spoiled, withLaterTime, withoutSignature, withSignature } from './graded-request.ts'
import { checkWording } from './receiver-check.ts'
import { gradeOf, type Response, type Verdict } from './receiver-grade.ts'
import { refusedChecks } from './refused-checks.ts'
import { responseGrades } from './response-grades.ts'

const now = new Date('2026-11-21T10:00:00Z')
const checks = [signedCheck, ...refusedChecks, ...acceptedChecks]

for (const type of Object.keys(exampleData) as ExampleType[])
  test(`a graded event ${type} is in ASCII and happens now, like all that came before it`, () => {
    const { body } = gradedEvent(type, now)
    assert.match(body, /^[ -~]*$/)
    const times = body.match(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g)
    assert.deepEqual(new Set(times), new Set([now.toISOString()]))
    assert.equal(JSON.parse(body).data.externalRef, null)
  })

test('a large event has 64 KB, and is an event', () => {
  const { body, id } = largeEvent(now)
  assert.ok(body.length > 62_000 && body.length < 66_000, `${body.length}`)
  assert.equal(JSON.parse(body).id, id)
})

test('a respelt event is the same JSON in ASCII, and JSON.stringify does not give it back', () => {
  const { body } = respelledEvent(now)
  assert.match(body, /^[ -~\n]*$/)
  assert.notEqual(JSON.stringify(JSON.parse(body)), body)
  assert.equal(
    JSON.parse(body).data.pickup.landmark,
    JSON.parse(nonAsciiEvent(now).body).data.pickup.landmark,
  )
})

const message = { id: 'E', type: 'ping', body: '{}' }
const request = {
  message,
  headers: signedHeaders(message, ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='], 1_795_255_200),
  body: message.body,
}

test('a signature is changed from a share of its length on, at every place, and keeps its length', () => {
  assert.equal(spoiled('00a1', 0), '1100')
  assert.equal(spoiled('00a1', 0.5), '0000')
  assert.equal(spoiled('ab0=', 0), '001=')
})

test('both headers of a request are signed differently alike', () => {
  const { headers } = withSignature(request, () => 'x')
  assert.deepEqual([headers['svc-signature'], headers['webhook-signature']], ['t=1795255200,v1=x', 'v1,x'])
})

test('a request without a signature has no header of one, or one that holds the time alone', () => {
  const without = withoutSignature(request, { keepsTime: false }).headers
  assert.deepEqual([without['svc-signature'], without['webhook-signature']], [undefined, undefined])
  const timeOnly = withoutSignature(request, { keepsTime: true }).headers
  assert.deepEqual([timeOnly['svc-signature'], timeOnly['webhook-signature']], ['t=1795255200', undefined])
})

test('a request of a second later keeps its signatures', () => {
  const { headers } = withLaterTime(request)
  assert.equal(headers['svc-signature'], request.headers['svc-signature']?.replace('5200', '5201'))
  assert.equal(headers['webhook-timestamp'], '1795255201')
  assert.equal(headers['webhook-signature'], request.headers['webhook-signature'])
})

const results = {
  ACCEPTED: { httpStatus: 204, failure: null, isSuccess: true },
  REDIRECTED: { httpStatus: 302, failure: 'REDIRECT', isSuccess: false },
  REFUSED: { httpStatus: 400, failure: null, isSuccess: false },
  LATE: { httpStatus: null, failure: 'TIMEOUT', isSuccess: false },
  NONE: { httpStatus: null, failure: 'CONNECTION', isSuccess: false },
} as const

const exchange = (response: Response, more: object = {}) => ({
  request,
  result: { ...results[response], durationMs: 1, excerpt: '', ...more },
})

const verdicts: [
  expects: 'ACCEPTED' | 'REFUSED',
  baseline: Response,
  response: Response,
  verdict: Verdict,
][] = [
  ['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'PASS'],
  ['ACCEPTED', 'ACCEPTED', 'REDIRECTED', 'FAIL'],
  ['ACCEPTED', 'ACCEPTED', 'REFUSED', 'FAIL'],
  ['ACCEPTED', 'ACCEPTED', 'LATE', 'UNKNOWN'],
  ['ACCEPTED', 'ACCEPTED', 'NONE', 'FAIL'],
  ['ACCEPTED', 'REDIRECTED', 'ACCEPTED', 'PASS'],
  ['ACCEPTED', 'REDIRECTED', 'REDIRECTED', 'PASS'],
  ['ACCEPTED', 'REDIRECTED', 'REFUSED', 'FAIL'],
  ['REFUSED', 'ACCEPTED', 'ACCEPTED', 'FAIL'],
  ['REFUSED', 'ACCEPTED', 'REDIRECTED', 'PASS'],
  ['REFUSED', 'ACCEPTED', 'REFUSED', 'PASS'],
  ['REFUSED', 'ACCEPTED', 'LATE', 'UNKNOWN'],
  ['REFUSED', 'ACCEPTED', 'NONE', 'PASS'],
  ['REFUSED', 'REDIRECTED', 'REDIRECTED', 'FAIL'],
  ['REFUSED', 'REDIRECTED', 'REFUSED', 'PASS'],
  ['REFUSED', 'REFUSED', 'ACCEPTED', 'FAIL'],
  ['REFUSED', 'REFUSED', 'REFUSED', 'UNKNOWN'],
  ['REFUSED', 'NONE', 'REDIRECTED', 'UNKNOWN'],
]
for (const [expects, baseline, response, verdict] of verdicts) {
  const check = checks.find((each) => each.expects === expects && each.id !== 'signed')
  test(`${response} where ${expects} is due and plain events are ${baseline} is graded ${verdict}`, () => {
    assert.ok(check)
    assert.equal(gradeOf(check, [exchange(response)], baseline).verdict, verdict)
  })
}

test('one wrong response among right ones is a fault', () => {
  const grade = gradeOf(signedCheck, [exchange('ACCEPTED'), exchange('REFUSED')], 'ACCEPTED')
  assert.equal(grade.verdict, 'FAIL')
  assert.equal(grade.seen?.en, 'Your receiver responded with 400 to a signed event.')
})

for (const [durationMs, verdict] of [
  [3_000, 'PASS'],
  [3_001, 'WARN'],
  [10_000, 'WARN'],
  [10_001, 'FAIL'],
] as const)
  test(`a slowest response of ${durationMs} ms is graded ${verdict} (spec 6.5)`, () => {
    const exchanges = [exchange('ACCEPTED'), exchange('ACCEPTED', { durationMs }), exchange('REFUSED')]
    const [grade] = responseGrades(exchanges, { deadlineMs: 10_000, slowMs: 3_000 })
    assert.equal(grade?.verdict, verdict)
  })

test('every check has an id of its own, and needs only one that comes before it', () => {
  const ids = checks.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)])
  for (const [nth, { needs }] of checks.entries())
    if (needs) assert.ok(ids.slice(0, nth).includes(needs), needs)
})

test('what is said of checks has no straight apostrophe, and sentences end', () => {
  for (const { id, title, sent, fix } of checks)
    for (const text of [title, sent, fix].flatMap((said) => Object.values(checkWording(said))))
      assert.doesNotMatch(text, /'/, id)
  for (const { id, fix } of checks)
    for (const text of Object.values(checkWording(fix))) assert.match(text, /\.$/, id)
})
