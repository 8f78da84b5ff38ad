import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork, wideNetwork } from './client-network.ts'

for (const [address, network] of [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['', ''],
] as const) {
  test(`${address || 'no address'} counts as ${network || 'no address'}`, () =>
    assert.equal(clientNetwork(address), network))
}

for (const [network, wide] of [
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
  ['2001:db8:2:2::/64', '2001:db8:2::/48'],
  ['::/64', '::/48'],
  ['', ''],
] as const) {
  test(`${network || 'no network'} lies in ${wide || 'no network'}`, () =>
    assert.equal(wideNetwork(network), wide))
}
