import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kernelSockets, takesFromElsewhere } from './kernel-sockets.ts'

const line = (local: string, peer: string, state: string, inode: string) =>
  [
    `   0: ${local} ${peer} ${state} 00000000:00000000 00:00000000 00000000  1000`,
    `       0 ${inode} 1 0000000000000000 100 0 0 10 0`,
  ].join(' ')
const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

test('a connection is read with its ports and the number of its socket', () => {
  const text = `${head}\n${line('0100007F:D431', '0100007F:1F90', '01', '77')}\n`
  assert.deepEqual(kernelSockets(text), [
    { address: '0100007F', port: 54_321, peerPort: 8_080, isListening: false, inode: '77' },
  ])
})

const none = '0'.repeat(32)
for (const [what, address, isElsewhere] of [
  ['at all addresses', '00000000', true],
  ['at an address of the network', '0701A8C0', true],
  ['at all IPv6 addresses', none, true],
  ['at 127.0.0.1', '0100007F', false],
  ['at 127.0.5.9', '0905007F', false],
  ['at ::1', '00000000000000000000000001000000', false],
  ['at ::ffff:127.0.0.1', '0000000000000000FFFF00000100007F', false],
  ['at ::ffff:192.168.1.7', '0000000000000000FFFF00000701A8C0', true],
] as const) {
  const taken = isElsewhere ? 'connections' : 'none'
  test(`a program that listens ${what} takes ${taken} of other machines`, () => {
    const sockets = kernelSockets([head, line(`${address}:0050`, `${address}:0000`, '0A', '5')].join('\n'))
    assert.equal(takesFromElsewhere(sockets, new Set(['5', '6'])), isElsewhere)
    assert.equal(takesFromElsewhere(sockets, new Set(['6'])), false)
  })
}
