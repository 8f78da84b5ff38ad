import { setTimeout as pause } from 'node:timers/promises'
import { skipPgbouncer, startPgbouncer } from '../../test/support/pgbouncer.ts'
import { leaveToTidyUp } from '../support/processes.ts'
import { often, type Trial } from '../support/trial.ts'
import { sceneTrial } from '../support/trial-scene.ts'
import { failingOver, plainServer } from '../support/trial-servers.ts'

/** What is between the service and its data dies. */
export const serverTrials: Trial[] = [
  sceneTrial({
    name: 'failover',
    database: 'PostgreSQL',
    // A primary that died does not come back, so it happens once.
    times: { short: 1, long: 1 },
    what: () => 'the primary dies, and its synchronous standby is promoted 5 s later',
    least: () => 50,
    isFelt: true,
    open: failingOver,
    make: async (scene, { primary, standby }) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      await primary.control('stop', 'immediate')
      await pause(5_000)
      await standby.control('promote')
      scene.over()
      await pause(10_000)
    },
  }),
  sceneTrial({
    name: 'pooler',
    database: 'PostgreSQL',
    times: { short: 1, long: 5 },
    what: (times) => `PgBouncer (by session) dies and is started again 5 s later, ${often(times)}`,
    least: (times) => 20 * times,
    skip: skipPgbouncer,
    isFelt: true,
    open: async () => {
      const server = await plainServer()
      const bouncer = { running: await startPgbouncer(server.url, 'session') }
      leaveToTidyUp(() => bouncer.running.stop())
      const close = () => bouncer.running.stop().then(server.close)
      return { url: bouncer.running.url, direct: server.url, bouncer, close }
    },
    make: async (scene, { url, direct, bouncer }, times) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      for (let time = 0; time < times; time += 1) {
        await pause(5_000)
        await bouncer.running.stop()
        await pause(5_000)
        bouncer.running = await startPgbouncer(direct, 'session', Number(new URL(url).port))
      }
      scene.over()
      await pause(10_000)
    },
  }),
]
