import { setTimeout as pause } from 'node:timers/promises'
import { forgedClock, skipForgedClock } from '../../test/support/forged-clock.ts'
import type { Fault } from '../support/fault.ts'
import { plainServer } from '../support/fault-servers.ts'

/** One of two workers has a clock that is wrong by ten minutes. */
export const clockFaults: Fault[] = [600, -600].map((aheadSeconds) => ({
  name: `the clock of one of two workers is ten minutes ${aheadSeconds > 0 ? 'ahead' : 'behind'}, for 20 s`,
  skip: skipForgedClock,
  open: plainServer,
  make: async (scene) => {
    const serving = await scene.startServing()
    await scene.startWorking()
    await scene.startWorking(forgedClock(aheadSeconds))
    scene.orderAt(serving)
    await pause(20_000)
    return performance.now()
  },
}))
