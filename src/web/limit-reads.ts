import type { FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { clientNetwork, siteBits } from '../http/client-network.ts'

/**
 * Files that are read at once, each of them in memory: of one holder, of one network, and by this process.
 */
const maxReads = { ofHolder: 3, ofNetwork: 10, inAll: 40 }

/**
 * Does work that holds a file of ours in memory, within bounds; `holder` is whose file it is. Throws
 * RATE_LIMITED.
 */
export function limitReads() {
  const underWay = new Map<string, number>()
  const add = (key: string, more: 1 | -1) => {
    const left = (underWay.get(key) ?? 0) + more
    if (left === 0) underWay.delete(key)
    else underWay.set(key, left)
  }
  return async <T>({ ip }: FastifyRequest, holder: string, work: () => Promise<T>): Promise<T> => {
    const most = new Map([
      [`of ${holder}`, maxReads.ofHolder],
      [`from ${clientNetwork(ip, siteBits)}`, maxReads.ofNetwork],
      ['in all', maxReads.inAll],
    ])
    if ([...most].some(([key, max]) => (underWay.get(key) ?? 0) >= max))
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 10 })
    for (const key of most.keys()) add(key, 1)
    try {
      return await work()
    } finally {
      for (const key of most.keys()) add(key, -1)
    }
  }
}
