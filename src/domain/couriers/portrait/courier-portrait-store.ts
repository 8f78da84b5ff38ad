import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import type { CourierPortrait } from './courier-portrait.ts'

type PortraitRow = Selectable<Tables['courier_portraits']>

/** Writes the portrait of a courier in place of any other. */
export async function savePortrait(
  trx: Trx,
  courierId: string,
  portrait: CourierPortrait,
  now: Date,
): Promise<void> {
  const columns = {
    sha256: portrait.sha256,
    content_type: portrait.contentType,
    bytes: Buffer.from(portrait.bytes),
    set_at: now,
  }
  await trx
    .insertInto('courier_portraits')
    .values({ courier_id: courierId, ...columns })
    .onConflict((conflict) => conflict.column('courier_id').doUpdateSet(columns))
    .execute()
}

/** Deletes the portrait of a courier, if there is one. */
export async function deletePortrait(trx: Trx, courierId: string): Promise<void> {
  await trx.deleteFrom('courier_portraits').where('courier_portraits.courier_id', '=', courierId).execute()
}

/**
 * The portrait of a courier; one that was stored before pictures were cleaned says nothing of its camera
 * either.
 */
export async function findPortrait(db: Database, courierId: string): Promise<PortraitRow | undefined> {
  const portrait = await db
    .selectFrom('courier_portraits')
    .selectAll()
    .where('courier_portraits.courier_id', '=', courierId)
    .executeTakeFirst()
  return (
    portrait && { ...portrait, bytes: Buffer.from(pictureWithoutMetadata(portrait.bytes) ?? portrait.bytes) }
  )
}

/** The hash of a courier's portrait, without its bytes. */
export async function findPortraitHash(db: Database | Trx, courierId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('courier_portraits')
    .select('courier_portraits.sha256')
    .where('courier_portraits.courier_id', '=', courierId)
    .executeTakeFirst()
  return found?.sha256
}
