import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '../src/contract/limits.ts'
import { type Collection, scopes } from '../src/contract/vocabulary.ts'
import { blockCustomer } from '../src/domain/deliveries/blocking/block-customer.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { maxPaymentRequests } from '../src/domain/money/mobile-money/payment-request.ts'
import { newApiKey } from '../src/domain/shops/api-key.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { type OpeningHours, weekdays } from '../src/domain/shops/opening/opening-hours.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { suspendShop } from '../src/domain/shops/suspend-shop.ts'
import { setCityHours } from '../src/domain/zones/opening/set-city-hours.ts'
import { describedApi, describedOperations } from '../src/http/openapi-document.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import {
  type Answer,
  center,
  east,
  nowhere,
  openService,
  parakou,
  plainOrder,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { setRules } from './support/rules.ts'
import { until } from './support/until.ts'

/** Words found nowhere else, so that one found in a line proves that it was logged. */
const customer = { lastName: 'Adjovi-Zinsou', firstName: 'Mahougnon', phone: '0197654321' }
const words = {
  label: 'Portail violet',
  landmark: 'Derrière la pharmacie Jonquet',
  instructions: 'Demander Sètondji',
  reason: 'La cliente Rolande annule',
}
const secretPath = 'porte-derobee'

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
    'the address of a webhook': secretPath,
    'a signing secret of any endpoint': 'whsec_',
    'an API key': 'colis_live_',
    'a scheme of authentication': 'Bearer',
    'a header’s name': 'authorization',
  }

  before(async () => {
    service = await openService(await open(), {
      LOG_LEVEL: 'debug',
      ACCESS_LOG: 'true',
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
    })
    shop = await service.openShop()
    secrets['the key of the shop'] = shop.key
  })
  after(() => service.close())

  test('every refusal in the OpenAPI description is logged without the data that was sent', async () => {
    await refuseEverything()
    const described = describedOperations(describedApi(service.app))
    const expected = new Set<string>(described.flatMap((each) => each['x-error-codes']))
    const others = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'REQUEST_MALFORMED']
    const seen = new Set(lines().map(({ code }) => code))

    assert.ok(expected.size > 20)
    assert.deepEqual([...expected, ...others].filter((code) => !seen.has(code)).sort(), [])
    assertNoSecret()
  })

  test('a log line holds only the permitted fields', () => {
    const mayStand =
      /^(level|time|pid|hostname|requestId|method|path|code|status|err|msg|route|durationMs|shopId|deliveryId)$/
    const mayStandOfErrors = /^(type|message|stack|code|constraint|cause|errors)$/
    for (const line of lines()) {
      for (const member of Object.keys(line)) assert.match(member, mayStand)
      for (const member of Object.keys(line.err ?? {})) assert.match(member, mayStandOfErrors)
      assert.doesNotMatch(line.path ?? '', /\?/)
    }
  })

  test('an answered request is logged with its route, its shop and the delivery that it made or is about', async () => {
    const { body, headers } = await shop.order({ customer })
    const read = await shop.get(`/deliveries/${body.id}?words=${words.label}`)
    await service.app.inject('/health/live')
    const answered = (id: unknown) =>
      (lines() as (Line & Record<string, unknown>)[]).find(
        ({ msg, requestId }) => msg === 'answered' && requestId === id,
      )
    const made = answered(headers['x-request-id'])
    assert.equal(made?.route, '/api/v1/partner/deliveries')
    assert.equal(made?.status, 201)
    assert.equal(made?.shopId, shop.shopId)
    assert.equal(made?.deliveryId, body.id)
    assert.ok(Number(made?.durationMs) >= 0)
    const about = answered(read.headers['x-request-id'])
    assert.equal(about?.path, `/api/v1/partner/deliveries/${body.id}`)
    assert.ok(!(lines() as { path?: string }[]).some(({ path }) => path === '/health/live'))
    assertNoSecret()
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

  async function refuseBlocked(): Promise<void> {
    const reason = 'Refuse chaque colis'
    await blockCustomer(service.services, { phone: '+2290165432109', reason, until: null })
    const { blockedCustomers, clock } = service.services
    await until(() => blockedCustomers.isBlocked('+2290165432109', clock.now()), 'the block')
    await assertRefused(
      shop.order({ ...order, customer: { ...customer, phone: '0165432109' } }),
      'CUSTOMER_BLOCKED',
    )
  }

  let orders = 0

  /** Every refusal of the partner API, with secrets in all that is sent. */
  async function refuseEverything(): Promise<void> {
    const newShop = (options = {}) => service.openShop(options)
    const narrow = await newShop({ scopes: ['quotes:read'] })
    const homeless = await newShop({ withoutAddress: true })
    const unapproved = await newShop()
    await sql`update shops set approved_at = null where id = ${unapproved.shopId}`.execute(
      service.services.db,
    )
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
    await assertRefused(as(`Bearer ${newApiKey('sandbox')}`), 'API_KEY_INVALID')
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
    await assertRefused(unapproved.order(order), 'SHOP_NOT_APPROVED')
    await refuseBlocked()
    const suspended = await service.openShop({ name: 'Secret suspended' })
    await suspendShop(service.services, suspended.shopId, 'secret-reason')
    await assertRefused(suspended.order(order), 'SHOP_SUSPENDED')
    const past = { from: '2020-01-01T08:00:00Z', to: '2020-01-01T09:00:00Z' }
    await assertRefused(shop.order({ ...order, pickupWindow: past }), 'PICKUP_WINDOW_REFUSED')
    await assertRefused(shop.order({ ...order, dropoffWindow: past }), 'DROPOFF_WINDOW_REFUSED')
    await refuseWhileClosed(() => assertRefused(send(order), 'CLOSED'))
    await assertRefused(send({ ...order, dropoff: { ...nowhere, label: words.label } }), 'OUT_OF_ZONE')
    await assertRefused(send({ ...order, dropoff: { ...parakou, label: words.label } }), 'CITIES_DIFFER')
    await assertRefused(
      unpaid.post('/quotes', { ...quote, paymentMode: 'CASH_ON_DELIVERY', collection: 'SECURE' }),
      'PAYOUT_ACCOUNT_REQUIRED',
    )
    await refuseCollections(send)

    await refuseActs()
    const { id } = (await send(order)).body
    await assertRefused(unpaid.get(`/deliveries/${id}`), 'DELIVERY_NOT_FOUND')
    await assertRefused(shop.get(`/deliveries/${shop.key}`), 'DELIVERY_NOT_FOUND')
    assert.equal((await shop.post(`/deliveries/${id}/cancel`, { reason: words.reason })).status, 200)
    await assertRefused(
      shop.post(`/deliveries/${id}/cancel`, { reason: words.reason }),
      'DELIVERY_NOT_CANCELLABLE',
    )
    await assertRefused(shop.get(`/deliveries/${id}/proof`), 'NO_HANDOVER')
    await refuseSecondTries()
    await assertRefused(shop.post(`/sandbox/deliveries/${id}/advance`), 'NO_NEXT_STEP')
    await refuseChanges(homeless)
    await whileBroken('check', () => assertRefused(send(order), 'INTERNAL_ERROR'))
    await whileBroken('trigger', () => assertRefused(send(order), 'SERVICE_UNAVAILABLE'))
  }

  /** A parcel that failed is brought once more by one delivery alone, where that is offered. */
  async function refuseSecondTries(): Promise<void> {
    const failed = await bringTo(service, shop, 'FAILED')
    const ask = (from: number) => {
      const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`
      return shop.post(`/deliveries/${failed.id}/second-tries`, {
        window: { from: at(from), to: at(from + 2) },
      })
    }
    await assertRefused(ask(14), 'SECOND_TRY_REFUSED')
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    assert.equal((await ask(14)).status, 201)
    await assertRefused(ask(16), 'SECOND_TRY_ASKED')
  }

  /** Does something while Cotonou is closed all week and refuses orders. */
  async function refuseWhileClosed(work: () => Promise<void>): Promise<void> {
    const { map } = service.services.pricing
    const cityId = map.current().locate(center)?.city.id ?? ''
    const hours = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OpeningHours
    await setCityHours(service.services, cityId, { hours, specialDays: [], refusesWhenClosed: true })
    await map.reload()
    await work()
    await setCityHours(service.services, cityId, { hours: null, specialDays: [], refusesWhenClosed: false })
    await map.reload()
  }

  /** Where nobody serves a country, or not for such an amount; the simulated provider serves everybody. */
  async function refuseCollections(send: (body: object) => Promise<Answer>) {
    const { pricing } = service.services
    const { collecting } = pricing
    const payment = { mode: 'CASH_ON_DELIVERY', collection: 'SECURE' }
    pricing.collecting = { ...collecting, boundsIn: () => undefined }
    await assertRefused(send({ ...order, payment }), 'COLLECTION_UNAVAILABLE')
    pricing.collecting = { ...collecting, boundsIn: () => ({ minFcfa: 100_000, maxFcfa: 200_000 }) }
    await assertRefused(send({ ...order, payment }), 'PAYMENT_AMOUNT_REFUSED')
    pricing.collecting = collecting
  }

  /** Every refusal of what a shop does to its deliveries. */
  async function refuseActs(): Promise<void> {
    const change = ({ id }: { id: string }, body: object) =>
      shop.patch(`/deliveries/${id}`, { ...body, customer, instructions: words.instructions })
    const cash = (collection: Collection) => ({ payment: { mode: 'CASH_ON_DELIVERY', collection } })
    const waiting = await bringTo(service, shop, 'AWAITING_LOCATION')
    await assertRefused(change(waiting, { dropoff: { landmark: words.landmark } }), 'DROPOFF_UNKNOWN')
    await assertRefused(change(waiting, { dropoff: order.dropoff }), 'PRICE_CHANGED')
    for (let time = 0; time < limits.deliveryChanges; time += 1)
      await shop.patch(`/deliveries/${waiting.id}`, { instructions: String(time) })
    await assertRefused(change(waiting, {}), 'DELIVERY_CHANGED_TOO_OFTEN')
    const direct = await bringTo(service, shop, 'IN_TRANSIT', cash('DIRECT'))
    await assertRefused(change(direct, {}), 'DELIVERY_NOT_CHANGEABLE')
    const request = ({ id }: { id: string }) => shop.post(`/deliveries/${id}/payment-requests`)
    await assertRefused(request(direct), 'COLLECTION_REFUSED')
    await assertRefused(shop.post(`/deliveries/${direct.id}/return-confirmations`), 'TRANSITION_REFUSED')
    const secure = await bringTo(service, shop, 'ASSIGNED', cash('SECURE'))
    await assertRefused(request(secure), 'PAYMENT_TRANSITION_REFUSED')
    await act(service, secure, 'pickUp')
    for (let time = 0; time <= maxPaymentRequests; time += 1) {
      await changePayment(service.services, secure, 'refuse')
      if (time < maxPaymentRequests) await request(secure)
    }
    await assertRefused(request(secure), 'PAYMENT_REQUESTS_USED_UP')
    const { db } = service.services
    const asked = db.updateTable('payment_requests').set({ provider: 'mtn' })
    await asked.where('payment_requests.delivery_id', '=', secure.id).execute()
    await assertRefused(shop.post(`/sandbox/deliveries/${secure.id}/advance`), 'PAYMENT_NOT_SIMULATED')
  }

  /** Every refusal of a change of webhook endpoints and pickup addresses. */
  async function refuseChanges(own: TestShop): Promise<void> {
    const { db } = service.services
    const add = (url: string) => own.post('/webhook-endpoints', { url, description: words.label })
    const hook = `https://127.0.0.1:1/${secretPath}?token=${secretPath}`
    const { id, secret } = (await add(hook)).body
    secrets['a signing secret'] = secret
    const path = `/webhook-endpoints/${id}`
    const regenerate = () => own.post(`${path}/regenerate-secret`, { overlapHours: 1 })

    await assertRefused(add(`http://127.0.0.1/${secretPath}`), 'WEBHOOK_URL_REFUSED')
    await assertRefused(add(hook), 'WEBHOOK_URL_TAKEN')
    for (let n = 1; n < 10; n += 1) assert.equal((await add(`${hook}&n=${n}`)).status, 201)
    await assertRefused(add(`${hook}&n=10`), 'TOO_MANY_WEBHOOK_ENDPOINTS')
    await assertRefused(own.get(`/webhook-endpoints/${own.key}`), 'WEBHOOK_ENDPOINT_NOT_FOUND')
    await assertRefused(own.post(`${path}/resend`, { eventId: own.shopId }), 'WEBHOOK_EVENT_NOT_FOUND')
    assert.equal((await own.post(`${path}/ping`)).status, 200)
    assert.equal((await regenerate()).status, 200)
    await assertRefused(regenerate(), 'SECRET_OVERLAP_UNDER_WAY')
    await db.updateTable('webhook_endpoints').set({ sealed_secret: 'other' }).where('id', '=', id).execute()
    await assertRefused(own.post(`${path}/ping`), 'SIGNING_SECRET_SEALED')
    await db
      .updateTable('sealing_keys')
      .set({ fingerprint: '0'.repeat(16) })
      .execute()
    await assertRefused(regenerate(), 'SECRETS_KEY_DIFFERS')

    const place = { ...east, label: words.label, landmark: words.landmark }
    const { id: main } = (await own.post('/pickup-addresses', place)).body
    await own.post('/pickup-addresses', { ...place, label: null })
    await assertRefused(own.send('DELETE', `/pickup-addresses/${main}`), 'PICKUP_ADDRESS_IS_MAIN')
    await assertRefused(own.send('DELETE', `/pickup-addresses/${own.key}`), 'PICKUP_ADDRESS_NOT_FOUND')
    await sql`
      insert into pickup_addresses (shop_id, id, is_default, lat, lng, created_at)
      select ${own.shopId}, gen_random_uuid(), false, 6, 2 + nth * 0.001, now()
      from generate_series(1, 198) as nth
    `.execute(db)
    await assertRefused(own.post('/pickup-addresses', { ...place, lng: 2.4 }), 'TOO_MANY_PICKUP_ADDRESSES')
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
