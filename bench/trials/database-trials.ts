import { setTimeout as pause } from 'node:timers/promises'
import { skipSmallDisk } from '../../test/support/small-disk.ts'
import { askMeanwhile } from '../support/meanwhile.ts'
import { takeConnections } from '../support/taken-connections.ts'
import { often, type Trial } from '../support/trial.ts'
import { sceneTrial, type TrialScene } from '../support/trial-scene.ts'
import { asAdmin, plainServer, serverOnSmallDisk, setting } from '../support/trial-servers.ts'

const several = { short: 1, long: 5 }

/** The database server is there, and does not do what it should. */
export const databaseTrials: Trial[] = [
  sceneTrial({
    name: 'immediate',
    database: 'PostgreSQL',
    times: { short: 3, long: 20 },
    what: (times) => `the database is restarted at once (pg_ctl restart -m immediate) ${often(times)}`,
    least: (times) => 10 * times,
    isFelt: true,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) {
        await pause(1_000 + Math.random() * 3_000)
        await cluster.control('restart', 'immediate')
      }
      await goOn(scene, 10)
    },
  }),
  sceneTrial({
    name: 'lock',
    database: 'PostgreSQL',
    times: several,
    what: (times) => `the table \`deliveries\` is locked for 20 s, ${often(times)}`,
    least: (times) => 20 * times,
    isFelt: true,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      const serving = await order(scene)
      for (let time = 0; time < times; time += 1) {
        const locked = asAdmin(
          cluster,
          'begin',
          'lock table deliveries in access exclusive mode',
          'select pg_sleep(20)',
          'commit',
        )
        await askMeanwhile(scene, serving.url, locked)
        await goOn(scene, 3)
      }
      await pause(3_000)
    },
  }),
  sceneTrial({
    name: 'connections',
    database: 'PostgreSQL',
    times: several,
    what: (times) => `every connection of the database is used up by others for 10 s, ${often(times)}`,
    least: (times) => 20 * times,
    isFelt: true,
    open: () => plainServer({ max_connections: '50' }),
    make: async (scene, { cluster }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) {
        const taken = await takeConnections(cluster.url('postgres'), 10_000)
        scene.note(`${taken} connections taken`)
        await goOn(scene, 5)
      }
      await pause(5_000)
    },
  }),
  sceneTrial({
    name: 'read-only',
    database: 'PostgreSQL',
    times: several,
    what: (times) => `the database only reads for 10 s, under open connections, ${often(times)}`,
    least: (times) => 20 * times,
    isFelt: true,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) {
        await setting(cluster, 'default_transaction_read_only = on')
        await pause(10_000)
        await setting(cluster, 'default_transaction_read_only = off')
        await goOn(scene, 5)
      }
      await pause(5_000)
    },
  }),
  sceneTrial({
    name: 'disk',
    database: 'PostgreSQL',
    times: several,
    what: (times) => `the disk of the database is full for 10 s, ${often(times)}`,
    least: (times) => 20 * times,
    skip: skipSmallDisk,
    isFelt: true,
    open: serverOnSmallDisk,
    make: async (scene, { disk }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) {
        disk.fill()
        await pause(10_000)
        disk.free()
        await goOn(scene, 5)
      }
      await pause(5_000)
    },
  }),
]

/** Starts a process that serves and one that works, and orders for some seconds. */
async function order(scene: TrialScene) {
  const serving = await scene.startServing()
  await scene.startWorking()
  scene.orderAt(serving)
  await pause(5_000)
  return serving
}

/** It is over; orders for some seconds more. */
async function goOn(scene: TrialScene, seconds: number): Promise<void> {
  scene.over()
  await pause(seconds * 1_000)
}
