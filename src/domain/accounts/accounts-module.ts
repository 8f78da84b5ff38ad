import type { Module } from '../../events/start-modules.ts'
import { purgeSessions } from './purge-sessions.ts'

/** Accounts: sessions, codes and links that are over are deleted. */
export const accountsModule = (deps: Parameters<typeof purgeSessions>[0]): Module => ({
  name: 'accounts',
  purges: { 'purge sessions': () => purgeSessions(deps) },
})
