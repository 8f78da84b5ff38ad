import { setTimeout as wait } from 'node:timers/promises'
import type { SharedCounts } from '../../http/connect-redis.ts'
import { CountWindows } from '../../http/count-windows.ts'
import type { Call } from './connect-peer.ts'
import type { ParentCalls } from './serving-calls.ts'

/** Counts for all processes of a command, each limit (what stands before the colon of a name) by itself. */
export function countForAll(): Pick<ParentCalls, 'add' | 'read'> {
  const limits = new Map<string, CountWindows>()
  const windowsOf = (name: string): CountWindows => {
    const limit = name.slice(0, name.indexOf(':'))
    const windows = limits.get(limit) ?? new CountWindows()
    limits.set(limit, windows)
    return windows
  }
  return {
    add: ({ name, windowMs }) => windowsOf(name).add(name, windowMs),
    read: (name) => windowsOf(name).read(name, Number.POSITIVE_INFINITY),
  }
}

/** How long a count is waited for, in ms: without one this process counts by itself. */
const countMs = 1_000
const soon = <Count>(count: Promise<Count>): Promise<Count | undefined> =>
  Promise.race([count, wait(countMs, undefined, { ref: false })])

/** The counts of the process that started this one. */
export const countAtParent = (call: Call<ParentCalls>): SharedCounts => ({
  add: (name, windowMs) => soon(call('add', { name, windowMs })),
  read: (name) => soon(call('read', name)),
  close: () => {},
})
