import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import type { ShopLogo } from './shop-logo.ts'

type LogoRow = Selectable<Tables['shop_logos']>

/** Writes the logo of a shop in place of any other. */
export async function saveLogo(trx: Trx, shopId: string, logo: ShopLogo, now: Date): Promise<void> {
  const columns = {
    sha256: logo.sha256,
    content_type: logo.contentType,
    bytes: Buffer.from(logo.bytes),
    set_at: now,
  }
  await trx
    .insertInto('shop_logos')
    .values({ shop_id: shopId, ...columns })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(columns))
    .execute()
}

export async function deleteLogo(trx: Trx, shopId: string): Promise<void> {
  await trx.deleteFrom('shop_logos').where('shop_logos.shop_id', '=', shopId).execute()
}

/** The logo of a shop; one that was stored before pictures were cleaned says nothing of its camera either. */
export async function findLogo(db: Database, shopId: string): Promise<LogoRow | undefined> {
  const logo = await db
    .selectFrom('shop_logos')
    .selectAll()
    .where('shop_logos.shop_id', '=', shopId)
    .executeTakeFirst()
  return logo && { ...logo, bytes: Buffer.from(pictureWithoutMetadata(logo.bytes) ?? logo.bytes) }
}
