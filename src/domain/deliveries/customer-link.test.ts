import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerToken, deliveryOfToken } from './customer-link.ts'

const secret = Buffer.alloc(32, 1)
const delivery = {
  shopId: '019a0000-0000-7000-8000-000000000001',
  id: '019a0000-0000-7000-8000-000000000002',
}
const token = customerToken(delivery, secret)

test('a link encodes its delivery in 64 characters that need no escaping in a URL', () => {
  assert.match(token, /^[\w-]{64}$/)
  assert.deepEqual(deliveryOfToken(token, secret), delivery)
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

const foreign: [string, string][] = [
  ['of another secret', customerToken(delivery, Buffer.alloc(32, 2))],
  ['that is too short', token.slice(0, -1)],
  ['that is too long', `${token}A`],
  ['of other characters', `${token.slice(0, -1)}+`],
  ['that is empty', ''],
]
for (const [what, text] of foreign) {
  test(`a link ${what} is refused`, () => {
    assert.equal(deliveryOfToken(text, secret), undefined)
  })
}
