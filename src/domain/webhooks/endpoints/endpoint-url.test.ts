import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../contract/errors.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import { isCallable } from './public-address.ts'

const rules = { allowedRanges: [], allowInsecure: false }

const accepted: [text: string, href: string][] = [
  ['https://shop.bj/hook', 'https://shop.bj/hook'],
  ['HTTPS://Shop.BJ', 'https://shop.bj/'],
  ['https://shop.bj:8443/hook?a=1#part', 'https://shop.bj:8443/hook?a=1'],
  ['https://shop.bj.:443/hook?', 'https://shop.bj/hook'],
  ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
  ['https://[2606:4700::1111]/hook', 'https://[2606:4700::1111]/hook'],
  ['https://boutique-été.bj/', 'https://xn--boutique-t-j7ab.bj/'],
]
for (const [text, href] of accepted) {
  test(`${text} may be called (decision 41)`, () => assert.equal(readEndpointUrl(text, rules).href, href))
}

type Reason = 'MALFORMED' | 'NOT_HTTPS' | 'CREDENTIALS' | 'NOT_PUBLIC'
const refused: Record<Reason, string[]> = {
  MALFORMED: [
    '',
    'shop.bj',
    'https://',
    'https://a b.bj',
    `https://shop.bj/${'a'.repeat(2000)}`,
    `https://shop.bj/${'é'.repeat(400)}`,
    'https://1.2.3.4.5.6.999/',
  ],
  NOT_HTTPS: [
    'http://shop.bj/',
    'ftp://shop.bj/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://shop.bj',
    'wss://shop.bj',
  ],
  CREDENTIALS: [
    'https://user@shop.bj/',
    'https://user:pass@shop.bj/',
    'https://:pass@shop.bj/',
    'https://127.0.0.1:80@shop.bj/',
  ],
  NOT_PUBLIC: [
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://localhost.localdomain/',
    'https://intranet/',
    'https://printer.local/',
    'https://db.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://１２７.０.０.１/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://0xa83f8110/',
    'https://100.64.0.1/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
  ],
}
for (const [reason, texts] of Object.entries(refused) as [Reason, string[]][]) {
  for (const text of texts) {
    test(`${text.slice(0, 60) || 'an empty text'} is refused as ${reason} (decision 41)`, () => {
      assert.throws(() => readEndpointUrl(text, rules), new ApiError('WEBHOOK_URL_REFUSED', { reason }))
    })
  }
}

test('addresses in the ranges that an operator allows may be called, and no other private ones', () => {
  const own = { ...rules, allowedRanges: ['10.1.0.0/16', 'fd00::/8'] }
  assert.equal(isCallable('10.1.2.3', own), true)
  assert.equal(isCallable('::ffff:10.1.2.3', own), true)
  assert.equal(isCallable('fd00::1', own), true)
  assert.equal(isCallable('10.2.0.1', own), false)
  assert.equal(isCallable('127.0.0.1', own), false)
  assert.equal(readEndpointUrl('https://10.1.2.3/', own).href, 'https://10.1.2.3/')
})

test('names of a private network are accepted where a range of it is allowed, but localhost is not', () => {
  const own = { ...rules, allowedRanges: ['10.1.0.0/16'] }
  for (const name of ['shop.internal', 'erp.corp', 'nas.local', 'intranet', 'till.home.arpa'])
    assert.equal(readEndpointUrl(`https://${name}/hook`, own).hostname, name)
  for (const name of [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'localhost.localdomain',
    '127.0.0.1',
    '10.2.0.1',
  ])
    assert.throws(
      () => readEndpointUrl(`https://${name}/`, own),
      new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_PUBLIC' }),
    )
})

test('plain HTTP and any address are accepted for development on one’s own machine', () => {
  const own = { ...rules, allowInsecure: true }
  assert.equal(readEndpointUrl('http://localhost:3000/hook', own).href, 'http://localhost:3000/hook')
  assert.throws(
    () => readEndpointUrl('ftp://localhost/', own),
    new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_HTTPS' }),
  )
})

test('a text that is not an IP address may not be called', () => {
  for (const text of ['', 'localhost', '1.2.3', '300.1.1.1', '::g'])
    assert.equal(isCallable(text, rules), false)
})
