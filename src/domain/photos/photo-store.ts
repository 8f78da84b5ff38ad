import { sql } from 'kysely'
import { lockByName } from '../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type AnnouncedPhotos, leastPhotoBytes } from './photo-quota.ts'
import type { PhotoUpload } from './photo-storage.ts'

/**
 * What a shop announced after `since`, and what it and all leave unused; others that announce for it wait
 * until the transaction ends.
 */
export async function lockAnnounced(trx: Trx, shopId: string, since: Date): Promise<AnnouncedPhotos> {
  await lockByName(trx, `photos of ${shopId}`)
  const { rows } = await sql<AnnouncedPhotos>`
    with unused as (
      select parcel_photos.shop_id,
        sum(greatest(parcel_photos.size_bytes, ${leastPhotoBytes}::integer)) as bytes
      from parcel_photos
      where parcel_photos.verified_at is null
      group by parcel_photos.shop_id
    )
    select
      count(*)::integer as photos,
      coalesce(sum(parcel_photos.size_bytes), 0)::float8 as bytes,
      min(parcel_photos.created_at) as "oldestAt",
      (select coalesce(sum(unused.bytes), 0)::float8 from unused) as "unusedBytes",
      (
        select coalesce(sum(unused.bytes), 0)::float8 from unused where unused.shop_id = ${shopId}
      ) as "unusedBytesOfShop"
    from parcel_photos
    where parcel_photos.shop_id = ${shopId} and parcel_photos.created_at > ${since}
  `.execute(trx)
  return rows[0] ?? { photos: 0, bytes: 0, oldestAt: null, unusedBytes: 0, unusedBytesOfShop: 0 }
}

export async function insertPhoto(
  db: Database | Trx,
  shopId: string,
  photo: PhotoUpload,
  createdAt: Date,
): Promise<void> {
  await db
    .insertInto('parcel_photos')
    .values({
      shop_id: shopId,
      photo_key: photo.photoKey,
      content_type: photo.contentType,
      size_bytes: photo.sizeBytes,
      created_at: createdAt,
      verified_at: null,
    })
    .execute()
}

/** A photo announced by this shop, when, and whether its upload was found to be complete. */
export async function findPhoto(
  db: Database,
  shopId: string,
  photoKey: string,
): Promise<(PhotoUpload & { createdAt: Date; isVerified: boolean }) | undefined> {
  const row = await db
    .selectFrom('parcel_photos')
    .selectAll()
    .where('parcel_photos.shop_id', '=', shopId)
    .where('parcel_photos.photo_key', '=', photoKey)
    .executeTakeFirst()
  return (
    row && {
      photoKey: row.photo_key,
      contentType: row.content_type,
      sizeBytes: row.size_bytes,
      createdAt: row.created_at,
      isVerified: row.verified_at !== null,
    }
  )
}

export async function markPhotoVerified(
  db: Database,
  shopId: string,
  photoKey: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('parcel_photos')
    .set({ verified_at: now })
    .where('parcel_photos.shop_id', '=', shopId)
    .where('parcel_photos.photo_key', '=', photoKey)
    .execute()
}

/** A photo that was announced and never named by an order. */
export type UnusedPhoto = { shopId: string; photoKey: string }

/** At most `limit` photos announced before `before` that no order has named, the oldest first. */
export async function listUnusedPhotos(db: Database, before: Date, limit: number): Promise<UnusedPhoto[]> {
  return db
    .selectFrom('parcel_photos')
    .select(['parcel_photos.shop_id as shopId', 'parcel_photos.photo_key as photoKey'])
    .where('parcel_photos.verified_at', 'is', null)
    .where('parcel_photos.created_at', '<', before)
    .orderBy('parcel_photos.created_at')
    .limit(limit)
    .execute()
}

export async function deletePhotos(db: Database, photos: readonly UnusedPhoto[]): Promise<void> {
  await sql`
    delete from parcel_photos
    using unnest(
      ${photos.map(({ shopId }) => shopId)}::uuid[], ${photos.map(({ photoKey }) => photoKey)}::text[]
    ) as gone (shop_id, photo_key)
    where parcel_photos.shop_id = gone.shop_id and parcel_photos.photo_key = gone.photo_key
  `.execute(db)
}

/**
 * Marks photos that no order names any more as never used, so that they are purged with their files even if
 * nobody removes them before.
 */
export async function markPhotosUnused(trx: Trx, photos: readonly UnusedPhoto[]): Promise<void> {
  await sql`
    update parcel_photos set verified_at = null
    from unnest(
      ${photos.map(({ shopId }) => shopId)}::uuid[], ${photos.map(({ photoKey }) => photoKey)}::text[]
    ) as unused (shop_id, photo_key)
    where parcel_photos.shop_id = unused.shop_id and parcel_photos.photo_key = unused.photo_key
  `.execute(trx)
}
