import { startLoop } from '../base/background/loop.ts'
import type { OpenDatabase } from '../base/database/open-database.ts'
import type { Module } from './start-modules.ts'

const vacuumEveryMs = 10 * 60_000

/** Vacuums the embedded database, which has no autovacuum; a server does it by itself. */
export const upkeepModule = ({
  database,
  onError,
}: {
  database: OpenDatabase
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'upkeep',
  start: () => {
    if (database.kind === 'server') return []
    const round = async () => {
      await database.withSession((session) => session.runScript('vacuum analyze'))
      return false
    }
    return [startLoop({ name: 'vacuum', everyMs: vacuumEveryMs, round, onError })]
  },
})
