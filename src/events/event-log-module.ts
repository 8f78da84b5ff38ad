import { purgeEventLog } from './purge-event-log.ts'
import type { Module } from './start-modules.ts'

/** The event log itself: positions of more than thirty days are removed. */
export const eventLogModule = (deps: Parameters<typeof purgeEventLog>[0]): Module => ({
  name: 'event log',
  purges: { 'purge the event log': () => purgeEventLog(deps) },
})
