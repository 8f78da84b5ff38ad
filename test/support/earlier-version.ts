import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { OpenDatabase } from '../../src/base/database/open-database.ts'
import { apiKeyHash, newApiKey } from '../../src/domain/shops/api-key.ts'

const id = (number: number) => `01a00000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** What `insertThen` writes down, by which it is found again. */
export const kept = {
  shopId: id(1),
  deliveryId: id(2),
  eventId: id(3),
  eventBody: JSON.stringify({ id: id(3), type: 'delivery.created', data: { deliveryId: id(2) } }),
  postingId: id(4),
  accountIds: [id(5), id(6)],
  apiKey: newApiKey('sandbox'),
}

export type FileThen = { name: string; sql: string }

export const migrationsUpTo = (number: string): FileThen[] =>
  readdirSync('migrations/before')
    .filter((name) => name.endsWith('.sql') && name.slice(0, 4) <= number)
    .sort()
    .map((name) => ({ name, sql: readFileSync(`migrations/before/${name}`, 'utf8') }))

export const fileHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Applies migrations as the first version did: each file with the hash of all its text, and no word of breaking ones. */
export async function migrateThen(database: OpenDatabase, files: FileThen[]): Promise<void> {
  await database.withSession(async (session) => {
    await session.runScript(
      'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    for (const { name, sql } of files) {
      const statements = sql.includes('--! without transaction')
        ? sql.split(/;\s*$/m)
        : [`begin;${sql};commit`]
      for (const statement of statements) await session.runScript(statement)
      await session.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
        name,
        fileHash(sql),
      ])
    }
  })
}

/** A shop with its key, a delivery with its history, and its event, in the tables of the first version. */
export const insertThen = (database: OpenDatabase): Promise<void> =>
  database.withSession((session) =>
    session.runScript(`
      insert into cities (id, name, country, lat, lng, service_radius_meters, time_zone, currency, created_at)
      values ('${id(7)}', 'Cotonou', 'BJ', 6.4, 2.4, 20000, 'Africa/Porto-Novo', 'XOF', '2026-11-01');
      insert into shops (id, name, country, default_collection, created_at)
      values ('${kept.shopId}', 'Boutique', 'BJ', 'DIRECT', '2026-11-01');
      insert into api_keys (shop_id, id, key_sha256, scopes, created_at)
      values ('${kept.shopId}', '${id(8)}', '${apiKeyHash(kept.apiKey)}', '{deliveries:read}', '2026-11-01');
      insert into deliveries (
        shop_id, id, reference, external_ref, idempotency_key, body_sha256, status, created_at, city_id,
        customer_last_name, customer_first_name, customer_phone, pickup_lat, pickup_lng, parcel_category,
        parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status,
        price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code)
      values (
        '${kept.shopId}', '${kept.deliveryId}', 'COL-ABCDEF', 'order-1', 'key-of-then', '', 'DELIVERED',
        '2026-11-02', '${id(7)}', 'Dossou', 'Afi', '+2290197000001', 6.4, 2.4, 'FOOD', 'SMALL', false,
        'CASH_ON_DELIVERY', 5000, 'CUSTOMER', 'DIRECT', 'NOT_REQUESTED', 600, true, '{}', 0, '0001', '0002');
      insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
      values ('${kept.shopId}', '${kept.deliveryId}', 1, 'DELIVERED', '2026-11-02');
      insert into events (shop_id, id, delivery_id, type, body, created_at)
      values ('${kept.shopId}', '${kept.eventId}', '${kept.deliveryId}', 'delivery.created', '${kept.eventBody}', now())`),
  )

/** A posting that moves 600 F, in the tables of the first version that kept books. */
export const bookThen = (database: OpenDatabase): Promise<void> =>
  database.withSession((session) =>
    session.runScript(`
      insert into ledger_accounts (id, kind, owner, currency)
      values ('${kept.accountIds[0]}', 'SHOP', '${kept.shopId}', 'XOF'), ('${kept.accountIds[1]}', 'CASH', 'then', 'XOF');
      insert into ledger_postings (id, cause, kind, currency, shop_id, booked_at)
      values ('${kept.postingId}', 'then', 'TRIP', 'XOF', '${kept.shopId}', '2026-11-24 12:00Z');
      insert into ledger_entries (account_id, posting_id, amount_fcfa)
      values ('${kept.accountIds[0]}', '${kept.postingId}', -600), ('${kept.accountIds[1]}', '${kept.postingId}', 600)`),
  )
