import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../contract/errors.ts'
import { type ArrivingBody, holdBodies, type Trust } from './arriving-bodies.ts'

const bounds = { windowMs: 10_000, floorBytes: 5_000, memoryBytes: 1_000_000 }

/**
 * Bodies of which a test says how much has come; `ended` names those that were ended, and by which refusal.
 */
function bodiesUnderTest() {
  const bodies = holdBodies(bounds)
  const ended: string[] = []
  function body(
    name: string,
    { trust = 'STRANGER', holder = name, ...about }: Partial<ArrivingBody & { trust: Trust; holder: string }>,
  ) {
    const state = { bytes: 0, isOver: false }
    bodies.add(
      {
        network: '203.0.113.7',
        sender: () => ({ trust, holder }),
        receivedBytes: () => state.bytes,
        isOver: () => state.isOver,
        withinMs: 900_000,
        isStored: false,
        end: (refusal) => ended.push(`${name}: ${refusal.code}`),
        ...about,
      },
      0,
    )
    return state
  }
  return { body, ended, check: bodies.check }
}

test('a body of which nothing comes is ended after one window, and not before', () => {
  const { body, ended, check } = bodiesUnderTest()
  body('silent', {})
  check(9_999)
  assert.deepEqual(ended, [])
  check(10_000)
  assert.deepEqual(ended, ['silent: REQUEST_TIMEOUT'])
  check(30_000)
  assert.equal(ended.length, 1)
})

test('what came at first gives a body no time in which nothing more comes', () => {
  const { body, ended, check } = bodiesUnderTest()
  const early = body('early', {})
  early.bytes = 400_000
  check(10_000)
  assert.deepEqual(ended, [])
  check(19_999)
  assert.deepEqual(ended, [])
  check(20_000)
  assert.deepEqual(ended, ['early: REQUEST_TIMEOUT'])
})

test('a body that keeps coming at the floor is waited for until it has taken its whole time', () => {
  const { body, ended, check } = bodiesUnderTest()
  const slow = body('slow', {})
  for (let at = 10_000; at < 900_000; at += 10_000) {
    slow.bytes += 5_000
    check(at)
  }
  assert.deepEqual(ended, [])
  check(900_000)
  assert.deepEqual(ended, ['slow: REQUEST_TIMEOUT'])
})

test('a body that has come is left alone', () => {
  const { body, ended, check } = bodiesUnderTest()
  body('whole', {}).isOver = true
  check(60_000)
  assert.deepEqual(ended, [])
})

test('of the bodies that do not fit into memory the least trusted go first, whoever came first', () => {
  const { body, ended, check } = bodiesUnderTest()
  for (const trust of ['SERVICE', 'STRANGER', 'APPROVED', 'KNOWN'] as const)
    body(trust, { trust }).bytes = 400_000
  check(1)
  assert.deepEqual(ended, ['STRANGER: RATE_LIMITED', 'KNOWN: RATE_LIMITED'])
})

test('of equally trusted bodies those of the network that takes most go, whoever sends most of them first', () => {
  const { body, ended, check } = bodiesUnderTest()
  body('other network', { network: '198.51.100.4' }).bytes = 300_000
  for (let n = 0; n < 30; n += 1) body(`crowd ${n}`, { holder: 'crowd' }).bytes = 20_000
  body('neighbour', {}).bytes = 250_000
  check(1)
  assert.equal(ended.length, 8)
  assert.ok(ended.every((line) => line.startsWith('crowd')))
})

test('a thousand bodies that do not come take no memory from one that does', () => {
  const { body, ended, check } = bodiesUnderTest()
  for (let n = 0; n < 1_000; n += 1) body(`held ${n}`, { holder: 'holder' })
  body('honest', { network: '198.51.100.4' }).bytes = 500_000
  check(1)
  assert.ok(!ended.includes('honest: RATE_LIMITED'))
  assert.ok(ended.every((line) => line.startsWith('held')))
})

test('a body that goes to the disk takes little memory, however much has come', () => {
  const { body, ended, check } = bodiesUnderTest()
  body('stored', { isStored: true }).bytes = 5_000_000
  body('kept', { trust: 'KNOWN' }).bytes = 900_000
  check(1)
  assert.deepEqual(ended, [])
})

test('a body that is let go is not ended any more', () => {
  const bodies = holdBodies(bounds)
  const refusals: ApiError[] = []
  const letGo = bodies.add(
    {
      network: '',
      sender: () => null,
      receivedBytes: () => 0,
      isOver: () => false,
      withinMs: 1_000,
      isStored: false,
      end: (refusal) => refusals.push(refusal),
    },
    0,
  )
  letGo()
  bodies.check(50_000)
  assert.deepEqual(refusals, [])
})
