import { type Insertable, type Selectable, sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { erasedText } from '../deliveries/erasing/erased-customer.ts'

export type ProblemReportRow = Selectable<Tables['problem_reports']>

/** A report, its delivery and whose it is, as those who run the service see it. */
export type ListedProblem = ProblemReportRow & {
  reference: string
  shopName: string
  customer_first_name: string
  customer_last_name: string
  customer_phone: string
  courier_first_name: string | null
}

export async function insertProblemReport(
  trx: Trx,
  report: Insertable<Tables['problem_reports']>,
): Promise<void> {
  await trx.insertInto('problem_reports').values(report).execute()
}

/** What was reported of a delivery, the first first. */
export async function listProblemsOf(
  db: Database | Trx,
  { shopId, id }: DeliveryKey,
): Promise<ProblemReportRow[]> {
  return db
    .selectFrom('problem_reports')
    .selectAll()
    .where('problem_reports.shop_id', '=', shopId)
    .where('problem_reports.delivery_id', '=', id)
    .orderBy('problem_reports.number')
    .execute()
}

/** What was reported of several deliveries, the first first. */
export async function listProblemsOfAll(
  db: Database,
  deliveries: readonly DeliveryKey[],
): Promise<ProblemReportRow[]> {
  return db
    .selectFrom('problem_reports')
    .selectAll()
    .where(sql<boolean>`(problem_reports.shop_id, problem_reports.delivery_id) in (${keysOf(deliveries)})`)
    .orderBy('problem_reports.delivery_id')
    .orderBy('problem_reports.number')
    .execute()
}

/**
 * At most `limit` reports: those that are not closed, the oldest first, or the closed ones, the latest first.
 */
export async function listProblems(
  db: Database,
  { isClosed, limit }: { isClosed: boolean; limit: number },
): Promise<ListedProblem[]> {
  return db
    .selectFrom('problem_reports')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.shop_id', '=', 'problem_reports.shop_id')
        .onRef('deliveries.id', '=', 'problem_reports.delivery_id'),
    )
    .innerJoin('shops', 'shops.id', 'problem_reports.shop_id')
    .leftJoin('couriers', 'couriers.id', 'problem_reports.courier_id')
    .selectAll('problem_reports')
    .select([
      'deliveries.reference',
      'shops.name as shopName',
      'deliveries.customer_first_name',
      'deliveries.customer_last_name',
      'deliveries.customer_phone',
      'couriers.first_name as courier_first_name',
    ])
    .$if(isClosed, (query) =>
      query.where('problem_reports.closed_at', 'is not', null).orderBy('problem_reports.closed_at', 'desc'),
    )
    .$if(!isClosed, (query) =>
      query.where('problem_reports.closed_at', 'is', null).orderBy('problem_reports.reported_at'),
    )
    .limit(limit)
    .execute()
}

/** How many reports are not closed, counted up to `limit`. */
export async function countOpenProblems(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select from problem_reports where problem_reports.closed_at is null limit ${limit}) as counted
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** A report that nobody has taken. */
export type WaitingProblem = { deliveryId: string; shopId: string; reference: string; reason: string }

/** The deliveries with reports that nobody has taken, at most `limit`, that of the oldest first. */
export async function listWaitingProblems(db: Database, limit: number): Promise<WaitingProblem[]> {
  const { rows } = await sql<WaitingProblem>`
    select
      waiting.delivery_id as "deliveryId", waiting.shop_id as "shopId", deliveries.reference, waiting.reason
    from (
      select problem_reports.shop_id, problem_reports.delivery_id, problem_reports.reason,
        problem_reports.reported_at
      from problem_reports
      where problem_reports.closed_at is null and problem_reports.taken_at is null
        and not exists (
          select from problem_reports as earlier
          where earlier.shop_id = problem_reports.shop_id
            and earlier.delivery_id = problem_reports.delivery_id
            and earlier.number < problem_reports.number and earlier.taken_at is null
        )
      order by problem_reports.reported_at
      limit ${limit}
    ) as waiting
    join deliveries on deliveries.shop_id = waiting.shop_id and deliveries.id = waiting.delivery_id
    order by waiting.reported_at
  `.execute(db)
  return rows
}

/** One report, locked until the transaction ends. */
export async function lockProblem(
  trx: Trx,
  { shopId, id }: { shopId: string; id: string },
): Promise<(ProblemReportRow & { reference: string }) | undefined> {
  const report = await trx
    .selectFrom('problem_reports')
    .selectAll()
    .where('problem_reports.shop_id', '=', shopId)
    .where('problem_reports.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!report) return undefined
  const delivery = await trx
    .selectFrom('deliveries')
    .select('deliveries.reference')
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', report.delivery_id)
    .executeTakeFirstOrThrow()
  return { ...report, ...delivery }
}

/** Writes how far somebody is with a report that is locked. */
export async function updateProblem(
  trx: Trx,
  { shop_id: shopId, id }: ProblemReportRow,
  values: Partial<
    Pick<ProblemReportRow, 'taken_at' | 'taken_by' | 'closed_at' | 'closed_by' | 'closing_note'>
  >,
): Promise<void> {
  await trx
    .updateTable('problem_reports')
    .set(values)
    .where('problem_reports.shop_id', '=', shopId)
    .where('problem_reports.id', '=', id)
    .execute()
}

/** Takes out of these deliveries what their customers wrote, and what somebody noted about it. */
export async function eraseProblemWords(trx: Trx, deliveries: readonly DeliveryKey[]): Promise<void> {
  await trx
    .updateTable('problem_reports')
    .set({
      words: null,
      closing_note: sql`case when problem_reports.closing_note is not null then ${erasedText} end`,
    })
    .where(sql<boolean>`(problem_reports.shop_id, problem_reports.delivery_id) in (${keysOf(deliveries)})`)
    .execute()
}

/** Deletes what customers said of deliveries that are removed. */
export async function deleteProblemsOf(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from problem_reports
    where problem_reports.shop_id = ${shopId}::uuid and problem_reports.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
}

const keysOf = (deliveries: readonly DeliveryKey[]) => sql`
  select * from ${keyRows(deliveries)}`
