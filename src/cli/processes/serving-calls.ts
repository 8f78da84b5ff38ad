import type { Config } from '../../config.ts'
import type { WindowCount } from '../../http/count-windows.ts'

/** What a process that serves is told at its start. */
export type Begin = {
  config: Config
  works: boolean
  /** Which one of the processes it is, from 1 on. */
  number: number
  poolSize: number
  /** Whether it does what is done once before any of them serves, such as migrations. */
  prepares: boolean
  /** Whether it says what whoever started the service is to know. */
  greets: boolean
}

/** What a process that serves asks the one that started it. */
export type ParentCalls = {
  begin(none: null): Begin
  /** That what is done once is done. */
  prepared(none: null): void
  /** Resolves once another process has said so. */
  whenPrepared(none: null): Promise<void>
  /** That it serves, and where. */
  ready(address: string): void
  /** Counts a request for all processes together. */
  add(counted: { name: string; windowMs: number }): WindowCount
  read(name: string): WindowCount
  /** What each process tells of itself in the text format of Prometheus. */
  metrics(none: null): Promise<string[]>
}

/** What it is asked by the one that started it. */
export type ServingCalls = {
  isAlive(none: null): true
  metrics(none: null): Promise<string> | undefined
  stop(none: null): void
}
