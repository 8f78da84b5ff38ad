import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { environments } from '../../base/kernel/environment.ts'
import { newBase62, toBase62 } from '../../base/kernel/short-code.ts'
import { apiKeyHash, cellOfApiKey, environmentOfApiKey, isApiKey, newApiKey } from './api-key.ts'

test('an API key is colis_live_, 32 random characters and 6 of checksum everywhere (decision 3)', () => {
  for (const environment of environments) {
    assert.match(newApiKey(environment), /^colis_live_[0-9A-Za-z]{38}$/)
    assert.notEqual(newApiKey(environment), newApiKey(environment))
  }
})

test('an API key that we made is recognised, and says its environment', () => {
  for (let time = 0; time < 100; time += 1)
    for (const environment of environments) {
      const key = newApiKey(environment)
      assert.ok(isApiKey(key, environment))
      assert.equal(environmentOfApiKey(key), environment)
    }
})

test('an API key of one environment is none of the other', () => {
  assert.equal(isApiKey(newApiKey('sandbox'), 'production'), false)
  assert.equal(isApiKey(newApiKey('production'), 'sandbox'), false)
})

test('an API key whose checksum says no environment, as all did before, is recognised in both', () => {
  const body = `colis_live_${newBase62(32)}`
  const key = body + toBase62(crc32(body), 6)
  assert.equal(environmentOfApiKey(key), 'ANY')
  for (const environment of environments) assert.ok(isApiKey(key, environment))
})

test('an API key with one character changed, dropped or added is not recognised in any environment', () => {
  for (const environment of environments) {
    const key = newApiKey(environment)
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x'
      assert.equal(environmentOfApiKey(key.slice(0, at) + other + key.slice(at + 1)), undefined, `${at}`)
      assert.equal(environmentOfApiKey(key.slice(0, at) + key.slice(at + 1)), undefined)
    }
    assert.equal(environmentOfApiKey(`${key}0`), undefined)
  }
  assert.equal(environmentOfApiKey(''), undefined)
})

test('an API key is stored as its SHA-256', () => {
  assert.equal(apiKeyHash('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a key of a cell carries its code, which its checksum covers, and works there alone', () => {
  for (const cell of ['bj', 'tg1', '007']) {
    const key = newApiKey('sandbox', cell)
    assert.match(key, new RegExp(`^colis_live_${cell}_[0-9A-Za-z]{38}$`))
    assert.equal(cellOfApiKey(key), cell)
    assert.equal(environmentOfApiKey(key), 'sandbox')
    assert.deepEqual(
      [cell, 'ne', undefined].map((here) => isApiKey(key, 'sandbox', here)),
      [true, false, false],
    )
    assert.equal(environmentOfApiKey(key.replace(`_${cell}_`, '_ne_')), undefined)
  }
})

test('a key of before there were cells works in each of them', () => {
  assert.equal(cellOfApiKey(newApiKey('sandbox')), '')
  assert.ok(isApiKey(newApiKey('sandbox'), 'sandbox', 'bj'))
})
