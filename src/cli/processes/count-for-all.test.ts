import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { connectPeer } from './connect-peer.ts'
import { countAtParent, countForAll } from './count-for-all.ts'
import type { ParentCalls } from './serving-calls.ts'

/** Two ends of a channel. */
function channel() {
  const [one, other] = [new EventEmitter(), new EventEmitter()]
  const sendTo = (peer: EventEmitter) => (message: unknown) =>
    void queueMicrotask(() => peer.emit('message', structuredClone(message)))
  return [Object.assign(one, { send: sendTo(other) }), Object.assign(other, { send: sendTo(one) })] as const
}

test('what several processes count is one count, and each limit has its own', async () => {
  const counts = countForAll()
  const processes = [1, 2].map(() => {
    const [parent, child] = channel()
    connectPeer(parent, counts)
    return countAtParent(connectPeer<ParentCalls>(child, {}))
  })
  for (const each of processes) await each.add('sign-in:a', 60_000)
  await processes[0]?.add('changes:a', 60_000)

  const read = async (name: string) => (await processes[1]?.read(name))?.current
  assert.deepEqual([await read('sign-in:a'), await read('changes:a'), await read('sign-in:b')], [2, 1, 0])
})

test('once the other end is gone nothing is counted there, and nobody waits for it', async () => {
  const [, child] = channel()
  const counts = countAtParent(connectPeer<ParentCalls>(child, {}))
  const asked = counts.add('sign-in:a', 60_000)
  child.emit('disconnect')
  assert.equal(await asked, undefined)
})
