import type { Database } from '../database/open-database.ts'
import type { PhotoUpload } from './photo-storage.ts'

export async function insertPhoto(
  db: Database,
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

/** A photo announced by this shop, and whether its upload was seen to be whole. */
export async function findPhoto(
  db: Database,
  shopId: string,
  photoKey: string,
): Promise<(PhotoUpload & { isVerified: boolean }) | undefined> {
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
