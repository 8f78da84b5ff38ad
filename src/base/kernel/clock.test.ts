import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstIdAt, manualClock, newId } from './clock.ts'

test('identifiers sort by the time they carry', () => {
  const [early, late] = [new Date('2026-11-21T10:00:00.000Z'), new Date('2026-11-21T10:00:00.001Z')]
  for (let time = 0; time < 200; time += 1) assert.ok(newId(early) < newId(late))
})

test('the first identifier of a millisecond sorts after those before it and not after those in it', () => {
  const at = new Date('2026-11-21T10:00:00.000Z')
  assert.match(firstIdAt(at), /^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-000000000000$/)
  for (let time = 0; time < 200; time += 1) {
    assert.ok(firstIdAt(at) <= newId(at))
    assert.ok(newId(new Date(at.getTime() - 1)) < firstIdAt(at))
  }
})

test('a fixed clock advances only when it is set', () => {
  const clock = manualClock('2026-11-21T10:00:00Z')
  assert.equal(clock.now().toISOString(), '2026-11-21T10:00:00.000Z')
  clock.forward(1_500)
  assert.equal(clock.now().toISOString(), '2026-11-21T10:00:01.500Z')
  clock.set('2026-12-01T00:00:00Z')
  assert.equal(clock.now().toISOString(), '2026-12-01T00:00:00.000Z')
})
