import { sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { SimulatedEnding } from './magic-number.ts'

/** `Omit` alone would lose which reason goes with which answer. */
type WithoutDelay<Ending> = Ending extends SimulatedEnding ? Omit<Ending, 'afterMs'> : never
type SimulatedPayment = WithoutDelay<SimulatedEnding> & { answersAt: Date }

/** Keeps what the simulated provider will answer; an order that is there already stays as it is. */
export async function insertSimulatedPayment(
  db: Database,
  id: string,
  { answer, reason, answersAt, phoneSha256 }: SimulatedPayment & { phoneSha256: string | null },
): Promise<void> {
  await db
    .insertInto('simulated_payments')
    .values({ request_id: id, answer, reason, answers_at: answersAt, phone_sha256: phoneSha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findSimulatedPayment(db: Database, id: string): Promise<SimulatedPayment | undefined> {
  const { rows } = await sql<SimulatedPayment>`
    select simulated_payments.answer, simulated_payments.reason, simulated_payments.answers_at as "answersAt"
    from simulated_payments
    where simulated_payments.request_id = ${id}::uuid
  `.execute(db)
  return rows[0]
}

/** How many transfers to a phone were refused. */
export async function countRefusedTransfers(db: Database, phoneSha256: string): Promise<number> {
  const { count } = await db
    .selectFrom('simulated_payments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('simulated_payments.phone_sha256', '=', phoneSha256)
    .where('simulated_payments.answer', '=', 'REFUSED')
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** Whether a simulated provider was ever asked to pay, or is to be, which only a sandbox has. */
export async function hasSimulatedPayments(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from simulated_payments)
      or exists (select from payment_requests where payment_requests.provider = 'simulated') as has
  `.execute(trx)
  return rows[0]?.has ?? false
}
