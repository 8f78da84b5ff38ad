import { startLoop, untilWoken } from '../../../../base/background/loop.ts'
import type { Module } from '../../../../events/start-modules.ts'
import { enqueueReceipts, fiscalDue } from './fiscal-store.ts'
import { type FiscalDeps, signDueDocuments } from './sign-due-documents.ts'

/**
 * The fiscal device: receipts are enqueued as parcels are handed over, and everything issued is signed in its
 * order.
 */
export const fiscalModule = (
  deps: FiscalDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'fiscal device',
  ...(deps.fiscal.device !== null && {
    start: () => [
      startLoop({
        name: 'sign fiscal documents',
        everyMs: untilWoken,
        round: () => signDueDocuments(deps),
        onError: deps.onError,
      }),
    ],
    due: { 'sign fiscal documents': fiscalDue },
  }),
  ...(deps.fiscal.device !== null &&
    deps.fiscal.signsReceipts && {
      consumer: {
        name: 'fiscal-receipts',
        types: ['delivery.delivered'],
        consume: (trx, events) => enqueueReceipts(trx, events, deps.clock.now()),
      },
    }),
})
