import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../support/fault.ts'
import { plainServer } from '../support/fault-servers.ts'

/** Processes that stand still and go on, as when a machine is paused. */
export const standingStill: Fault[] = [
  {
    name: 'one of two workers stands still for 45 s (SIGSTOP)',
    open: plainServer,
    make: async (scene) => {
      const serving = await scene.startServing()
      const [stopped] = [await scene.startWorking(), await scene.startWorking()]
      scene.orderAt(serving)
      await pause(5_000)
      stopped.child.kill('SIGSTOP')
      await pause(45_000)
      stopped.child.kill('SIGCONT')
      return performance.now()
    },
  },
  {
    name: 'the only process that serves stands still for 10 s (SIGSTOP)',
    open: plainServer,
    make: async (scene) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      serving.child.kill('SIGSTOP')
      await pause(10_000)
      serving.child.kill('SIGCONT')
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
]
