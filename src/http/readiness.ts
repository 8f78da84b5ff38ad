import { ApiError } from '../contract/errors.ts'
import { databaseRetrySeconds } from './error-handler.ts'

/** Whether a process is to be sent requests. */
export type Readiness = {
  /** Throws when the database cannot be written, and once the process is stopping. */
  check(): Promise<void>
  isStopping(): boolean
  /** From now on it is not ready. */
  stop(): void
}

/** Readiness from a check of the database, which bounds itself. */
export function makeReadiness(checkDatabase: () => Promise<void>): Readiness {
  let isStopping = false
  return {
    check: async () => {
      if (isStopping) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds })
      await checkDatabase()
    },
    isStopping: () => isStopping,
    stop: () => {
      isStopping = true
    },
  }
}
