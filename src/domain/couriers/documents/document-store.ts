import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { PrivateFileType } from '../../../base/kernel/private-file-type.ts'
import type { DocumentKind, PaperNotice } from '../couriers-tables.ts'

/** A document as it is kept; `expiresOn` is a day like `2026-11-21`. */
export type DocumentRow = {
  id: string
  applicationId: string | null
  courierId: string | null
  kind: DocumentKind
  fileKey: string | null
  contentType: PrivateFileType | null
  sizeBytes: number | null
  expiresOn: string | null
  addedAt: Date
}

/** Whose documents: an applicant's or a courier's. */
export type DocumentOwner = { applicationId: string } | { courierId: string }

const documents = (db: Database | Trx) =>
  db
    .selectFrom('courier_documents')
    .select([
      'courier_documents.id as id',
      'courier_documents.application_id as applicationId',
      'courier_documents.courier_id as courierId',
      'courier_documents.kind as kind',
      'courier_documents.file_key as fileKey',
      'courier_documents.content_type as contentType',
      'courier_documents.size_bytes as sizeBytes',
      sql<string | null>`courier_documents.expires_on::text`.as('expiresOn'),
      'courier_documents.added_at as addedAt',
    ])

/** The documents of somebody, the newest first. */
export async function listDocuments(db: Database | Trx, owner: DocumentOwner): Promise<DocumentRow[]> {
  return documents(db)
    .$if('courierId' in owner, (query) =>
      query.where('courier_documents.courier_id', '=', 'courierId' in owner ? owner.courierId : ''),
    )
    .$if('applicationId' in owner, (query) =>
      query.where(
        'courier_documents.application_id',
        '=',
        'applicationId' in owner ? owner.applicationId : '',
      ),
    )
    .orderBy('courier_documents.id', 'desc')
    .execute()
}

export async function findDocument(db: Database | Trx, id: string): Promise<DocumentRow | undefined> {
  return documents(db).where('courier_documents.id', '=', id).executeTakeFirst()
}

/** A document that ends soon, with whose it is. */
export type ExpiringDocument = {
  courierId: string
  firstName: string
  lastName: string
  kind: DocumentKind
  expiresOn: string
}

/**
 * SQL: whether no other document of the same kind and courier counts for longer: what was renewed is not
 * missed. One whose end nobody noted renews nothing. Papers of no known kind are each by themselves.
 */
export const isLastOfItsKind = sql<boolean>`(courier_documents.kind = 'OTHER' or not exists (
  select from courier_documents as renewed
  where renewed.courier_id = courier_documents.courier_id and renewed.kind = courier_documents.kind
    and (renewed.expires_on, renewed.id) > (courier_documents.expires_on, courier_documents.id)))`

/** How many couriers have a paper that expires before a day. */
export async function countExpiringDocuments(db: Database, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct courier_documents.courier_id)::integer as count
    from courier_documents
    join couriers on couriers.id = courier_documents.courier_id
    where courier_documents.expires_on < ${before}::date and couriers.retired_at is null
      and ${isLastOfItsKind}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The papers of a courier that expire before a day, the first to expire first. */
export async function listExpiringOf(
  db: Database,
  courierId: string,
  before: string,
): Promise<Pick<ExpiringDocument, 'kind' | 'expiresOn'>[]> {
  const { rows } = await sql<Pick<ExpiringDocument, 'kind' | 'expiresOn'>>`
    select courier_documents.kind, courier_documents.expires_on::text as "expiresOn"
    from courier_documents
    where courier_documents.courier_id = ${courierId}::uuid
      and courier_documents.expires_on < ${before}::date and ${isLastOfItsKind}
    order by courier_documents.expires_on, courier_documents.id
  `.execute(db)
  return rows
}

/** A paper of which its courier is to be told. */
type PaperToTell = { id: string; courierId: string; kind: DocumentKind; expiresOn: string }

/**
 * Takes at most `limit` papers of which their couriers are to be told on a day, and keeps that they were:
 * each once at so many days before its end as `notices` say, the latest of them where several are due.
 */
