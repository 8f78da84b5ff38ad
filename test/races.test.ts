import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { ApiError } from '../src/contract/errors.ts'
import type { DeliveryStatus, EventType } from '../src/contract/vocabulary.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { expireDelivery, expireDueDeliveries } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import { handOverParcel } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { locateDelivery } from '../src/domain/deliveries/transitions/locate-delivery.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../src/domain/deliveries/transitions/return-parcel.ts'
import { setTariff, type TariffChange } from '../src/domain/pricing/set-tariff.ts'
import { findTariff } from '../src/domain/pricing/tariff-store.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { onServer } from './support/databases.ts'
import {
  type Answer,
  east,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'

type Codes = { pickupCode: string; confirmationCode: string }
type Race = {
  from: DeliveryStatus
  to: DeliveryStatus
  act(service: TestService, key: DeliveryKey, codes: Codes): Promise<unknown>
  /** TRANSITION_REFUSED unless given. */
  refused?: string
}

const courier = {
  id: null,
  firstName: 'Koffi',
  phone: '+2290197000001',
  vehicleType: 'MOTO',
  plateNumber: null,
} as const

const verbs: Record<string, Race> = {
  locate: {
    from: 'AWAITING_LOCATION',
    to: 'SEARCHING_COURIER',
    act: ({ services }, key) => locateDelivery(services, key, east),
  },
  assign: {
    from: 'SEARCHING_COURIER',
    to: 'ASSIGNED',
    act: ({ services }, key) => assignCourier(services, key, courier),
  },
  pickUp: {
    from: 'ASSIGNED',
    to: 'IN_TRANSIT',
    act: ({ services }, key, { pickupCode }) => pickUpParcel(services, key, pickupCode),
  },
  handOver: {
    from: 'IN_TRANSIT',
    to: 'DELIVERED',
    act: ({ services }, key, { confirmationCode }) => handOverParcel(services, key, confirmationCode),
  },
  fail: {
    from: 'IN_TRANSIT',
    to: 'FAILED',
    act: ({ services }, key) => failDelivery(services, key, { code: 'REFUSED', words: null }),
  },
  return: { from: 'FAILED', to: 'RETURNED', act: ({ services }, key) => returnParcel(services, key) },
  cancel: {
    from: 'ASSIGNED',
    to: 'CANCELLED',
    act: ({ services }, key) => cancelDelivery(services, key, { reason: null, idempotencyKey: null }),
    refused: 'DELIVERY_NOT_CANCELLABLE',
  },
  expire: {
    from: 'AWAITING_LOCATION',
    to: 'EXPIRED',
    act: ({ services }, key) => expireDelivery(services, key),
  },
}

/** Races mean something on a server only: the embedded database runs one statement at a time. */
onServer((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const colis = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => service.services, folder: process.cwd() })

  /** The JSON that a command prints. */
  async function run(...argv: string[]) {
    const { stdout, ...rest } = await colis(...argv, '--json')
    assert.deepEqual(rest, { stderr: '', exitCode: 0 })
    return JSON.parse(stdout)
  }

  describe('a hundred creations at once', () => {
    test('a hundred creations with one Idempotency-Key and one body make one delivery, twenty times over (spec 4.4-1)', async () => {
      const shop = await service.openShop()
      for (let round = 1; round <= 20; round += 1) {
        const headers = { 'idempotency-key': `identical-${round}` }
        const answers = await atOnce(100, () => shop.order({ externalRef: `order-${round}` }, headers))

        const [first] = answers
        const replayed = answers.map(({ headers }) => headers['idempotent-replayed'])
        assert.equal(replayed.filter((value) => value === undefined).length, 1)
        assert.equal(replayed.filter((value) => value === 'true').length, 99)
        for (const { status, body } of answers) {
          assert.equal(status, 201)
          assert.deepEqual(body, first?.body)
        }
        assert.match(first?.body.pickupCode, /^\d{4}$/)
        assert.equal((await shop.get('/deliveries')).body.total, round)
        assert.deepEqual((await shop.get(`/deliveries/${first?.body.id}/events`)).body, [
          { status: 'AWAITING_LOCATION', note: null, occurredAt: testStart },
        ])
        assert.deepEqual(await eventsOf(service, first?.body.id), ['delivery.created'])
      }
    })

    test('of creations with one Idempotency-Key and different bodies, one succeeds and the rest are refused (decision 13)', async () => {
      const shop = await service.openShop()
      const headers = { 'idempotency-key': 'one-key-for-all' }

      const answers = await atOnce(100, (at) => shop.order({ instructions: `étage ${at}` }, headers))

      assert.deepEqual(countOf(answers), { 201: 1, '422 IDEMPOTENCY_KEY_REUSED': 99 })
      assert.equal((await shop.get('/deliveries')).body.total, 1)
    })

    test('of creations with one externalRef and different keys, one succeeds and the rest name it (spec 4.4-2)', async () => {
      const shop = await service.openShop()

      const answers = await atOnce(100, () => shop.order({ externalRef: '2041' }))

      assert.deepEqual(countOf(answers), { 201: 1, '409 EXTERNAL_REF_TAKEN': 99 })
      const made = answers.find(({ status }) => status === 201)
      for (const { body } of answers.filter(({ status }) => status === 409)) {
        assert.deepEqual(body.details, { externalRef: '2041', deliveryId: made?.body.id })
      }
      assert.equal((await shop.get('/deliveries')).body.total, 1)
    })
  })

  describe('a promo code', () => {
    test('a promo code for five uses is used five times by fifty orders at once (decision 11)', async () => {
      const shop = await service.openShop()
      await insertPromo(service, { code: 'CINQ', maxUses: 5 })

      const answers = await atOnce(50, () => shop.order({ promoCode: 'cinq' }))

      assert.deepEqual(countOf(answers), { 201: 5, '422 PROMO_CODE_REFUSED': 45 })
      for (const { body } of answers.filter(({ status }) => status === 422)) {
        assert.deepEqual(body.details, { reason: 'EXHAUSTED' })
      }
      assert.equal(await usesOf(service, 'CINQ'), 5)
      assert.equal((await shop.get('/deliveries')).body.total, 5)
    })

    test('a creation sent fifty times at once uses a promo code once, and every call returns the delivery', async () => {
      const shop = await service.openShop()
      await insertPromo(service, { code: 'UNE', maxUses: 1 })

      const answers = await atOnce(50, () =>
        shop.order({ promoCode: 'UNE' }, { 'idempotency-key': 'with-a-code-for-one' }),
      )

      assert.deepEqual(countOf(answers), { 201: 50 })
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
      assert.equal(await usesOf(service, 'UNE'), 1)
    })
  })

  describe('fifty calls at once', () => {
    for (const [verb, race] of Object.entries(verbs)) {
      test(`fifty calls of ${verb} at once make one history line, one event and one version`, async () => {
        const key = await deliveryAt(service, race.from)
        const from = await rowOf(service, key)
        const confirmationCode = from.confirmation_code

        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, () =>
            race.act(service, key, { pickupCode: from.pickup_code, confirmationCode }),
          ),
        )

        assert.deepEqual(refusalsOf(outcomes), {
          done: 1,
          [`${race.refused ?? 'TRANSITION_REFUSED'} ${race.to}`]: 49,
        })
        const row = await rowOf(service, key)
        assert.equal(row.status, race.to)
        assert.equal(row.version, from.version + 1)
        assert.equal(linesOf(await historyOf(service, key), race.to), 1)
        const emitted = await eventsOf(service, key.id)
        assert.equal(emitted.filter((type) => type === eventOfStatus[race.to]).length, 1)
        assert.equal(emitted.length, new Set(emitted).size)
      })
    }

    test('a payment that is confirmed fifty times at once is published once (spec 6.2)', async () => {
      const key = await deliveryAt(service, 'IN_TRANSIT', 'CASH_ON_DELIVERY')

      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, () => changePayment(service.services, key, 'confirm')),
      )

      assert.deepEqual(refusalsOf(outcomes), { done: 1, 'PAYMENT_TRANSITION_REFUSED PAID': 49 })
      const emitted = await eventsOf(service, key.id)
      assert.equal(emitted.filter((type) => type === 'payment.confirmed').length, 1)
    })

    test('five wrong codes lock a delivery, however many are tried at once (decision 26)', async () => {
      const key = await deliveryAt(service, 'ASSIGNED')
      const { pickup_code } = await rowOf(service, key)
      const wrong = pickup_code === '0000' ? '0001' : '0000'

      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, () => pickUpParcel(service.services, key, wrong)),
      )

      assert.deepEqual(
        outcomes
          .flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []))
          .filter(({ code }) => code === 'CODE_WRONG')
          .map(({ params }) => (params as { triesLeft: number }).triesLeft)
          .sort(),
        [0, 1, 2, 3, 4],
      )
      assert.equal(refusalsOf(outcomes)['CODE_LOCKED undefined'], 45)
      assert.equal((await rowOf(service, key)).pickup_code_tries, 5)
    })

    test('each overdue delivery is expired once by several loops at once (decision 23)', async () => {
      const shop = await service.openShop()
      const made = await atOnce(20, () => shop.order())
      service.clock.forward(24 * 60 * 60_000 + 1)

      const ended = await Promise.all(Array.from({ length: 10 }, () => expireDueDeliveries(service.services)))

      service.clock.set(testStart)
      assert.ok(ended.reduce((sum, count) => sum + count, 0) >= 20)
      for (const { body } of made) {
        const key = { shopId: shop.shopId, id: body.id }
        assert.deepEqual(
          (await historyOf(service, key)).map(({ status }) => status),
          ['AWAITING_LOCATION', 'EXPIRED'],
        )
        assert.deepEqual(await eventsOf(service, body.id), ['delivery.created', 'delivery.expired'])
      }
    })
  })

  describe('several operators at once', () => {
    test('ten changes of a tariff at once are ten versions, and none undoes another (decision 27)', async () => {
      const { id } = await service.services.db
        .selectFrom('cities')
        .select('cities.id')
        .where('cities.name', '=', 'Parakou')
        .executeTakeFirstOrThrow()
      const before = await findTariff(service.services.db, id, service.clock.now())
      const changes: TariffChange[] = [{ baseFcfa: 700 }, { perKmFcfa: 150 }, { returnFeeFcfa: 600 }]

      const made = await Promise.all(
        Array.from({ length: 10 }, (_, at) => setTariff(service.services, id, changes[at % 3] ?? {})),
      )

      const versions = made.map(({ version }) => version).sort((a, b) => a - b)
      assert.deepEqual(
        versions,
        Array.from({ length: 10 }, (_, at) => (before?.version ?? 0) + 1 + at),
      )
      const { version, ...after } = (await findTariff(service.services.db, id, service.clock.now())) ?? {}
      assert.deepEqual(after, { ...testTariff, baseFcfa: 700, perKmFcfa: 150, returnFeeFcfa: 600 })
      assert.equal(version, versions.at(-1))
    })

    test('changes of different surcharges and of both parts of a fee, made at once, are all kept', async () => {
      const set = (...change: string[]) => run('tariffs', 'set', '--city', 'Parakou', ...change)
      for (let round = 1; round <= 10; round += 1) {
        await Promise.all([
          set('--surcharge', `RAIN=${round}`),
          set('--surcharge', `NIGHT=${round}+1`),
          set('--cod-fee-percent', String(round)),
          set('--cod-fee-minimum', String(100 * round)),
        ])

        const { surcharges, collectionFee } = await run('tariffs', 'show', '--city', 'Parakou')
        assert.deepEqual(surcharges.RAIN, { flatFcfa: round, perKmFcfa: 0 })
        assert.deepEqual(surcharges.NIGHT, { flatFcfa: round, perKmFcfa: 1 })
        assert.deepEqual(collectionFee, { percent: round, minimumFcfa: 100 * round })
      }
    })

    test('changes of different settings of a shop, made at once, are all kept', async () => {
      const { shopId } = await service.openShop()
      for (let round = 1; round <= 10; round += 1) {
        const wishes = {
          name: `Boutique ${round}`,
          discountPercent: round,
          ownerEmail: `${round}@example.com`,
        }
        const set = (...change: string[]) => run('shops', 'set', '--shop', shopId, ...change)
        await Promise.all([
          set('--name', wishes.name),
          set('--discount-percent', String(round)),
          set('--owner-email', wishes.ownerEmail),
        ])

        const { shops } = await run('shops', 'list')
        const after = shops.find((shop: { shopId: string }) => shop.shopId === shopId)
        assert.deepEqual({ ...after, ...wishes }, after)
      }
    })

    test('a city that five operators add at once exists once, and four are refused', async () => {
      const where = ['--country', 'BJ', '--lat', '7.18', '--lng', '2.07', '--radius-meters', '9000']
      for (let round = 1; round <= 5; round += 1) {
        const outcomes = await Promise.all(
          Array.from({ length: 5 }, () => colis('cities', 'add', '--name', `Ville ${round}`, ...where)),
        )

        const refusal = `Ville ${round} (BJ) is there already.\n`
        assert.deepEqual(outcomes.map(({ stderr }) => stderr).sort(), ['', ...Array(4).fill(refusal)])
      }
    })

    test('ten main pickup addresses added at once are all kept, one of them as the main one (spec 2.13)', async () => {
      const shop = await service.openShop()

      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          addPickupAddress(service.services, {
            shopId: shop.shopId,
            label: `Dépôt ${at}`,
            landmark: null,
            formatted: null,
            isDefault: true,
            ...east,
          }),
        ),
      )

      const { body } = await shop.get('/pickup-addresses')
      assert.equal(body.length, 11)
      assert.equal(body.filter(({ isDefault }: { isDefault: boolean }) => isDefault).length, 1)
    })
  })

  describe('over HTTP', () => {
    test('of fifty cancellations at once, one succeeds and the others are refused with the status (decision 22)', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()

      const answers = await atOnce(50, () => shop.post(`/deliveries/${made.id}/cancel`, {}))

      assert.deepEqual(countOf(answers), { 200: 1, '409 DELIVERY_NOT_CANCELLABLE': 49 })
      assert.deepEqual(await eventsOf(service, made.id), ['delivery.cancelled', 'delivery.created'])
    })

    test('fifty cancellations at once with one Idempotency-Key all return 200 (decision 15)', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()
      const headers = { 'idempotency-key': 'cancel-once' }

      const answers = await atOnce(50, () => shop.post(`/deliveries/${made.id}/cancel`, {}, headers))

      assert.deepEqual(countOf(answers), { 200: 50 })
      for (const { body } of answers) assert.deepEqual(body, answers[0]?.body)
      assert.equal(linesOf(await historyOf(service, { shopId: shop.shopId, id: made.id }), 'CANCELLED'), 1)
    })

    for (const [mode, emitted] of [
      ['PREPAID', []],
      ['CASH_ON_DELIVERY', ['payment.confirmed']],
    ] as const) {
      test(`fifty advances of one ${mode} delivery at once make its four steps, each once (spec 4.9)`, async () => {
        const shop = await service.openShop()
        const { body: made } = await shop.order({ payment: { mode, goodsAmount: 15_000 } })

        const answers = await atOnce(50, () => shop.post(`/sandbox/deliveries/${made.id}/advance`))

        assert.deepEqual(countOf(answers), { 200: 4, '409 NO_NEXT_STEP': 46 })
        assert.deepEqual(
          answers
            .filter(({ status }) => status === 200)
            .map(({ body }) => body.status)
            .sort(),
          ['ASSIGNED', 'DELIVERED', 'IN_TRANSIT', 'SEARCHING_COURIER'],
        )
        for (const { body } of answers.filter(({ status }) => status === 409)) {
          assert.equal(body.details.status, 'DELIVERED')
        }
        const lines: { status: string }[] = (await shop.get(`/deliveries/${made.id}/events`)).body
        assert.deepEqual(
          lines.map(({ status }) => status),
          ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'],
        )
        assert.deepEqual(await eventsOf(service, made.id), [
          'delivery.courier_arrived',
          'delivery.courier_assigned',
          'delivery.created',
          'delivery.delivered',
          'delivery.location_confirmed',
          'delivery.picked_up',
          ...emitted,
        ])
      })
    }

    test('a cancellation that races an advance leaves a valid history, two hundred times over', async () => {
      const shop = await service.openShop()
      const endings = new Set<string>()
      for (let round = 0; round < 200; round += 1) {
        const mode = round % 2 ? 'PREPAID' : 'CASH_ON_DELIVERY'
        const { body: made } = await shop.order({ payment: { mode } })
        for (let step = 0; step < round % 4; step += 1) await advance(shop, made.id)

        const [cancelled, advanced] = await Promise.all([
          shop.post(`/deliveries/${made.id}/cancel`, {}),
          advance(shop, made.id),
        ])

        const answers = `${outcomeOf(cancelled)}, ${outcomeOf(advanced)}`
        const statuses = (await historyOf(service, { shopId: shop.shopId, id: made.id })).map((l) => l.status)
        assert.ok(isWay(statuses), statuses.join(' > '))
        const { body: after } = await shop.get(`/deliveries/${made.id}`)
        assert.equal(after.status, statuses.at(-1))
        assert.equal(cancelled.status === 200, after.status === 'CANCELLED', answers)
        const emitted = await eventsOf(service, made.id)
        const paid = after.payment.status === 'PAID' ? ['payment.confirmed'] : []
        const arrived = after.courierArrivedAt === null ? [] : ['delivery.courier_arrived']
        const expected = [...statuses.map((status) => eventOfStatus[status]), ...arrived, ...paid]
        assert.deepEqual(emitted, expected.sort())
        endings.add(answers)
      }
      assert.ok(endings.size >= 3, `the race always ended in one way: ${[...endings].join(' | ')}`)
    })
  })
})

