import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKeyHash, isApiKey, newApiKey } from './api-key.ts'

test('an API key is colis_live_, 32 random characters and 6 of checksum (decision 3)', () => {
  assert.match(newApiKey(), /^colis_live_[0-9A-Za-z]{38}$/)
  assert.notEqual(newApiKey(), newApiKey())
})

test('an API key that we made is recognised', () => {
  for (let time = 0; time < 100; time += 1) assert.ok(isApiKey(newApiKey()))
})

test('an API key with one character changed, dropped or added is not recognised', () => {
  const key = newApiKey()
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'x' ? 'y' : 'x'
    assert.equal(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), false, `character ${at}`)
    assert.equal(isApiKey(key.slice(0, at) + key.slice(at + 1)), false)
  }
  assert.equal(isApiKey(`${key}0`), false)
  assert.equal(isApiKey(''), false)
})

test('an API key is stored as its SHA-256', () => {
  assert.equal(apiKeyHash('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
