import type { Database } from '../../../../base/database/open-database.ts'
import { type Clock, checkLease } from '../../../../base/kernel/clock.ts'
import type { RulesDeps } from '../../../../rules.ts'
import type { FiscalTerms } from './fiscal-device.ts'
import { enqueueIssued, setAnswer, setPendingRef, takeDueDocument } from './fiscal-store.ts'
import { readFiscalDocument } from './read-fiscal-document.ts'

export type FiscalDeps = RulesDeps & {
  db: Database
  clock: Clock
  fiscal: FiscalTerms
  alertOperator: (message: string, about: Record<string, string>) => void
}

/** A lease outlasts the 18 s that one call has. */
const leaseMs = 60_000
const enqueuedAtOnce = 500
/** How long until the next try: a minute, then twice as long each time, up to six hours. */
const pauseMs = (attempts: number) => Math.min(60_000 * 2 ** Math.min(attempts - 1, 10), 6 * 60 * 60_000)

/**
 * Has the document signed that is due first; returns whether there may be more. It is leased in one
 * transaction and written in another: none is open while the device is asked. What it refuses, or may have
 * signed without our hearing of it, waits for a person.
 */
export async function signDueDocuments({
  db,
  clock,
  rules,
  fiscal,
  alertOperator,
}: FiscalDeps): Promise<boolean> {
  const { device } = fiscal
  if (!device) return false
  const now = clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const row = await db.transaction().execute(async (trx) => {
    await enqueueIssued(trx, now, enqueuedAtOnce)
    return takeDueDocument(trx, now, leaseEnds)
  })
  if (!row) return false
  const document = await readFiscalDocument({ db, rules }, row)
  checkLease(leaseEnds, clock)
  const answer = document
    ? await device.sign(document, (ref) => setPendingRef(db, row, ref))
    : ({
        state: 'DUE',
        fault: 'What it is about is not ready: the company, the books or its invoice.',
      } as const)
  await setAnswer(db, row, answer, new Date(clock.now().getTime() + pauseMs(row.attempts)))
  if (answer.state === 'REFUSED' || answer.state === 'UNCERTAIN')
    alertOperator('The fiscal device did not sign a document: see Books, Fiscal device', {
      kind: row.kind,
      id: row.id,
      state: answer.state,
    })
  return true
}