/** The event of each status (spec 6.2), written by hand. */
const eventOfStatus: Record<DeliveryStatus, EventType> = {
  AWAITING_LOCATION: 'delivery.created',
  SEARCHING_COURIER: 'delivery.location_confirmed',
  ASSIGNED: 'delivery.courier_assigned',
  IN_TRANSIT: 'delivery.picked_up',
  DELIVERED: 'delivery.delivered',
  FAILED: 'delivery.failed',
  RETURNED: 'delivery.returned',
  CANCELLED: 'delivery.cancelled',
  EXPIRED: 'delivery.expired',
}

/** A way of one order without dropoff that is advanced and may be cancelled (spec section 3), by hand. */
function isWay(statuses: readonly DeliveryStatus[]): boolean {
  const steps = ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED']
  const isCancelled = statuses.at(-1) === 'CANCELLED'
  const made = isCancelled ? statuses.slice(0, -1) : statuses
  const isInOrder = made.length > 0 && made.every((status, at) => status === steps[at])
  return isInOrder && !(isCancelled && made.includes('DELIVERED'))
}

const atOnce = (count: number, call: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)))

const outcomeOf = ({ status, body }: Answer): string =>
  status < 300 ? `${status}` : `${status} ${body.code}`

/** How often each outcome was returned. */
function countOf(answers: readonly Answer[]): Record<string, number> {
  return counted(answers.map(outcomeOf))
}

