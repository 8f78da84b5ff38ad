import type { Module } from '../../events/start-modules.ts'
import { purgeAnnouncements } from './announcements/purge-announcements.ts'
import { purgeDocuments } from './documents/purge-documents.ts'
import { purgePositions } from './purge-positions.ts'
import { purgeShifts } from './shifts/purge-shifts.ts'
import { purgeDuty } from './standing/purge-duty.ts'

/**
 * Couriers: positions of couriers who are off duty and carry nothing are deleted, and so are papers of people
 * who were refused or have left long ago, old duty periods, shifts and announcements.
 */
export const couriersModule = (deps: Parameters<typeof purgeDocuments>[0]): Module => ({
  name: 'couriers',
  purges: {
    'purge positions': () => purgePositions(deps),
    'purge courier documents': () => purgeDocuments(deps),
    'purge duty periods': () => purgeDuty(deps),
    'purge announcements': () => purgeAnnouncements(deps),
    'purge shifts': () => purgeShifts(deps),
  },
})
