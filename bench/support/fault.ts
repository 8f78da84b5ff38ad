import type { FaultScene } from './fault-scene.ts'

/** A fault that `npm run prove:faults` makes while clients order: a row of the table in docs/proof.md. */
export type Fault = {
  /** Its name in the table. */
  name: string
  /** Why it cannot be made here. */
  skip?: string | false
  /** The database that the scene works on, migrated; `close` removes it. */
  open: () => Promise<{ url: string; close: () => Promise<void> }>
  /** Starts processes, has clients order, makes the fault, ends it, and returns when that was (`performance.now()`). */
  make: (scene: FaultScene) => Promise<number>
}
