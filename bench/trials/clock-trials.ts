import { setTimeout as pause } from 'node:timers/promises'
import { forgedClock, skipForgedClock } from '../../test/support/forged-clock.ts'
import type { Trial } from '../support/trial.ts'
import { sceneTrial } from '../support/trial-scene.ts'
import { plainServer } from '../support/trial-servers.ts'

/** One of two workers has a clock that is wrong by ten minutes. */
export const clockTrials: Trial[] = [600, -600].map((aheadSeconds) =>
  sceneTrial({
    name: aheadSeconds > 0 ? 'clock-ahead' : 'clock-behind',
    database: 'PostgreSQL',
    times: { short: 10, long: 60 },
    what: (seconds) =>
      `the clock of one of two workers is ten minutes ${aheadSeconds > 0 ? 'ahead' : 'behind'}, for ${seconds} s`,
    least: (seconds) => 3 * seconds,
    skip: skipForgedClock,
    open: plainServer,
    make: async (scene, _, seconds) => {
      const serving = await scene.startServing()
      // Whoever comes first works: the wrong clock is to be that one's.
      await scene.startWorking(forgedClock(aheadSeconds))
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(seconds * 1_000)
    },
  }),
)
