import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { openText, sealedAnew, sealText } from './sealed-text.ts'
import { isMadeByOne, openedByOne } from './secret-keys.ts'

const [former, fresh, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const keys = [fresh, former] as const

test('what any of the keys made is accepted, and nothing else', () => {
  const make = (key: Buffer) => createHmac('sha256', key).update('text').digest('hex')
  for (const key of keys) assert.equal(isMadeByOne(keys, make(key), make), true)
  for (const given of [make(other), make(fresh).slice(1), `${make(former)}0`, ''])
    assert.equal(isMadeByOne(keys, given, make), false)
})

test('the first key that opens something is the one that counts', () => {
  assert.equal(
    openedByOne(keys, (key) => key[0]),
    2,
  )
  assert.equal(
    openedByOne(keys, (key) => (key === former ? 0 : undefined)),
    0,
  )
  assert.equal(
    openedByOne(keys, () => undefined),
    undefined,
  )
})

test('a text is sealed with the first key, and opened with any', () => {
  const sealed = sealText('secret', keys, 'it')
  assert.deepEqual(
    [[fresh], [former, fresh], [former]].map((own) => openText(sealed, own as [Buffer], 'it')),
    ['secret', 'secret', undefined],
  )
})

test('a text is sealed anew only where another key sealed it, and never where none opens it', () => {
  const before = sealText('secret', [former], 'it')
  const anew = sealedAnew(before, keys, 'it') ?? ''
  assert.equal(openText(anew, [fresh], 'it'), 'secret')
  assert.equal(sealedAnew(anew, keys, 'it'), anew)
  assert.equal(sealedAnew(before, [other], 'it'), undefined)
  assert.equal(sealedAnew(before, keys, 'another'), undefined)
})
