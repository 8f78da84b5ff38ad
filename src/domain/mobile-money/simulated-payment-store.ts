import { sql } from 'kysely'
import type { ProviderAnswer } from '../../base/contract/vocabulary.ts'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'

type SimulatedPayment = { answer: ProviderAnswer; answersAt: Date }

/** Keeps what the simulated provider will answer; a request that is there already stays as it is. */
export async function insertSimulatedPayment(
  db: Database,
  requestId: string,
  { answer, answersAt }: SimulatedPayment,
): Promise<void> {
  await db
    .insertInto('simulated_payments')
    .values({ request_id: requestId, answer, answers_at: answersAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findSimulatedPayment(
  db: Database,
  requestId: string,
): Promise<SimulatedPayment | undefined> {
  return db
    .selectFrom('simulated_payments')
    .select(['simulated_payments.answer', 'simulated_payments.answers_at as answersAt'])
    .where('simulated_payments.request_id', '=', requestId)
    .executeTakeFirst()
}

/** Deletes what the simulated provider knows of these requests. */
export async function deleteSimulatedPayments(trx: Trx, requestIds: readonly string[]): Promise<void> {
  await sql`
    delete from simulated_payments where simulated_payments.request_id = any(${[...requestIds]}::uuid[])
  `.execute(trx)
}

/** Removes at most `limit` payments that were answered before `before`; returns how many. */
export const deleteOldSimulatedPayments = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'simulated_payments', sql`simulated_payments.answers_at < ${before}`, limit)
