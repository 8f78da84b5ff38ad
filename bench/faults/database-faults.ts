import { setTimeout as pause } from 'node:timers/promises'
import { skipSmallDisk } from '../../test/support/small-disk.ts'
import type { Fault } from '../support/fault.ts'
import type { FaultScene } from '../support/fault-scene.ts'
import { asAdmin, plainServer, serverOnSmallDisk, setting } from '../support/fault-servers.ts'
import { askMeanwhile } from '../support/meanwhile.ts'

let small: Awaited<ReturnType<typeof serverOnSmallDisk>>
let plain: Awaited<ReturnType<typeof plainServer>>
const open = async () => {
  plain = await plainServer()
  return plain
}

/** Starts a process that serves and one that works, and orders for some seconds before the fault. */
async function ordering(scene: FaultScene) {
  const serving = await scene.startServing()
  await scene.startWorking()
  scene.orderAt(serving)
  await pause(5_000)
  return serving
}

/** The database server is there, and does not do what it should. */
export const databaseFaults: Fault[] = [
  {
    name: 'the disk of the database is full for 10 s',
    skip: skipSmallDisk,
    open: async () => {
      small = await serverOnSmallDisk()
      return small
    },
    make: async (scene) => {
      await ordering(scene)
      small.disk.fill()
      await pause(10_000)
      small.disk.free()
      const healedAt = performance.now()
      await pause(10_000)
      return healedAt
    },
  },
  {
    name: 'the database only reads for 10 s, under open connections',
    open,
    make: async (scene) => {
      await ordering(scene)
      await setting(plain.cluster, 'default_transaction_read_only = on')
      await pause(10_000)
      await setting(plain.cluster, 'default_transaction_read_only = off')
      const healedAt = performance.now()
      await pause(10_000)
      return healedAt
    },
  },
  {
    name: 'the database is restarted at once (pg_ctl restart -m immediate)',
    open,
    make: async (scene) => {
      await ordering(scene)
      await plain.cluster.control('restart', 'immediate')
      const healedAt = performance.now()
      await pause(10_000)
      return healedAt
    },
  },
  {
    name: 'the table `deliveries` is locked for 20 s',
    open,
    make: async (scene) => {
      const serving = await ordering(scene)
      const locked = asAdmin(
        plain.cluster,
        'begin',
        'lock table deliveries in access exclusive mode',
        'select pg_sleep(20)',
        'commit',
      )
      await askMeanwhile(scene, serving.url, locked)
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
]