export async function takePapersToTell(
  trx: Trx,
  today: string,
  { notices, graceDays, limit }: { notices: readonly PaperNotice[]; graceDays: number; limit: number },
): Promise<PaperToTell[]> {
  const { rows } = await sql<PaperToTell>`
    with due as (
      select courier_documents.id, notice.days
      from courier_documents
      join couriers on couriers.id = courier_documents.courier_id
      cross join lateral (
        select min(each.days) as days
        from unnest(${[...notices]}::smallint[]) as each (days)
        where courier_documents.expires_on - ${today}::date <= each.days
      ) as notice
      where courier_documents.expires_on between ${today}::date - ${graceDays}::integer
          and ${today}::date + ${Math.max(...notices)}::integer
        and couriers.retired_at is null and ${isLastOfItsKind}
        and (courier_documents.told_days_left is null or courier_documents.told_days_left > notice.days)
      order by courier_documents.expires_on, courier_documents.id
      limit ${limit}
      for no key update of courier_documents skip locked
    )
    update courier_documents
    set told_days_left = due.days
    from due
    where courier_documents.id = due.id
    returning courier_documents.id, courier_documents.courier_id as "courierId", courier_documents.kind,
      courier_documents.expires_on::text as "expiresOn"
  `.execute(trx)
  return rows
}

/**
 * At most `limit` documents of couriers who work here that expire before a day, the first to expire first.
 */
export async function listExpiringDocuments(
  db: Database,
  before: string,
  limit: number,
): Promise<ExpiringDocument[]> {
  const { rows } = await sql<ExpiringDocument>`
    select
      couriers.id as "courierId", couriers.first_name as "firstName", couriers.last_name as "lastName",
      courier_documents.kind, courier_documents.expires_on::text as "expiresOn"
    from courier_documents
    join couriers on couriers.id = courier_documents.courier_id
    where courier_documents.expires_on < ${before}::date and couriers.retired_at is null
      and ${isLastOfItsKind}
    order by courier_documents.expires_on, courier_documents.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Writes documents. */
export async function insertDocuments(trx: Trx, rows: readonly DocumentRow[]): Promise<void> {
  await trx
    .insertInto('courier_documents')
    .values(
      rows.map((row) => ({
        id: row.id,
        application_id: row.applicationId,
        courier_id: row.courierId,
        kind: row.kind,
        file_key: row.fileKey,
        content_type: row.contentType,
        size_bytes: row.sizeBytes,
        expires_on: row.expiresOn,
        added_at: row.addedAt,
      })),
    )
    .execute()
}

/** What an applicant has shown becomes the courier's whom they became. */
export async function passDocuments(trx: Trx, applicationId: string, courierId: string): Promise<void> {
  await trx
    .updateTable('courier_documents')
    .set({ courier_id: courierId, application_id: null })
    .where('courier_documents.application_id', '=', applicationId)
    .execute()
}

/** Sets until when a document counts; of another day its courier is told anew. */
export async function setExpiry(trx: Trx, id: string, expiresOn: string | null): Promise<void> {
  await trx
    .updateTable('courier_documents')
    .set({
      expires_on: expiresOn,
      told_days_left: sql`case
        when courier_documents.expires_on = ${expiresOn}::date then courier_documents.told_days_left end`,
    })
    .where('courier_documents.id', '=', id)
    .execute()
}

export async function deleteDocuments(db: Database | Trx, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('courier_documents')
    .where('courier_documents.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** At most `limit` documents of those who were refused or have retired before these moments. */
export async function listOldDocuments(
  db: Database,
  { refusedBefore, retiredBefore, limit }: { refusedBefore: Date; retiredBefore: Date; limit: number },
): Promise<{ id: string; fileKey: string | null }[]> {
  const { rows } = await sql<{ id: string; fileKey: string | null }>`
    select courier_documents.id, courier_documents.file_key as "fileKey"
    from courier_documents
    left join courier_applications on courier_applications.id = courier_documents.application_id
    left join couriers on couriers.id = courier_documents.courier_id
    where courier_applications.status = 'REFUSED' and courier_applications.decided_at < ${refusedBefore}
      or couriers.retired_at < ${retiredBefore}
    limit ${limit}
  `.execute(db)
  return rows
}
