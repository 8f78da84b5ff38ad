import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { customerToken, deliveryOfToken, referenceOfShortToken, shortCustomerToken } from './customer-link.ts'

const secret = [Buffer.alloc(32, 1)] as const
const delivery = {
  shopId: '019a0000-0000-7000-8000-000000000001',
  id: '019a0000-0000-7000-8000-000000000002',
  linkVersion: 1,
}
const token = customerToken(delivery, secret)

test('a link encodes its delivery in 64 characters that need no escaping in a URL', () => {
  assert.match(token, /^[\w-]{64}$/)
  assert.deepEqual(deliveryOfToken(token, secret), delivery)
})

test('a link is signed with HMAC-SHA256', () => {
  const named = Buffer.from((delivery.shopId + delivery.id).replaceAll('-', ''), 'hex')
  for (const key of [...secret, Buffer.from('short'), Buffer.alloc(64, 0xa5)]) {
    const mac = createHmac('sha256', key).update('customer link\n').update(named).digest().subarray(0, 16)
    assert.equal(customerToken(delivery, [key]), Buffer.concat([named, mac]).toString('base64url'))
  }
})

test('a link of a former key works, and new ones are made with the first', () => {
  const both = [Buffer.alloc(32, 2), ...secret] as const
  assert.deepEqual(deliveryOfToken(token, both), delivery)
  const named = { reference: 'COL-7K2M9Q', linkVersion: 1 }
  assert.deepEqual(referenceOfShortToken(shortCustomerToken(named, secret), both), named)
  assert.deepEqual(deliveryOfToken(customerToken(delivery, both), [both[0]]), delivery)
})

test('each delivery has a link of its own, and the same one every time', () => {
  const other = { ...delivery, id: '019a0000-0000-7000-8000-000000000003' }
  assert.equal(customerToken(delivery, secret), token)
  assert.notEqual(customerToken(other, secret), token)
})

for (let position = 0; position < 64; position += 1) {
  test(`a link whose character ${position} was changed is refused`, () => {
    const other = token[position] === 'A' ? 'Q' : 'A'
    assert.equal(
      deliveryOfToken(token.slice(0, position) + other + token.slice(position + 1), secret),
      undefined,
    )
  })
}

for (const linkVersion of [2, 300, 16_777_215]) {
  test(`the link of version ${linkVersion} encodes it in 68 characters`, () => {
    const later = customerToken({ ...delivery, linkVersion }, secret)
    assert.match(later, /^[\w-]{68}$/)
    assert.deepEqual(deliveryOfToken(later, secret), { ...delivery, linkVersion })
  })
}

const second = customerToken({ ...delivery, linkVersion: 2 }, secret)
const foreign: [string, string][] = [
  ['of another secret', customerToken(delivery, [Buffer.alloc(32, 2)])],
  ['that is too short', token.slice(0, -1)],
  ['that is too long', `${token}A`],
  ['of other characters', `${token.slice(0, -1)}+`],
  ['with a version put into it', `${token.slice(0, 43)}AAAC${token.slice(43)}`],
  ['whose version was changed', `${second.slice(0, 44)}BB${second.slice(46)}`],
  ['that is empty', ''],
]
for (const [what, text] of foreign) {
  test(`a link ${what} is refused`, () => {
    assert.equal(deliveryOfToken(text, secret), undefined)
  })
}

test('a short link names its delivery by its reference: in 18 characters, in 22 from version two on', () => {
  for (const [linkVersion, length] of [
    [1, 18],
    [2, 22],
    [70_000, 22],
  ] as const) {
    const named = { reference: 'COL-7K2M9Q', linkVersion }
    const short = shortCustomerToken(named, secret)
    assert.match(short, /^7K2M9Q[\w-]+$/)
    assert.equal(short.length, length)
    assert.deepEqual(referenceOfShortToken(short, secret), named)
    assert.equal(referenceOfShortToken(short, [Buffer.alloc(32, 2)]), undefined)
    for (let position = 0; position < length; position += 1) {
      const other = short[position] === 'B' ? 'C' : 'B'
      const changed = short.slice(0, position) + other + short.slice(position + 1)
      assert.equal(referenceOfShortToken(changed, secret), undefined, changed)
    }
  }
})

test('a short link of a cell begins with its code, which is signed with the reference', () => {
  const named = { reference: 'COLBJ-7K2M9Q', linkVersion: 2 }
  const short = shortCustomerToken(named, secret)
  assert.match(short, /^bj\.7K2M9Q[\w-]{16}$/)
  assert.deepEqual(referenceOfShortToken(short, secret), named)
  for (const other of [short.slice(3), short.replace('bj', 'tg')])
    assert.equal(referenceOfShortToken(other, secret), undefined, other)
})
