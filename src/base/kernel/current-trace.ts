import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './trace-context.ts'

/** The trace that a request is part of. */
export type CurrentTrace = TraceContext & {
  /** The shop that sent the trace along with its request; null where it began here. */
  sentBy: string | null
}

/**
 * Carried beside the arguments, since every verb would have to pass on what none of them looks at. What reads
 * it checks the shop, so that work that was begun during a request and goes on after it takes no trace along.
 */
const storage = new AsyncLocalStorage<CurrentTrace>()

/** Does something, and whatever follows from it in this process, as part of a trace. */
export const runInTrace = (trace: CurrentTrace, work: () => void): void => storage.run(trace, work)

/** The trace of the request that is being answered, if it has one. */
export const currentTrace = (): CurrentTrace | undefined => storage.getStore()
