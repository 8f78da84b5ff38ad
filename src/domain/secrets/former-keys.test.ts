import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealedFormerKey, withFormerKeys } from './former-keys.ts'

const [own, before, seal, other] = [1, 2, 3, 4].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const kept = [sealedFormerKey('web push', before, [seal]), sealedFormerKey('event cursors', other, [seal])]

test('kept keys of a purpose come after those of the settings, and those of other purposes do not', () => {
  assert.deepEqual(withFormerKeys([own], 'web push', { kept, seals: [seal] }), [own, before])
  assert.deepEqual(withFormerKeys([own], 'sessions', { kept, seals: [seal] }), [own])
})

test('a kept key that the settings have as well stands there once', () => {
  assert.deepEqual(withFormerKeys([own, before], 'web push', { kept, seals: [seal] }), [own, before])
})

test('a kept key that was sealed under another one, or for another purpose, is left out', () => {
  assert.deepEqual(withFormerKeys([own], 'web push', { kept, seals: [other] }), [own])
  const moved = kept.map((each) => ({ ...each, purpose: 'web push' }))
  assert.deepEqual(withFormerKeys([own], 'web push', { kept: moved, seals: [seal] }), [own, before])
})
