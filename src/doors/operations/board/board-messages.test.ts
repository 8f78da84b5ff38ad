import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Board, BoardChange } from '../../../domain/board/board.ts'
import { wordBoard } from './board-messages.ts'

const boardOf = (version: number): Board => ({
  version,
  at: new Date(version),
  deliveries: new Map(),
  couriers: new Map(),
  hasMore: false,
})
const changeTo = (version: number): BoardChange => ({
  version,
  at: new Date(version),
  deliveries: [],
  goneDeliveries: [],
  couriers: [],
  moved: [],
  goneCouriers: [],
  hasMore: false,
})

/** A follower at `version` that keeps the changes of the last `kept` versions. */
function followerAt(version: number, kept: number) {
  const changes = Array.from({ length: 100 }, (_, at) => changeTo(at + 1))
  const about = { version }
  return {
    about,
    changesSince: (since: number) =>
      since > about.version || since < about.version - kept ? undefined : changes.slice(since, about.version),
  }
}

const nameOf = (text: Buffer | undefined) => /^event: (\w+)/.exec(String(text))?.[1]

test('who comes is sent the whole board, then each change by itself, then nothing', () => {
  const follower = followerAt(5, 30)
  const messages = wordBoard(follower)
  const first = messages.next(undefined, boardOf(5))
  assert.deepEqual([nameOf(first?.message.plain), first?.version], ['board', 5])
  assert.equal(messages.next(5, boardOf(5)), undefined)
  follower.about.version = 7
  for (const version of [5, 6]) {
    const change = messages.next(version, boardOf(7))
    assert.deepEqual([nameOf(change?.message.plain), change?.version], ['change', version + 1])
    assert.equal(messages.next(version, boardOf(7)), change)
  }
})

test('who comes a little later is sent the same whole board, and much later another', () => {
  const follower = followerAt(5, 30)
  const messages = wordBoard(follower)
  const first = messages.next(undefined, boardOf(5))
  follower.about.version = 15
  assert.equal(messages.next(undefined, boardOf(15)), first)
  follower.about.version = 16
  assert.equal(messages.next(undefined, boardOf(16))?.version, 16)
})

test('who is farther behind than changes are kept is sent the whole board', () => {
  const follower = followerAt(40, 30)
  const messages = wordBoard(follower)
  assert.equal(nameOf(messages.next(10, boardOf(40))?.message.plain), 'change')
  assert.equal(messages.next(9, boardOf(40))?.version, 40)
})
