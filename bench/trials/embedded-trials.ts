import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { startAsShipped } from '../../test/support/colis-process.ts'
import { skipSmallDisk } from '../../test/support/small-disk.ts'
import { leaveToTidyUp } from '../support/processes.ts'
import { often, type Trial } from '../support/trial.ts'
import { sceneTrial } from '../support/trial-scene.ts'
import { embedded, embeddedOnSmallDisk } from '../support/trial-servers.ts'

/** The embedded database, whose only process serves and works. */
export const embeddedTrials: Trial[] = [
  sceneTrial({
    name: 'disk-embedded',
    database: 'embedded',
    times: { short: 1, long: 5 },
    what: (times) => `the disk is full for 10 s, and freed with a restart, ${often(times)}`,
    least: (times) => 20 * times,
    skip: skipSmallDisk,
    isFelt: true,
    open: embeddedOnSmallDisk,
    make: async (scene, { disk }, times) => {
      let serving = await scene.startServing()
      scene.orderAt(() => serving.url)
      for (let time = 0; time < times; time += 1) {
        await pause(5_000)
        disk.fill()
        await pause(10_000)
        serving.child.kill('SIGTERM')
        assert.equal(await serving.ended, 0)
        disk.free()
        serving = await scene.startServing()
      }
      scene.over()
      await pause(5_000)
    },
  }),
  sceneTrial({
    name: 'second-process-embedded',
    database: 'embedded',
    times: { short: 1, long: 5 },
    what: (times) => `a second process is started on the same folder, ${often(times)}`,
    least: () => 30,
    open: embedded,
    make: async (scene, _, times) => {
      scene.orderAt(await scene.startServing())
      await pause(3_000)
      const sayings = new Set<string>()
      for (let time = 0; time < times; time += 1) {
        const second = await startAsShipped(scene.settings, ['src/main.ts'])
        leaveToTidyUp(async () => second.child.kill('SIGKILL'))
        if ((await second.ended) !== 1) scene.fault(`a second process ended with ${await second.ended}`)
        sayings.add(
          second
            .stderr()
            .trim()
            .replaceAll(/\/\S+|\d+/g, '…'),
        )
      }
      scene.note(`each ended with 1: “${[...sayings].join('”, “')}”`)
      await pause(3_000)
    },
  }),
]
