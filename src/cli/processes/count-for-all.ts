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

/** The counts of the process that started this one. */
export const countAtParent = (call: Call<ParentCalls>): SharedCounts => ({
  add: (name, windowMs) => call('add', { name, windowMs }),
  read: (name) => call('read', name),
  close: () => {},
})
