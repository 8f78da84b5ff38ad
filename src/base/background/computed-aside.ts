import { parentPort, workerData } from 'node:worker_threads'

/** What a thread is asked for: a function of a module, and what to call it with. */
export type ComputedAside = { module: string; name: string; args: readonly unknown[] }

/** Run as the whole of a thread by `compute-aside.ts`. */
const { module, name, args } = workerData as ComputedAside
const loaded = (await import(module)) as Record<string, (...given: readonly unknown[]) => unknown>
parentPort?.postMessage(await loaded[name]?.(...args))
