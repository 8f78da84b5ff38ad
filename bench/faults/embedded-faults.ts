import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { skipSmallDisk } from '../../test/support/small-disk.ts'
import type { Fault } from '../support/fault.ts'
import { embeddedOnSmallDisk } from '../support/fault-servers.ts'

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
]
