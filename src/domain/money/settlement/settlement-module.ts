import type { Module } from '../../../events/start-modules.ts'
import { type SettlementDeps, settleDeliveries } from './settle-deliveries.ts'

/** The ledger: what happened to deliveries and payments is booked once their events come. */
export const settlementModule = (deps: SettlementDeps): Module => ({
  name: 'ledger',
  consumer: settleDeliveries(deps),
})
