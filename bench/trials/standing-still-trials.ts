import { setTimeout as pause } from 'node:timers/promises'
import { standStill } from '../../test/support/postgres-cluster.ts'
import { leaveToTidyUp } from '../support/processes.ts'
import { often, type Trial } from '../support/trial.ts'
import { sceneTrial } from '../support/trial-scene.ts'
import { plainServer } from '../support/trial-servers.ts'

/** Processes that stand still and go on (SIGSTOP), as when a machine is paused. */
export const standingStillTrials: Trial[] = [
  sceneTrial({
    name: 'still-worker',
    database: 'PostgreSQL',
    // Longer than every lease, the longest of which is two minutes; the short form outlasts those of webhooks alone.
    times: { short: 40, long: 140 },
    what: (seconds) => `the one of two workers that works stands still for ${seconds} s`,
    least: (seconds) => 3 * seconds,
    open: plainServer,
    make: async (scene, _, seconds) => {
      const serving = await scene.startServing()
      const stopped = await scene.startWorking()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      stopped.child.kill('SIGSTOP')
      await pause(seconds * 1_000)
      stopped.child.kill('SIGCONT')
      scene.over()
      await pause(5_000)
    },
  }),
  sceneTrial({
    name: 'still-server',
    database: 'PostgreSQL',
    times: { short: 1, long: 5 },
    what: (times) => `the only process that serves stands still for 10 s, ${often(times)}`,
    least: (times) => 20 * times,
    open: plainServer,
    make: async (scene, _, times) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      for (let time = 0; time < times; time += 1) {
        await pause(5_000)
        serving.child.kill('SIGSTOP')
        await pause(10_000)
        serving.child.kill('SIGCONT')
      }
      scene.over()
      await pause(5_000)
    },
  }),
  sceneTrial({
    name: 'still-database',
    database: 'PostgreSQL',
    times: { short: 1, long: 5 },
    what: (times) => `the database and all its processes stand still for 10 s, ${often(times)}`,
    least: (times) => 20 * times,
    isFelt: true,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      for (let time = 0; time < times; time += 1) {
        await pause(5_000)
        let goOn = standStill(cluster.pid())
        leaveToTidyUp(async () => goOn())
        await pause(10_000)
        goOn()
        goOn = () => {}
      }
      scene.over()
      await pause(5_000)
    },
  }),
]
