import type { CachedValue } from '../../base/database/cached-value.ts'
import type { OpenDatabase } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Module } from '../../events/start-modules.ts'
import type { RulesDeps } from '../../rules.ts'
import type { MessageDeps } from '../messages/message-deps.ts'
import type { StrangerTerms } from '../messages/strangers/stranger-scopes.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import type { WatchedFolders } from './health/measure-disks.ts'
import type { MissingSetting } from './health/service-health.ts'

/** What watching the service takes. */
export type MonitoringDeps = RulesDeps & {
  database: OpenDatabase
  clock: Clock
  pricing: { map: CachedValue<ServiceMap> }
  messages: MessageDeps
  strangers: StrangerTerms
  monitoring: MonitoringSettings
  /** The modules that are watched. */
  watched: readonly Module[]
}

/** What the settings say about watching. */
export type MonitoringSettings = {
  version: string
  /** The code of this cell, empty where there are none. */
  cell: string
  folders: WatchedFolders
  /** What is not set and somebody counts on. */
  missing: readonly MissingSetting[]
  /** Addresses that hear of every alert besides the operators. */
  addresses: readonly string[]
}
