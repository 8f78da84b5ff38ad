import { setTimeout as pause } from 'node:timers/promises'
import { skipPgbouncer, startPgbouncer } from '../../test/support/pgbouncer.ts'
import type { Fault } from '../support/fault.ts'
import { failingOver, plainServer } from '../support/fault-servers.ts'

let servers: Awaited<ReturnType<typeof failingOver>>
let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
let direct: string

/** What is between the service and its data dies. */
export const serverFaults: Fault[] = [
  {
    name: 'the primary dies, and its synchronous standby is promoted 5 s later',
    open: async () => {
      servers = await failingOver()
      return servers
    },
    make: async (scene) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      await servers.primary.control('stop', 'immediate')
      await pause(5_000)
      await servers.standby.control('promote')
      const healedAt = performance.now()
      await pause(10_000)
      return healedAt
    },
  },
  {
    name: 'PgBouncer (by session) dies and is started again 5 s later',
    skip: skipPgbouncer,
    open: async () => {
      const server = await plainServer()
      direct = server.url
      bouncer = await startPgbouncer(direct, 'session')
      return { url: bouncer.url, close: () => bouncer.stop().then(server.close) }
    },
    make: async (scene) => {
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      await pause(5_000)
      const port = Number(new URL(bouncer.url).port)
      await bouncer.stop()
      await pause(5_000)
      bouncer = await startPgbouncer(direct, 'session', port)
      const healedAt = performance.now()
      await pause(10_000)
      return healedAt
    },
  },
]
