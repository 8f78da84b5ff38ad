import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { secretsAt } from './endpoints/active-endpoints.ts'
import { type Health, healthAfter, maxInFlight } from './endpoints/endpoint-health.ts'
import { newSigningSecret, openSecret, sealSecret } from './endpoints/signing-secret.ts'
import { type EndpointLoad, shares } from './sending/claim-shares.ts'
import { nextAttemptAt } from './sending/retry-schedule.ts'
import { signedHeaders } from './sending/webhook-signature.ts'

test('webhook attempts come at 0, 1, 6, 21, 81, 261, 621 and 1341 minutes, then no more (spec 6.5)', () => {
  const start = new Date('2026-11-21T10:00:00Z')
  const minutes = [0]
  let at: Date | undefined = start
  for (let made = 1; at; made += 1) {
    at = nextAttemptAt(made, at)
    if (at) minutes.push((at.getTime() - start.getTime()) / 60_000)
  }
  assert.deepEqual(minutes, [0, 1, 6, 21, 81, 261, 621, 1341])
})

test('chance delays each retry by less than a tenth: the first comes after 60 to 66 s (decision 269)', () => {
  const ended = new Date('2026-11-21T10:00:00Z')
  const latest = [1, 2, 3, 4, 5, 6, 7].map(
    (made) =>
      ((nextAttemptAt(made, ended, { chance: 0.999_999_99 })?.getTime() ?? 0) - ended.getTime()) / 1000,
  )
  const latestSeconds = [65.999, 329.999, 989.999, 3_959.999, 11_879.999, 23_759.999, 47_519.999]
  assert.deepEqual(latest, latestSeconds)
})

const well: Health = { failingSince: null, consecutiveFailures: 0, disabledAt: null }
const start = new Date('2026-11-21T10:00:00Z')
const after = (hours: number, ms = 0) => new Date(start.getTime() + hours * 3_600_000 + ms)
const failed = (at: Date) => ({ isSuccess: false, at })
const succeeded = (at: Date) => ({ isSuccess: true, at })

test('a first failure starts the failure count, and another one increases it', () => {
  assert.deepEqual(healthAfter(well, [failed(start)]), {
    failingSince: start,
    consecutiveFailures: 1,
    disabledAt: null,
  })
  assert.deepEqual(healthAfter(well, [failed(start), failed(after(1))]), {
    failingSince: start,
    consecutiveFailures: 2,
    disabledAt: null,
  })
})

test('a success resets the failure count, and the next failure starts a new one', () => {
  assert.deepEqual(healthAfter(well, [failed(start), succeeded(after(1))]), well)
  assert.deepEqual(healthAfter(well, [failed(start), succeeded(after(71)), failed(after(72))]), {
    failingSince: after(72),
    consecutiveFailures: 1,
    disabledAt: null,
  })
})

test('an endpoint is disabled at a failure 72 hours after the first, and no sooner (decision 38)', () => {
  assert.equal(healthAfter(well, [failed(start), failed(after(72, -1))]).disabledAt, null)
  assert.deepEqual(healthAfter(well, [failed(start), failed(after(72))]).disabledAt, after(72))
})

test('an endpoint that is already disabled keeps the time when it was disabled', () => {
  const disabled = { failingSince: start, consecutiveFailures: 9, disabledAt: after(72) }
  assert.deepEqual(healthAfter(disabled, [failed(after(80))]).disabledAt, after(72))
})

test('an endpoint gets one request at a time after five failures in a row', () => {
  assert.deepEqual([0, 4, 5, 50].map(maxInFlight), [8, 8, 1, 1])
})

/** The given number of equal endpoints, whose names begin alike. */
const alike = (count: number, name: string, load: Omit<EndpointLoad, 'id'>): EndpointLoad[] =>
  Array.from({ length: count }, (_, nth) => ({ id: `${name}${nth + 1}`, ...load }))

const mixed: EndpointLoad[] = [
  { id: 'idle', consecutiveFailures: 0, underWay: 0 },
  { id: 'failing', consecutiveFailures: 4, underWay: 0 },
  { id: 'busy', consecutiveFailures: 4, underWay: 3 },
  { id: 'full', consecutiveFailures: 0, underWay: 8 },
  { id: 'troubled', consecutiveFailures: 5, underWay: 0 },
  { id: 'tried', consecutiveFailures: 50, underWay: 1 },
]