/** How often a verb was done, and how often it was refused with which code and status. */
function refusalsOf(outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  return counted(
    outcomes.map((outcome) => {
      if (outcome.status === 'fulfilled') return 'done'
      if (!(outcome.reason instanceof ApiError)) throw outcome.reason
      const { status, paymentStatus } = outcome.reason.params as { status?: string; paymentStatus?: string }
      return `${outcome.reason.code} ${paymentStatus ?? status}`
    }),
  )
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const advance = (shop: TestShop, id: string) => shop.post(`/sandbox/deliveries/${id}/advance`)

/** A delivery of a shop of its own that was led to `status`. */
async function deliveryAt(
  service: TestService,
  status: DeliveryStatus,
  mode: 'PREPAID' | 'CASH_ON_DELIVERY' = 'PREPAID',
): Promise<DeliveryKey> {
  const shop = await service.openShop()
  const { body } = await shop.order({ ...plainOrder, payment: { mode } })
  const key = { shopId: shop.shopId, id: body.id }
  const { services } = service
  const { pickup_code } = await rowOf(service, key)
  const steps: [DeliveryStatus, () => Promise<unknown>][] = [
    ['AWAITING_LOCATION', async () => {}],
    ['SEARCHING_COURIER', () => locateDelivery(services, key, east)],
    ['ASSIGNED', () => assignCourier(services, key, courier).then(() => arriveAtPickup(services, key))],
    ['IN_TRANSIT', () => pickUpParcel(services, key, pickup_code)],
    ['FAILED', () => failDelivery(services, key, { code: 'REFUSED', words: null })],
  ]
  const last = steps.findIndex(([reached]) => reached === status)
  for (const [, step] of steps.slice(0, last + 1)) await step()
  assert.equal((await rowOf(service, key)).status, status)
  return key
}

const rowOf = ({ services }: TestService, { shopId, id }: DeliveryKey) =>
  services.db
    .selectFrom('deliveries')
    .selectAll()
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', id)
    .executeTakeFirstOrThrow()

const historyOf = ({ services }: TestService, { shopId, id }: DeliveryKey) =>
  services.db
    .selectFrom('delivery_history')
    .selectAll()
    .where('delivery_history.shop_id', '=', shopId)
    .where('delivery_history.delivery_id', '=', id)
    .orderBy('delivery_history.version')
    .execute()

const linesOf = (history: readonly { status: DeliveryStatus }[], status: DeliveryStatus): number =>
  history.filter((line) => line.status === status).length

/** The types of a delivery's events, in the order of the alphabet. */
async function eventsOf({ services }: TestService, deliveryId: string): Promise<string[]> {
  const rows = await services.db
    .selectFrom('events')
    .select('events.type')
    .where('events.delivery_id', '=', deliveryId)
    .where('events.audience', '=', 'PARTNER')
    .execute()
  return rows.map(({ type }) => type).sort()
}
