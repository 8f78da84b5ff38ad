import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/support/until.ts'
import type { Fault } from '../support/fault.ts'
import { plainServer } from '../support/fault-servers.ts'
import { holdConnections } from '../support/held-connections.ts'

/** Processes that die or are stopped, and are started again. */
export const killedProcesses: Fault[] = [
  {
    name: 'the only process that serves is killed (SIGKILL) and started again',
    open: plainServer,
    make: async (scene) => {
      const killed = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(killed)
      await pause(5_000)
      killed.child.kill('SIGKILL')
      await killed.ended
      scene.orderAt(await scene.startServing())
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
  {
    name: 'the only worker is killed (SIGKILL) while it sends, and started again',
    open: plainServer,
    make: async (scene) => {
      const serving = await scene.startServing()
      const killed = await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      await until(() => scene.sending() > 0, 'a webhook that is under way')
      const sending = scene.sending()
      killed.child.kill('SIGKILL')
      await killed.ended
      scene.note(`killed while ${sending} webhooks were under way`)
      await pause(2_000)
      await scene.startWorking()
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
  {
    name: 'the only process that serves is stopped (SIGTERM) under 90 silent, idle and half-sent connections',
    open: plainServer,
    make: async (scene) => {
      const stopped = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(stopped)
      await pause(5_000)
      const connections = await holdConnections(stopped.url, 30)
      const stoppedAt = performance.now()
      stopped.child.kill('SIGTERM')
      assert.equal(await stopped.ended, 0)
      scene.note(`exit code 0 after ${((performance.now() - stoppedAt) / 1_000).toFixed(1)} s`)
      for (const connection of connections) connection.destroy()
      scene.orderAt(await scene.startServing())
      const healedAt = performance.now()
      await pause(5_000)
      return healedAt
    },
  },
]