test('the first of healthy, degraded, then failing endpoints come before more of each (decision 59)', () => {
  assert.deepEqual(
    shares.map((shareOf) => [...shareOf(mixed, 12).slots]),
    [[['idle', 1]], [['failing', 1]], [['troubled', 1]], [['busy', 5]]],
  )
})

const idleFailing = alike(300, 'idle', { consecutiveFailures: 5, underWay: 0 })
const failing = (count: number) => alike(count, 'tried', { consecutiveFailures: 5, underWay: 1 })

for (const { name, loads, atOnce, limits } of [
  { name: 'nothing is under way', loads: mixed, atOnce: 0, limits: [1024, 16, 16, 256] },
  { name: 'a process is full', loads: mixed, atOnce: 256, limits: [768, 16, 0, 0] },
  { name: 'hundreds of first requests hang', loads: mixed, atOnce: 1014, limits: [10, 10, 0, 0] },
  { name: 'a thousand requests hang', loads: mixed, atOnce: 1024, limits: [0, 0, 0, 0] },
  {
    name: '128 requests of failing endpoints hang',
    loads: [...failing(128), ...idleFailing],
    atOnce: 128,
    limits: [896, 16, 0, 128],
  },
  {
    name: '100 requests of failing endpoints hang beside 148 others',
    loads: [...failing(100), ...idleFailing],
    atOnce: 248,
    limits: [776, 16, 8, 8],
  },
]) {
  test(`while ${name}, at most ${limits.join(', ')} more dispatches are claimed (decision 59)`, () => {
    assert.deepEqual(
      shares.map((shareOf) => shareOf(loads, atOnce).limit),
      limits,
    )
  })
}

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const message = { id: 'evt', type: 'delivery.created', body: '{"é":1}' }

test('a webhook carries the headers of the contract and of Standard Webhooks (spec 6.3, decision 35)', () => {
  const hex = createHmac('sha256', secret).update('1795255200.{"é":1}').digest('hex')
  const standard = createHmac('sha256', '0123456789abcdef0123456789abcdef')
    .update('evt.1795255200.{"é":1}')
    .digest('base64')

  assert.deepEqual(signedHeaders(message, [secret], 1_795_255_200), {
    'content-type': 'application/json',
    'svc-event': 'delivery.created',
    'svc-event-id': 'evt',
    'svc-signature': `t=1795255200,v1=${hex}`,
    'webhook-id': 'evt',
    'webhook-timestamp': '1795255200',
    'webhook-signature': `v1,${standard}`,
  })
})

test('during an overlap both secrets sign, the new one first', () => {
  const headers = signedHeaders(message, [secret, newSigningSecret()], 1)
  assert.equal(headers['svc-signature']?.match(/v1=[0-9a-f]{64}/g)?.length, 2)
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  const endpoint = {
    id: '',
    shopId: '',
    url: '',
    eventTypes: null,
    secret: 'new',
    previous: { secret: 'old', until: start },
    consecutiveFailures: 0,
  }
  assert.deepEqual(secretsAt(endpoint, after(0, -1)), ['new', 'old'])
  assert.deepEqual(secretsAt(endpoint, start), ['new'])
})

test('a signing secret is whsec_ and base64 of 32 bytes (decision 35)', () => {
  const made = newSigningSecret()
  assert.match(made, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(made.slice(6), 'base64').length, 32)
})

test('a sealed secret can be opened only with its key and for its endpoint', () => {
  const [key, other] = [[Buffer.alloc(32, 1)], [Buffer.alloc(32, 2)]] as const
  const sealed = sealSecret(secret, key, 'endpoint-1')
  assert.equal(openSecret(sealed, key, 'endpoint-1'), secret)
  assert.equal(sealed.includes('MDEyMz'), false)
  assert.notEqual(sealed, sealSecret(secret, key, 'endpoint-1'))
  assert.throws(() => openSecret(sealed, other, 'endpoint-1'))
  assert.throws(() => openSecret(sealed, key, 'endpoint-2'))
  const changed = Buffer.from(sealed, 'base64')
  changed[30] = (changed[30] ?? 0) ^ 1
  assert.throws(() => openSecret(changed.toString('base64'), key, 'endpoint-1'))
})
