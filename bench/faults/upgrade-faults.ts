import { setTimeout as pause } from 'node:timers/promises'
import { runColis } from '../../test/support/colis-process.ts'
import { startCluster } from '../../test/support/postgres-cluster.ts'
import type { Fault } from '../support/fault.ts'
import { commandLineIn } from '../support/fault-scene.ts'

/**
 * A rolling upgrade from the version in the folder `before`: it serves and works, a process of this version migrates the
 * database under it and joins, clients go over to the new one, and the old one stops.
 */
export const upgradeFaults = (before: string | undefined): Fault[] => [
  {
    name: 'a rolling upgrade: the new version migrates under the old one, 10 s beside each other',
    skip: before === undefined && '--before names no earlier version',
    open: async () => {
      const cluster = await startCluster()
      const url = cluster.url('postgres')
      const { code, stderr } = await runColis(
        { DATABASE_URL: url },
        [commandLineIn(before), 'migrate'],
        before,
      )
      if (code !== 0) throw new Error(stderr)
      return { url, close: cluster.remove }
    },
    make: async (scene) => {
      const old = [await scene.startServing({}, before), await scene.startWorking({}, before)] as const
      scene.orderAt(old[0])
      await pause(5_000)
      const { code, stderr } = await runColis({ DATABASE_URL: scene.url }, [commandLineIn(), 'migrate'])
      if (code !== 0) throw new Error(stderr)
      await pause(10_000)
      const serving = await scene.startServing()
      await scene.startWorking()
      scene.orderAt(serving)
      const healedAt = performance.now()
      for (const { child, ended } of old) {
        child.kill('SIGTERM')
        await ended
      }
      await pause(5_000)
      return healedAt
    },
  },
]
