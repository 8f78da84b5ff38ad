import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { startAsShipped } from '../../test/support/colis-process.ts'
import { skipSmallDisk } from '../../test/support/small-disk.ts'
import type { Fault } from '../support/fault.ts'
import { embedded, embeddedOnSmallDisk } from '../support/fault-servers.ts'

let small: Awaited<ReturnType<typeof embeddedOnSmallDisk>>

/** The embedded database, whose only process serves and works. */
export const embeddedFaults: Fault[] = [
  {
    name: 'embedded: the disk is full for 10 s, and freed with a restart',
    skip: skipSmallDisk,
    open: async () => {
      small = await embeddedOnSmallDisk()
      return small
    },
    make: async (scene) => {
      const stopped = await scene.startServing()
      scene.orderAt(stopped)
      await pause(5_000)
      small.disk.fill()
      await pause(10_000)
      stopped.child.kill('SIGTERM')
      assert.equal(await stopped.ended, 0)
      small.disk.free()
      scene.orderAt(await scene.startServing())
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
  {
    name: 'embedded: killed 10 times (SIGKILL) and started again',
    open: embedded,
    make: async (scene) => {
      let serving = await scene.startServing()
      for (let kill = 1; kill <= 10; kill += 1) {
        scene.orderAt(serving)
        await pause(2_000)
        serving.child.kill('SIGKILL')
        await serving.ended
        serving = await scene.startServing()
      }
      scene.orderAt(serving)
      const healedAt = performance.now()
      await pause(3_000)
      return healedAt
    },
  },
  {
    name: 'embedded: a second process is started on the same folder',
    open: embedded,
    make: async (scene) => {
      scene.orderAt(await scene.startServing())
      await pause(3_000)
      const second = await startAsShipped(scene.settings, ['src/main.ts'])
      assert.equal(await second.ended, 1)
      const said = second
        .stderr()
        .trim()
        .replaceAll(/\/\S+|\d+/g, '…')
      scene.note(`the second ended with 1: “${said}”`)
      const healedAt = performance.now()
      await pause(3_000)
      return healedAt
    },
  },
]
