import type { ErrorCode } from '../../contract/errors.ts'

/**
 * What shops asked of the partner API, for those who write against it, and when each key was last used. This
 * folder keeps neither bodies nor queries, and of addresses only where a key was last used from. Requests
 * whose key is not valid belong to no shop and are not here. Nothing here delays a request: rows are written
 * later, in batches, and beyond what is worth keeping they are only counted (decision 142).
 */
export type AnsweredRequest = {
  shopId: string
  keyId: string
  /** The name of the operation in the description of the API. */
  operation: string
  method: string
  /** The pattern of the path, without the values of its parameters. */
  route: string
  status: number
  /** The code that it was refused with; null where it was not refused. */
  errorCode: ErrorCode | null
  requestId: string
  durationMs: number
  /** Whether the operation only reads. */
  isRead: boolean
}

/**
 * What is kept: seven days, and of each shop the newest, so that a filter never reads more rows than these.
 */
export const keptRequests = { ms: 7 * 24 * 60 * 60_000, perShop: 20_000 } as const

/** Whether a request is one of the many that tell little: a read that succeeded. */
export const isPlainRead = ({ isRead, status }: Pick<AnsweredRequest, 'isRead' | 'status'>): boolean =>
  isRead && status < 400
