import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { scopes } from '../src/base/contract/vocabulary.ts'
import { newApiKey } from '../src/domain/shops/api-key.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  type Answer,
  east,
  nowhere,
  openService,
  parakou,
  plainOrder,
  type TestService,
  type TestShop,
} from './support/open-service.ts'

/** Words found nowhere else, so that one found in a line proves that it was logged. */
const customer = { lastName: 'Adjovi-Zinsou', firstName: 'Mahougnon', phone: '0197654321' }
const words = {
  label: 'Portail violet',
  landmark: 'Derrière la pharmacie Jonquet',
  instructions: 'Demander Sètondji',
  reason: 'La cliente Rolande annule',
}

type Line = {
  level: number
  msg: string
  requestId?: string
  path?: string
  code?: string
  err?: { constraint?: string }
}

const order = {
  ...plainOrder,
  customer,
  instructions: words.instructions,
  dropoff: { ...east, label: words.label, landmark: words.landmark },
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  /** What no log line may hold, by kind. */
  const secrets: Record<string, string> = {
    'a last name': customer.lastName,
    'a first name': customer.firstName,
    'a phone number': customer.phone.slice(2),
    ...words,
    'an Idempotency-Key': 'secret-order',
    'an API key': 'colis_live_',
    'a scheme of authentication': 'Bearer',
    'a header’s name': 'authorization',
  }

  before(async () => {
    service = await openService(await open(), { LOG_LEVEL: 'debug' })
    shop = await service.openShop()
    secrets['the key of the shop'] = shop.key
  })
  after(() => service.close())

  test('every refusal in the OpenAPI description is logged without the data that was sent', async () => {
    await refuseEverything()
    const { paths } = service.app.swagger() as { paths: object }
    const described = [...JSON.stringify(paths).matchAll(/"code":\{"type":"string","enum":\[([^\]]*)\]/g)]
    const expected = new Set(described.flatMap(([, list = '']) => list.replaceAll('"', '').split(',')))
    const others = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'REQUEST_MALFORMED']
    const seen = new Set(lines().map(({ code }) => code))

    assert.ok(expected.size > 20)
    assert.deepEqual([...expected, ...others].filter((code) => !seen.has(code)).sort(), [])
    assertNoSecret()
  })

  test('a log line holds only the permitted fields', () => {
    const mayStand = /^(level|time|pid|hostname|requestId|method|path|code|status|err|msg)$/
    const mayStandOfErrors = /^(type|message|stack|code|constraint|cause|errors)$/
    for (const line of lines()) {
      for (const member of Object.keys(line)) assert.match(member, mayStand)
      for (const member of Object.keys(line.err ?? {})) assert.match(member, mayStandOfErrors)
      assert.doesNotMatch(line.path ?? '', /\?/)
    }
  })

  test('an unavailable database is logged without the SQL statement', async () => {
    await whileBroken('trigger', async () => {
      await assertRefused(shop.order({ customer }), 'SERVICE_UNAVAILABLE')
    })
    assert.ok(lines().some(({ msg }) => msg === 'the database did not respond'))
    assertNoSecret()
  })

  test('an error of the background work is logged without the database row that caused it', async () => {
    const { db } = service.services
    const broken = await sql`insert into shops (id, name, country, default_collection, created_at)
      values (gen_random_uuid(), ${customer.lastName}, 'xx', 'DIRECT', now())`
      .execute(db)
      .catch((error: unknown) => error)
    assert.match(String((broken as { detail?: string }).detail), /Adjovi-Zinsou/)

    service.services.onError('The background work failed.', broken)

    assert.equal(lines().at(-1)?.msg, 'The background work failed.')
    assertNoSecret()
  })

  let orders = 0

  /** Every refusal of the partner API, with secrets in all that is sent. */
  async function refuseEverything(): Promise<void> {
    const newShop = (options = {}) => service.openShop(options)
    const narrow = await newShop({ scopes: ['quotes:read'] })
    const homeless = await newShop({ withoutAddress: true })
    const unpaid = await newShop({ defaultCollection: 'DIRECT', payoutPhone: null })
    const revoked = await createApiKey(service.services, {
      shopId: shop.shopId,
      scopes: [...scopes],
      label: null,
    })
    await revokeApiKey(service.services, { shopId: shop.shopId, keyId: revoked.keyId })
    const as = (header?: string, address = '10.1.1.1') =>
      service.call({
        url: '/zones',
        remoteAddress: address,
        headers: header === undefined ? {} : { authorization: header },
      })
    const send = (body: object, headers?: Record<string, string>) =>
      shop.post('/deliveries', body, { 'idempotency-key': `secret-order-${++orders}`, ...headers })
    const text = (payload: string, type = 'application/json') =>
      service.call({
        method: 'POST',
        url: '/quotes',
        payload,
        headers: { authorization: `Bearer ${shop.key}`, 'content-type': type },
      })
    const quote = { parcelSize: 'SMALL', paymentMode: 'PREPAID' }

    await assertRefused(as(), 'API_KEY_MISSING')
    await assertRefused(as(`Basic ${shop.key}`), 'API_KEY_MISSING')
    await assertRefused(as(`Bearer ${newApiKey()}`), 'API_KEY_INVALID')
    await assertRefused(as(`Bearer ${revoked.key}`), 'API_KEY_INVALID')
    for (let tries = 1; (await as(`Bearer ${shop.key}x`, '10.1.1.2')).status === 401; tries += 1) {
      assert.ok(tries < 1_000)
    }
    await assertRefused(as(undefined, '10.1.1.2'), 'RATE_LIMITED')
    await assertRefused(narrow.order(order), 'SCOPE_REQUIRED')

    await assertRefused(send({ ...order, [customer.lastName]: customer.phone }), 'VALIDATION_FAILED')
    await assertRefused(shop.get(`/deliveries?status=${customer.lastName}`), 'VALIDATION_FAILED')
    await assertRefused(text(`{"${customer.lastName}"`), 'JSON_INVALID')
    await assertRefused(text(customer.lastName, 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE')
    await assertRefused(text(customer.lastName.repeat(30_000)), 'BODY_TOO_LARGE')
    await assertRefused(shop.get(`/nothing?key=${shop.key}`), 'ROUTE_NOT_FOUND')
    await assertRefused(shop.get(`/quotes?key=${shop.key}`), 'METHOD_NOT_ALLOWED')
    await assertRefused(shop.get(`/zones/%zz?phone=${customer.phone}`), 'REQUEST_MALFORMED')

    await assertRefused(
      send({ ...order, customer: { ...customer, phone: '97654321-000' } }),
      'PHONE_NUMBER_INVALID',
    )
    await assertRefused(send({ ...order, promoCode: words.label }), 'PROMO_CODE_REFUSED')
    const parcel = { ...plainOrder.parcel, photoKey: `photo_${customer.lastName}` }
    await assertRefused(send({ ...order, parcel }), 'PHOTO_KEY_UNKNOWN')
    await assertRefused(shop.get(`/events?after=${customer.lastName}`), 'EVENT_CURSOR_INVALID')
    const photo = { contentType: 'image/jpeg', sizeBytes: 5 * 1024 * 1024 }
    for (let announced = 0; announced < 100; announced += 1)
      await homeless.post('/deliveries/parcel-photo-uploads', photo)
    await assertRefused(homeless.post('/deliveries/parcel-photo-uploads', photo), 'PHOTO_QUOTA_REACHED')
    await assertRefused(shop.post('/deliveries', order), 'IDEMPOTENCY_KEY_REQUIRED')
    await assertRefused(send(order, { 'idempotency-key': 'secret-order!' }), 'IDEMPOTENCY_KEY_INVALID')
    const reused = { 'idempotency-key': 'secret-order-reused' }
    assert.equal((await send({ ...order, externalRef: 'order-2041' }, reused)).status, 201)
    await assertRefused(send(plainOrder, reused), 'IDEMPOTENCY_KEY_REUSED')
    await assertRefused(send({ ...order, externalRef: 'order-2041' }), 'EXTERNAL_REF_TAKEN')
    await assertRefused(
      send({ ...order, pickup: east, pickupAddressId: shop.pickupAddressId }),
      'PICKUP_AMBIGUOUS',
    )
    await assertRefused(send({ ...order, pickupAddressId: shop.shopId }), 'PICKUP_ADDRESS_UNKNOWN')
    await assertRefused(homeless.order(order), 'PICKUP_REQUIRED')
    await assertRefused(send({ ...order, dropoff: { ...nowhere, label: words.label } }), 'OUT_OF_ZONE')
    await assertRefused(send({ ...order, dropoff: { ...parakou, label: words.label } }), 'CITIES_DIFFER')
    await assertRefused(
      unpaid.post('/quotes', { ...quote, paymentMode: 'CASH_ON_DELIVERY', collection: 'SECURE' }),
      'PAYOUT_ACCOUNT_REQUIRED',
    )

    const { id } = (await send(order)).body
    await assertRefused(unpaid.get(`/deliveries/${id}`), 'DELIVERY_NOT_FOUND')
    await assertRefused(shop.get(`/deliveries/${shop.key}`), 'DELIVERY_NOT_FOUND')
    assert.equal((await shop.post(`/deliveries/${id}/cancel`, { reason: words.reason })).status, 200)
    await assertRefused(
      shop.post(`/deliveries/${id}/cancel`, { reason: words.reason }),
      'DELIVERY_NOT_CANCELLABLE',
    )
    await assertRefused(shop.post(`/sandbox/deliveries/${id}/advance`), 'NO_NEXT_STEP')
    await whileBroken('check', () => assertRefused(send(order), 'INTERNAL_ERROR'))
    await whileBroken('trigger', () => assertRefused(send(order), 'SERVICE_UNAVAILABLE'))
  }

  async function assertRefused(answering: Promise<Answer>, code: string): Promise<void> {
    const { body } = await answering
    assert.equal(body?.code, code, JSON.stringify(body))
  }

  /** Makes every creation fail: by a constraint, or as if the database were overloaded; both errors hold the row. */
  async function whileBroken(how: 'check' | 'trigger', work: () => Promise<void>): Promise<void> {
    const run = (script: string) =>
      service.services.database.withSession((session) => session.runScript(script))
    const [breaks, mends] = how === 'check' ? breakByCheck : breakByTrigger
    await run(breaks)
    try {
      await work()
    } finally {
      await run(mends)
    }
  }

  function lines(): Line[] {
    return service.logged.map((line) => JSON.parse(line))
  }

  function assertNoSecret(): void {
    assert.ok(service.logged.length > 0)
    for (const line of service.logged) {
      for (const [what, secret] of Object.entries(secrets)) {
        assert.equal(line.toLowerCase().includes(secret.toLowerCase()), false, `${what} is logged: ${line}`)
      }
    }
  }
})

const breakByCheck = [
  'alter table deliveries add constraint broken_on_purpose check (customer_last_name is null) not valid',
  'alter table deliveries drop constraint broken_on_purpose',
] as const

const breakByTrigger = [
  `create function break_on_purpose() returns trigger language plpgsql as $$
   begin
     raise exception 'canceling statement due to lock timeout' using errcode = '55P03', detail = new::text;
   end
   $$;
   create trigger broken_on_purpose before insert on deliveries
     for each row execute function break_on_purpose()`,
  'drop function break_on_purpose cascade',
] as const
