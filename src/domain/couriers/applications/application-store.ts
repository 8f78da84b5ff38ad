import { type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import { lockByName } from '../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { ApplicationStatus } from '../couriers-tables.ts'

export type ApplicationRow = Selectable<Tables['courier_applications']>

/** An application with the name of its city. */
export type ListedApplication = ApplicationRow & { city: string }

/** How many applications wait; others who apply do so after this transaction. */
export async function lockWaiting(trx: Trx): Promise<number> {
  await lockByName(trx, 'courier applications')
  return countWaiting(trx)
}

/** How many applications nobody has decided yet. */
export async function countWaiting(db: Database | Trx): Promise<number> {
  const { count } = await db
    .selectFrom('courier_applications')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('courier_applications.status', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertApplication(trx: Trx, application: ApplicationRow): Promise<void> {
  await trx.insertInto('courier_applications').values(application).execute()
}

/** Whether somebody with this phone has an application that nobody has decided yet. */
export async function hasOpenApplication(db: Database, phone: string): Promise<boolean> {
  const found = await db
    .selectFrom('courier_applications')
    .select('courier_applications.id')
    .where('courier_applications.phone', '=', phone)
    .where('courier_applications.status', '=', 'WAITING')
    .executeTakeFirst()
  return found !== undefined
}

const listed = (db: Database) =>
  db
    .selectFrom('courier_applications')
    .innerJoin('cities', 'cities.id', 'courier_applications.city_id')
    .selectAll('courier_applications')
    .select('cities.name as city')

export async function findApplication(db: Database, id: string): Promise<ListedApplication | undefined> {
  return listed(db).where('courier_applications.id', '=', id).executeTakeFirst()
}

/** At most `limit` applications of a status: those that wait the longest first, those decided last first. */
export async function listApplications(
  db: Database,
  status: ApplicationStatus,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ListedApplication[]> {
  const isWaiting = status === 'WAITING'
  return listed(db)
    .where('courier_applications.status', '=', status)
    .$if(after !== undefined, (query) =>
      query.where('courier_applications.id', isWaiting ? '>' : '<', after ?? ''),
    )
    .orderBy('courier_applications.id', isWaiting ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

/** Reads an application and locks it until the transaction ends. */
export async function lockApplication(trx: Trx, id: string): Promise<ApplicationRow | undefined> {
  return trx
    .selectFrom('courier_applications')
    .selectAll()
    .where('courier_applications.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes what became of an application. */
export async function setDecision(
  trx: Trx,
  id: string,
  decision: Pick<ApplicationRow, 'status' | 'decided_at' | 'decided_by' | 'reason' | 'courier_id'>,
): Promise<void> {
  await trx
    .updateTable('courier_applications')
    .set(decision)
    .where('courier_applications.id', '=', id)
    .execute()
}

/** Removes an application whose files could not be kept. */
export async function deleteApplication(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('courier_applications').where('courier_applications.id', '=', id).execute()
}

/**
 * Removes at most `limit` applications without documents that were decided before `before`; returns how many.
 */
export const deleteDecidedApplications = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'courier_applications',
    sql`
      courier_applications.status <> 'WAITING' and courier_applications.decided_at < ${before}
      and not exists (
        select from courier_documents where courier_documents.application_id = courier_applications.id
      )`,
    limit,
  )
