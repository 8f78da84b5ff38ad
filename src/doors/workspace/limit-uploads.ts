import { ApiError } from '../../base/contract/errors.ts'

/** Files that may be on their way at once, each of them in memory: of one account, and of this process. */
export const maxUploads = { ofAccount: 3, inAll: 60 } as const

/** Does work that holds a file in memory, within bounds; `accountId` is who sends it. Throws RATE_LIMITED beyond. */
export function limitUploads(max: { ofAccount: number; inAll: number } = maxUploads) {
  const underWay = new Map<string, number>()
  let inAll = 0
  return async <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    const own = underWay.get(accountId) ?? 0
    if (own >= max.ofAccount || inAll >= max.inAll)
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 10 })
    underWay.set(accountId, own + 1)
    inAll += 1
    try {
      return await work()
    } finally {
      inAll -= 1
      const left = (underWay.get(accountId) ?? 1) - 1
      if (left === 0) underWay.delete(accountId)
      else underWay.set(accountId, left)
    }
  }
}
