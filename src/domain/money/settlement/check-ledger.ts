import type { OpenDatabase } from '../../../base/database/open-database.ts'
import type { LedgerFault } from '../ledger/ledger-check-store.ts'
import { countBooked, readLedgerFaults } from './settlement-check-store.ts'

export type LedgerCheck = { postings: number; entries: number; faults: LedgerFault[] }

/**
 * Proves the books, as they are at one moment: every posting sums to 0 in one currency, every balance is the
 * sum of its entries, every ended delivery is settled between its parties, and what is held of customers is
 * what they paid for parcels that are not settled (decision 200).
 */
export async function checkLedger({ database }: { database: OpenDatabase }): Promise<LedgerCheck> {
  const faults = await readLedgerFaults(database)
  const [booked = { postings: 0, entries: 0 }] = await countBooked(database)
  return { ...booked, faults }
}
