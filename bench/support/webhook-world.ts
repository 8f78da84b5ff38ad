import { pino } from 'pino'
import { migrate } from '../../src/base/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/base/database/open-database.ts'
import { systemActor } from '../../src/base/kernel/actor.ts'
import { systemClock } from '../../src/base/kernel/clock.ts'
import { readConfig } from '../../src/config.ts'
import { eventTypes } from '../../src/contract/vocabulary.ts'
import { createDelivery } from '../../src/domain/deliveries/order/create-delivery.ts'
import { setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../../src/domain/shops/create-api-key.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { addEndpoint } from '../../src/domain/webhooks/endpoints/add-endpoint.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { makeServices, type Services } from '../../src/services.ts'

/** A database with its services in this process, which relays nothing and sends nothing. */
export type WebhookWorld = { database: OpenDatabase; services: Services; close(): Promise<void> }

/** A shop with one endpoint, and one delivery from which others are copied. */
export type WebhookShop = { shopId: string; key: string; endpointId: string; url: string }

const center = { lat: 6.37, lng: 2.41 }

/** Opens the database, and adds the one city to an empty one. */
export async function openWebhookWorld(env: Record<string, string>): Promise<WebhookWorld> {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 10,
    timeoutMs: 30_000,
    onError: () => {},
  })
  await migrate(database)
  if (!(await database.db.selectFrom('cities').select('cities.id').executeTakeFirst()))
    await addWorldCity(database)
  const log = pino({ level: config.LOG_LEVEL })
  const services = await makeServices({ config, database, clock: systemClock, log })
  return {
    database,
    services,
    close: async () => {
      await services.stop()
      await database.close()
    },
  }
}

async function addWorldCity({ db }: OpenDatabase): Promise<void> {
  const services = { db, clock: systemClock, actor: systemActor }
  const cityId = await addCity(services, {
    name: 'Cotonou',
    country: 'BJ',
    center,
    serviceRadiusMeters: 30_000,
    timeZone: 'Africa/Porto-Novo',
    currency: 'XOF',
  })
  await setTariff(services, cityId, { surcharges: { FRAGILE: { flatFcfa: 200, perKmFcfa: 0 } } })
}

/** Opens a shop through the verbs, with the endpoint it would have added itself. */
export async function addWebhookShop({ services }: WebhookWorld, url: string): Promise<WebhookShop> {
  const { id: shopId } = await createShop(services, {
    name: 'Boutique',
    country: 'BJ',
    defaultCollection: 'SECURE',
    payoutPhone: '+2290197000099',
    discountPercent: 0,
  })
  const address = { label: 'Boutique', landmark: 'En face du marché', formatted: 'Ganhi, Cotonou' }
  await addPickupAddress(services, { shopId, ...address, ...center, isDefault: true })
  const { endpoint } = await addEndpoint(services.webhooks, {
    shopId,
    url,
    eventTypes: null,
    description: null,
  })
  await createDelivery(services, {
    shopId,
    idempotencyKey: 'first-order',
    input: {
      dropoff: { ...center, label: 'Maison', landmark: 'Portail bleu' },
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
      parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
      instructions: 'Appeler en arrivant',
    },
  })
  const { key } = await createApiKey(services, { shopId, scopes: ['deliveries:write'], label: null })
  return { shopId, key, endpointId: endpoint.id, url: endpoint.url }
}

/** Settles everything that is pending, so that what is measured next is alone. */
export async function settleAll({ database }: WebhookWorld): Promise<void> {
  await database.withSession((session) =>
    session.runScript(`
      delete from unsequenced_events;
      update event_consumers set position = event_log_head.position from event_log_head;
      update webhook_dispatches set state = 'DELIVERED', lease_owner = null, lease_until = null where state = 'PENDING';
      update webhook_endpoints set failing_since = null, consecutive_failures = 0, disabled_at = null`),
  )
}

let batches = 0

/**
 * Enqueues `perShop` overdue events for each of these shops: copies of its first delivery, ten events of real
 * bodies each, then what autovacuum would do.
 */
export async function enqueueBacklog(
  { database }: WebhookWorld,
  shops: readonly WebhookShop[],
  perShop: number,
): Promise<void> {
  const batch = ++batches
  const ids = shops.map(({ shopId }) => shopId)
  const perDelivery = eventTypes.length
  await database.withSession(async (session) => {
    // The service's own sessions prefer indexes, which would take minutes here.
    await session.runScript(`
      set enable_seqscan = on;
      alter table events disable trigger events_note_unsequenced`)
    await session.query(copyDeliveries, [ids, Math.ceil(perShop / perDelivery), batch])
    await session.runScript('analyze deliveries')
    await session.query(copyEvents, [ids, eventTypes, batch])
    await session.query(enqueueDispatches, [ids, batch])
    await session.runScript(`
      alter table events enable trigger events_note_unsequenced`)
    for (const table of ['deliveries', 'events', 'webhook_dispatches', 'webhook_endpoints']) {
      await session.runScript(`vacuum analyze ${table}`)
    }
    await session.runScript('reset enable_seqscan')
  })
}

/** A version 7 identifier of now, as the service makes them. */
const newId = `(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

const copyDeliveries = `
  insert into deliveries
  select copied.*
  from deliveries as first
  cross join generate_series(1, $2::integer) as number
  cross join lateral (select ${newId} as id, number as copy, first.shop_id as owner) as made
  cross join lateral jsonb_populate_record(first, jsonb_build_object(
    'id', made.id,
    'reference', 'COL-' || substr(md5(made.id::text), 1, 12),
    'external_ref', null,
    'idempotency_key', 'copy-' || $3::text || '-' || number
  )) as copied
  where first.shop_id = any($1::uuid[]) and first.idempotency_key = 'first-order'`

const copyEvents = `
  insert into events (shop_id, id, delivery_id, type, body, created_at)
  select copied.shop_id, made.id, copied.id, types.type,
    replace(replace(replace(published.body, published.id::text, made.id::text), published.delivery_id::text, copied.id::text),
      '"delivery.created"', '"' || types.type || '"'),
    now()
  from deliveries as first
  join events as published on published.shop_id = first.shop_id and published.delivery_id = first.id
  join deliveries as copied on copied.shop_id = first.shop_id
    and copied.idempotency_key like 'copy-' || $3::text || '-%'
  cross join unnest($2::text[]) as types (type)
  cross join lateral (select ${newId} as id, types.type as published, copied.id as owner) as made
  where first.shop_id = any($1::uuid[]) and first.idempotency_key = 'first-order'`

const enqueueDispatches = `
  insert into webhook_dispatches (shop_id, endpoint_id, event_id, due_at, created_at)
  select events.shop_id, webhook_endpoints.id, events.id, now() - random() * interval '1 hour', now()
  from events
  join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    and deliveries.idempotency_key like 'copy-' || $2::text || '-%'
  join webhook_endpoints on webhook_endpoints.shop_id = events.shop_id
  where events.shop_id = any($1::uuid[])
  order by events.id`
