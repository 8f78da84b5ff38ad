import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { SentFileType } from '../../../base/kernel/private-file-type.ts'
import type { DeliveryFileKind } from '../deliveries-tables.ts'
import { type DeliveryKey, isCarried, statusesOf } from '../delivery-store.ts'

/** A file of a delivery that its storage has or is about to get. */
export type NewDeliveryFile = {
  id: string
  kind: DeliveryFileKind
  fileKey: string
  contentType: SentFileType
  sizeBytes: number
}

/** Announces a file, which counts for nobody until `markFileStored`. */
export async function insertFile(
  trx: Trx,
  { shopId, id: deliveryId }: DeliveryKey,
  file: NewDeliveryFile,
  addedAt: Date,
): Promise<void> {
  await trx
    .insertInto('delivery_files')
    .values({
      shop_id: shopId,
      delivery_id: deliveryId,
      id: file.id,
      kind: file.kind,
      file_key: file.fileKey,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      added_at: addedAt,
      stored_at: null,
      removed_at: null,
    })
    .execute()
}

/** How many files of a kind of a locked delivery were sent since a moment. */
export async function countFilesSince(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  kind: DeliveryFileKind,
  since: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('delivery_files')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('delivery_files.shop_id', '=', shopId)
    .where('delivery_files.delivery_id', '=', id)
    .where('delivery_files.kind', '=', kind)
    .where('delivery_files.added_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The file counts from now on, in place of any other of its kind; false when it was given up meanwhile. */
export async function markFileStored(
  trx: Trx,
  key: DeliveryKey,
  { id, kind }: Pick<NewDeliveryFile, 'id' | 'kind'>,
  now: Date,
): Promise<boolean> {
  await markFilesRemoved(trx, [key], [kind], now)
  const { numUpdatedRows } = await trx
    .updateTable('delivery_files')
    .set({ stored_at: now })
    .where('delivery_files.shop_id', '=', key.shopId)
    .where('delivery_files.delivery_id', '=', key.id)
    .where('delivery_files.id', '=', id)
    .where('delivery_files.removed_at', 'is', null)
    .where('delivery_files.file_key', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes an announced file back whose bytes did not reach the storage, or came too late. */
export async function giveFileUp(db: Database, key: DeliveryKey, id: string, now: Date): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ removed_at: now })
    .where('delivery_files.shop_id', '=', key.shopId)
    .where('delivery_files.delivery_id', '=', key.id)
    .where('delivery_files.id', '=', id)
    .where('delivery_files.stored_at', 'is', null)
    .execute()
}

/**
 * From now on nobody gets the stored files of these kinds; the purge removes them. Returns how many there
 * were.
 */
export async function markFilesRemoved(
  trx: Trx,
  deliveries: readonly DeliveryKey[],
  kinds: readonly DeliveryFileKind[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('delivery_files')
    .set({ removed_at: now })
    .where(isOfOne(deliveries))
    .where('delivery_files.kind', '=', sql<DeliveryFileKind>`any(${[...kinds]}::text[])`)
    .where('delivery_files.stored_at', 'is not', null)
    .where('delivery_files.removed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A file that counts, without its bytes. */
export type DeliveryFile = {
  id: string
  kind: DeliveryFileKind
  contentType: SentFileType
  sizeBytes: number
  addedAt: Date
}

/** The files of deliveries that count, by delivery and kind. */
export async function listFilesOf(
  db: Database | Trx,
  deliveries: readonly DeliveryKey[],
): Promise<(DeliveryFile & { deliveryId: string })[]> {
  return db
    .selectFrom('delivery_files')
    .select([
      'delivery_files.delivery_id as deliveryId',
      'delivery_files.id as id',
      'delivery_files.kind as kind',
      'delivery_files.content_type as contentType',
      'delivery_files.size_bytes as sizeBytes',
      'delivery_files.added_at as addedAt',
    ])
    .where(isOfOne(deliveries))
    .where('delivery_files.stored_at', 'is not', null)
    .where('delivery_files.removed_at', 'is', null)
    .orderBy('delivery_files.delivery_id')
    .orderBy('delivery_files.kind')
    .execute()
}

const isOfOne = (deliveries: readonly DeliveryKey[]) => sql<boolean>`
  (delivery_files.shop_id, delivery_files.delivery_id) in (
    select * from ${keyRows(deliveries)})`

/** Where the bytes of a file that counts are, and what they are. */
export type StoredFile = { fileKey: string; contentType: SentFileType }

/** A file of a delivery that counts. */
export async function findStoredFile(
  db: Database,
  { shopId, id }: DeliveryKey,
  fileId: string,
): Promise<(StoredFile & { kind: DeliveryFileKind }) | undefined> {
  const { rows } = await sql<StoredFile & { kind: DeliveryFileKind }>`
    select
      delivery_files.file_key as "fileKey", delivery_files.content_type as "contentType", delivery_files.kind
    from delivery_files
    where delivery_files.shop_id = ${shopId} and delivery_files.delivery_id = ${id}
      and delivery_files.id = ${fileId}
      and delivery_files.file_key is not null and delivery_files.stored_at is not null
      and delivery_files.removed_at is null
  `.execute(db)
  return rows[0]
}

/** A file of these kinds of the delivery that this courier is on the way with. */
export async function findFileForCourier(
  db: Database,
  { courierId, fileId }: { courierId: string; fileId: string },
  kinds: readonly DeliveryFileKind[],
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select delivery_files.file_key as "fileKey", delivery_files.content_type as "contentType"
    from deliveries
    join delivery_files on delivery_files.shop_id = deliveries.shop_id
      and delivery_files.delivery_id = deliveries.id
    where deliveries.courier_id = ${courierId} and ${isCarried()}
      and deliveries.status in (${statusesOf('onCourse')})
      and delivery_files.id = ${fileId} and delivery_files.kind = any(${[...kinds]}::text[])
      and delivery_files.file_key is not null and delivery_files.stored_at is not null
      and delivery_files.removed_at is null
  `.execute(db)
  return rows[0]
}

/** A file whose bytes nobody gets any more; `isOver` when its row is not needed either. */
export type UnneededFile = {
  shopId: string
  deliveryId: string
  id: string
  fileKey: string | null
  isOver: boolean
}

/**
 * At most `limit` files that were replaced, taken back or erased, or never reached the storage, the oldest
 * first.
 */
export async function listRemovedFiles(
  db: Database,
  announcedBefore: Date,
  limit: number,
): Promise<UnneededFile[]> {
  const { rows } = await sql<UnneededFile>`
    select
      delivery_files.shop_id as "shopId", delivery_files.delivery_id as "deliveryId", delivery_files.id,
      delivery_files.file_key as "fileKey", false as "isOver"
    from delivery_files
    where delivery_files.file_key is not null
      and (delivery_files.removed_at is not null
        or delivery_files.stored_at is null and delivery_files.added_at < ${announcedBefore})
    order by delivery_files.added_at
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * At most `limit` files of a kind whose delivery ended or failed before a moment, or is gone. None was sent
 * after the end, so what was sent since needs no look.
 */
export async function listFilesOfEnded(
  db: Database,
  kind: DeliveryFileKind,
  endedBefore: Date,
  limit: number,
): Promise<UnneededFile[]> {
  const { rows } = await sql<UnneededFile>`
    select
      delivery_files.shop_id as "shopId", delivery_files.delivery_id as "deliveryId", delivery_files.id,
      delivery_files.file_key as "fileKey", true as "isOver"
    from delivery_files
    left join deliveries on deliveries.shop_id = delivery_files.shop_id
      and deliveries.id = delivery_files.delivery_id
    where delivery_files.kind = ${kind} and delivery_files.added_at < ${endedBefore}
      and (deliveries.id is null
        or deliveries.ended_at < ${endedBefore}
        or deliveries.status in (${statusesOf('failed')}) and exists (
          select from delivery_history
          where delivery_history.shop_id = deliveries.shop_id and delivery_history.delivery_id = deliveries.id
            and delivery_history.status = 'FAILED' and delivery_history.occurred_at < ${endedBefore}))
    order by delivery_files.added_at
    limit ${limit}
  `.execute(db)
  return rows
}

/** Forgets files that the storage has no more: the whole row where its delivery is over, else its key. */
export async function forgetFiles(db: Database, files: readonly UnneededFile[]): Promise<void> {
  const keysOf = (chosen: readonly UnneededFile[]) => sql`unnest(
    ${chosen.map(({ shopId }) => shopId)}::uuid[], ${chosen.map(({ deliveryId }) => deliveryId)}::uuid[],
    ${chosen.map(({ id }) => id)}::uuid[]) as gone (shop_id, delivery_id, id)`
  const isGone = sql`delivery_files.shop_id = gone.shop_id and delivery_files.delivery_id = gone.delivery_id
    and delivery_files.id = gone.id`
  const [over, others] = [files.filter(({ isOver }) => isOver), files.filter(({ isOver }) => !isOver)]
  if (over.length > 0) await sql`delete from delivery_files using ${keysOf(over)} where ${isGone}`.execute(db)
  if (others.length > 0)
    await sql`update delivery_files set file_key = null from ${keysOf(others)} where ${isGone}`.execute(db)
}
