import type { Module } from '../../events/start-modules.ts'
import { type PurgeDeps, purgeRequests } from './purge-requests.ts'

/** Requests of the partner API: those older than seven days, and beyond the newest of a shop, are deleted. */
export const apiRequestsModule = (deps: PurgeDeps): Module => ({
  name: 'api-requests',
  purges: { 'purge the log of requests': () => purgeRequests(deps) },
})
