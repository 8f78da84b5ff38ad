import type { Module } from '../../base/events/start-modules.ts'
import { purgePositions } from './purge-positions.ts'

/** Couriers: positions of couriers who are off duty and carry nothing are deleted. */
export const couriersModule = (deps: Parameters<typeof purgePositions>[0]): Module => ({
  name: 'couriers',
  purges: { 'purge positions': () => purgePositions(deps) },
})
