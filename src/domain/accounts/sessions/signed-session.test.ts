import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { signedAnew } from './signed-session.ts'

const [former, fresh, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const name = 'colis.session_token'

/** A cookie as better-auth writes it. */
const cookie = (key: Buffer, token = 'a-token', named = name) => {
  const signature = createHmac('sha256', key.toString('hex')).update(token).digest('base64')
  return `${named}=${encodeURIComponent(`${token}.${signature}`)}`
}

for (const [what, given, expected] of [
  ['of a former key', cookie(former), cookie(fresh)],
  ['over https', cookie(former, 'it', `__Secure-${name}`), cookie(fresh, 'it', `__Secure-${name}`)],
  ['among others', `a=b; ${cookie(former)}; ${name}x=1`, `a=b; ${cookie(fresh)}; ${name}x=1`],
  ['twice', `${cookie(former)}; ${cookie(other)}`, `${cookie(fresh)}; ${cookie(other)}`],
  ['of the present key', cookie(fresh), undefined],
  ['of another key', cookie(other), undefined],
  ['without a signature', `${name}=a-token`, undefined],
  ['that is empty', `${name}=`, undefined],
  ['that cannot be decoded', `${name}=%E0%A4.%`, undefined],
  ['of another name', cookie(former, 'it', 'session_token'), undefined],
  ['there is none', 'a=b', undefined],
] as const)
  test(`a session ${what} is ${expected ? 'signed anew' : 'left as it is'}`, () =>
    assert.equal(signedAnew(given, [fresh, former]), expected))

test('with one key nothing is signed anew', () =>
  assert.equal(signedAnew(cookie(former), [fresh]), undefined))
