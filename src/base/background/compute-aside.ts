import { Worker } from 'node:worker_threads'
import type { ComputedAside } from './computed-aside.ts'

/** What a computation may take before it is given up. */
type ComputeLimits = { timeoutMs: number; memoryMegabytes: number }

/** Why a computation was given up. */
export type ComputeFailure = 'TOO_LONG' | 'TOO_LARGE'

const limitsOfPages: ComputeLimits = { timeoutMs: 15_000, memoryMegabytes: 256 }

/** One at a time in each queue: requests are served beside it on what is left of the machine. */
const previous = new Map<string, Promise<unknown>>()

/**
 * Calls the exported function `name` of a module in a thread of its own, so that work of seconds on data from
 * outside holds up no request, and is given up when it takes too long or too much memory. Arguments and
 * result are copied. Work of minutes has a `queue` of its own, so that it does not hold up what takes
 * seconds. Throws what the function throws.
 */
export function computeAside<T>(
  module: URL,
  name: string,
  args: readonly unknown[],
  limits: ComputeLimits = limitsOfPages,
  queue = 'pages',
): Promise<{ result: T } | { failure: ComputeFailure }> {
  const before = previous.get(queue) ?? Promise.resolve()
  const turn = before.then(() => compute<T>({ module: module.href, name, args }, limits))
  previous.set(
    queue,
    turn.catch(() => {}),
  )
  return turn
}

function compute<T>(
  work: ComputedAside,
  { timeoutMs, memoryMegabytes }: ComputeLimits,
): Promise<{ result: T } | { failure: ComputeFailure }> {
  const worker = new Worker(new URL('./computed-aside.ts', import.meta.url), {
    workerData: work,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  })
  let timer: NodeJS.Timeout | undefined
  const done = new Promise<{ result: T } | { failure: ComputeFailure }>((resolve, reject) => {
    timer = setTimeout(() => resolve({ failure: 'TOO_LONG' }), timeoutMs)
    worker.once('message', (result: T) => resolve({ result }))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ failure: 'TOO_LARGE' }) : reject(error),
    )
    worker.once('exit', (code) => reject(new Error(`A computation ended with code ${code}.`)))
  })
  return done.finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}
