import type { Module } from '../../base/events/start-modules.ts'
import { purgePositions } from './purge-positions.ts'

/** Couriers: positions of whoever is off duty and carries nothing are forgotten. */
export const couriersModule = (deps: Parameters<typeof purgePositions>[0]): Module => ({
  name: 'couriers',
  purges: { 'purge positions': () => purgePositions(deps) },
})
