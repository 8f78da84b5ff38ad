import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { ApiError } from '../src/contract/errors.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { listCarriedDeliveries } from '../src/domain/deliveries/carrying/carried-store.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { declineOffer } from '../src/domain/matching/decline-offer.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { courierAt, eastOfShop, openOffersOf, registerCourier, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  act,
  assertVerbRefused,
  bringTo,
  eventsOf,
  rowOf,
  transitionRefused,
} from './support/delivery-verbs.ts'
import { center, east, openService, plainOrder, type TestService } from './support/open-service.ts'
import type { Refusal } from './support/refusal.ts'
import { withRules } from './support/rules.ts'
import { withoutIds } from './support/without-ids.ts'

const offerGone: Refusal = {
  status: 409,
  code: 'OFFER_GONE',
  en: 'This trip is no longer on offer.',
  fr: 'Cette course n’est plus proposée.',
}
const courierBusy: Refusal = {
  status: 409,
  code: 'COURIER_BUSY',
  en: 'This courier already has as many parcels as they may carry.',
  fr: 'Ce livreur a déjà autant de colis qu’il peut en prendre.',
}
const courierNotFound: Refusal = {
  status: 404,
  code: 'COURIER_NOT_FOUND',
  en: 'There is no such courier, or they no longer work here.',
  fr: 'Ce livreur n’existe pas, ou ne travaille plus ici.',
}

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** A delivery offered to a courier of its own, 300 m from the shop, with no other courier on duty. */
  async function onOffer(input: object = {}): Promise<{ courierId: string; key: DeliveryKey }> {
    await clearDuty(service)
    const courierId = await courierAt(service, eastOfShop(300), { firstName: 'Kossi', plateNumber: 'AB 1' })
    const key = await searching(service, input)
    await searchOnce(service)
    return { courierId, key }
  }

  /** The ids of the deliveries that a courier is busy with. */
  const carriedBy = async (courierId: string) =>
    (await listCarriedDeliveries(service.services.db, courierId)).map(({ id }) => id)

  describe('the contents of an offer', () => {
    test('an offer shows the distance to the shop, the trip, the pay, the parcel and when it expires', async () => {
      const { courierId, key } = await onOffer({
        parcel: { category: 'FOOD', size: 'MEDIUM', fragile: true },
      })
      const { reference, city_id: cityId } = await rowOf(service, key)

      assert.deepEqual(await openOffersOf(service, courierId, service.clock.now()), [
        {
          shopId: key.shopId,
          deliveryId: key.id,
          cityId,
          reference,
          // 80 % of the base of 600 and the surcharge of 125.
          payFcfa: 580,
          distanceMeters: 300,
          tripMeters: 2_873,
          parcelSize: 'MEDIUM',
          parcelFragile: true,
          pickup: { shopName: 'Boutique Test', label: 'Boutique', landmark: 'En face du marché', ...center },
          ends: { from: center, to: { lat: east.lat, lng: east.lng }, isRough: false },
          collect: { amountFcfa: 0, through: 'NOBODY' },
          window: null,
          dropoffWindow: null,
          opening: null,
          expiresAt: new Date(service.clock.now().getTime() + 90_000),
          detourMinutes: null,
        },
      ])
    })

    test('a shop’s discount does not reduce the courier’s pay', async () => {
      await clearDuty(service)
      const courierId = await courierAt(service, center)
      const shop = await service.openShop({ discountPercent: 50 })
      const { body } = await shop.order({ dropoff: east })
      await searchOnce(service)

      const [offer] = await openOffersOf(service, courierId, service.clock.now())
      // The shop pays half of 600; the courier earns 80 % of 600.
      assert.equal(body.price, 300)
      assert.deepEqual([offer?.deliveryId, offer?.payFcfa], [body.id, 480])
    })

    test('an offer is open until it expires, is declined, or the search for a courier ends', async () => {
      const { courierId, key } = await onOffer()
      const count = async (at = service.clock.now()) => (await openOffersOf(service, courierId, at)).length
      const offeredAt = service.clock.now().getTime()
      assert.equal(await count(new Date(offeredAt + 89_999)), 1)
      assert.equal(await count(new Date(offeredAt + 90_000)), 0)

      await act(service, key, 'cancel')
      assert.equal(await count(), 0)

      const other = await searching(service)
      await searchOnce(service)
      assert.equal(await count(), 1)
      await declineOffer(service.services, courierId, other)
      assert.equal(await count(), 0)
    })
  })

  describe('accepting an offer', () => {
    test('accepting an offer assigns the delivery to the courier and publishes the event once', async () => {
      const { courierId, key } = await onOffer()

      const accepted = await acceptOffer(service.services, courierId, key)

      assert.equal(accepted.status, 'ASSIGNED')
      assert.deepEqual(await rowOf(service, key), accepted)
      assert.deepEqual(await carriedBy(courierId), [key.id])
      const emitted = (await eventsOf(service, key)).filter(
        ({ type }) => type === 'delivery.courier_assigned',
      )
      assert.deepEqual(
        emitted.map(({ body }) => JSON.parse(body).data.courier),
        [{ firstName: 'Kossi', phone: accepted.courier_phone, vehicleType: 'MOTO', plateNumber: 'AB 1' }],
      )
    })

    test('accepting an offer a second time returns the same delivery, however late', async () => {
      const { courierId, key } = await onOffer()
      const first = await acceptOffer(service.services, courierId, key)
      assert.deepEqual(await acceptOffer(service.services, courierId, key), first)
      service.clock.forward(3_600_000)
      assert.deepEqual(await acceptOffer(service.services, courierId, key), first)
    })

    test('accepting an offer that was taken, has ended or was never made is refused with OFFER_GONE', async () => {
      const { courierId, key } = await onOffer()
      const second = await courierAt(service, center)
      await assertVerbRefused(acceptOffer(service.services, second, key), offerGone)

      service.clock.forward(30_000)
      await searchOnce(service)
      await acceptOffer(service.services, second, key)
      await assertVerbRefused(acceptOffer(service.services, courierId, key), offerGone)

      const expired = await onOffer()
      service.clock.forward(90_000)
      await assertVerbRefused(acceptOffer(service.services, expired.courierId, expired.key), offerGone)

      const declined = await onOffer()
      await declineOffer(service.services, declined.courierId, declined.key)
      await assertVerbRefused(acceptOffer(service.services, declined.courierId, declined.key), offerGone)

      const cancelled = await onOffer()
      await act(service, cancelled.key, 'cancel')
      await assertVerbRefused(acceptOffer(service.services, cancelled.courierId, cancelled.key), offerGone)

      const nowhere = { shopId: key.shopId, id: newId(service.clock.now()) }
      await assertVerbRefused(acceptOffer(service.services, courierId, nowhere), offerGone)
    })

    test('accepting an offer is refused to a courier who has a parcel or is retired', async () => {
      const { courierId, key } = await onOffer()
      const other = await searching(service)
      await searchOnce(service)
      await acceptOffer(service.services, courierId, key)
      await assertVerbRefused(acceptOffer(service.services, courierId, other), courierBusy)
      assert.equal((await rowOf(service, other)).status, 'SEARCHING_COURIER')

      const retired = await onOffer()
      await retireCourier(service.services, retired.courierId)
      await assertVerbRefused(acceptOffer(service.services, retired.courierId, retired.key), courierNotFound)
    })
  })

  describe('replacing the courier before pickup (decision 24)', () => {
    test('replacing the courier of a delivery before pickup keeps it ASSIGNED and publishes nothing', async () => {
      const { courierId, key } = await onOffer()
      await acceptOffer(service.services, courierId, key)
      await arriveAtPickup(service.services, key)
      const emitted = await eventsOf(service, key)
      const other = await registerCourier(service, { firstName: 'Sika', vehicleType: 'CAR' })

      const after = await reassignCourier(service.services, key, other)

      assert.deepEqual(
        [after.status, after.courier_id, after.courier_first_name, after.courier_vehicle_type],
        ['ASSIGNED', other, 'Sika', 'CAR'],
      )
      assert.equal(after.arrived_at_pickup_at, null)
      assert.deepEqual(await eventsOf(service, key), emitted)
      assert.deepEqual(await carriedBy(courierId), [])
      assert.deepEqual(await carriedBy(other), [key.id])
      await assertVerbRefused(acceptOffer(service.services, courierId, key), offerGone)
    })

    test('a replacement courier earns the current share of the trip, and the same courier keeps their pay', async () => {
      const { courierId, key } = await onOffer()
      const paid = { ...service.services, rules: withRules(service.services, { COURIER_PAY_PERCENT: 50 }) }
      assert.equal((await acceptOffer(paid, courierId, key)).courier_pay_fcfa, 480)
      assert.equal((await reassignCourier(paid, key, courierId)).courier_pay_fcfa, 480)

      const other = await registerCourier(service)
      assert.equal((await reassignCourier(paid, key, other)).courier_pay_fcfa, 300)
      const screen = await readScreen(service.services, other, service.clock.now())
      assert.equal(screen?.carried?.payFcfa, 300)
    })

    test('a delivery has courier pay once it has a courier, and the sandbox’s courier has it too', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      assert.equal((await rowOf(service, key)).courier_pay_fcfa, null)
      const { body } = await shop.post(`/sandbox/deliveries/${key.id}/advance`)
      assert.equal(body.status, 'ASSIGNED')
      assert.equal((await rowOf(service, key)).courier_pay_fcfa, 480)
      assert.doesNotMatch(withoutIds(JSON.stringify(body)), /480|pay_?fcfa/i)
    })

    test('assigning the same courier again changes nothing, not even the version', async () => {
      const { courierId, key } = await onOffer()
      await acceptOffer(service.services, courierId, key)
      const before = await arriveAtPickup(service.services, key)
      service.clock.forward(60_000)
      const after = await reassignCourier(service.services, key, courierId)
      assert.deepEqual(after, before)
      assert.deepEqual(await rowOf(service, key), before)
    })

    test('replacing the courier is refused before one is assigned, after pickup, and with an unknown or busy one', async () => {
      const shop = await service.openShop()
      const free = await registerCourier(service)
      for (const status of ['SEARCHING_COURIER', 'IN_TRANSIT', 'CANCELLED'] as const) {
        const key = await bringTo(service, shop, status)
        await assertVerbRefused(
          reassignCourier(service.services, key, free),
          transitionRefused(status, ['ASSIGNED']),
        )
      }
      const key = await bringTo(service, shop, 'ASSIGNED')
      await assertVerbRefused(
        reassignCourier(service.services, key, newId(service.clock.now())),
        courierNotFound,
      )
      const busy = await onOffer()
      await acceptOffer(service.services, busy.courierId, busy.key)
      await assertVerbRefused(reassignCourier(service.services, key, busy.courierId), courierBusy)
    })

    test('replacing the courier is refused if the new one’s vehicle or city does not suit the delivery', async () => {
      const large = await bringTo(service, await service.openShop(), 'ASSIGNED', {
        parcel: { category: 'OTHER', size: 'LARGE' },
      })
      const before = await rowOf(service, large)
      await assertVerbRefused(reassignCourier(service.services, large, await registerCourier(service)), {
        status: 409,
        code: 'COURIER_VEHICLE_UNFIT',
        details: { vehicleType: 'MOTO', parcelSize: 'LARGE' },
        en: 'This courier’s vehicle, MOTO, does not take a parcel of the size LARGE.',
        fr: 'Le véhicule de ce livreur, MOTO, ne prend pas un colis de taille LARGE.',
      })
      const elsewhere = await registerCourier(service, { city: 'Parakou', vehicleType: 'CAR' })
      await assertVerbRefused(reassignCourier(service.services, large, elsewhere), {
        status: 409,
        code: 'COURIER_OF_ANOTHER_CITY',
        en: 'This courier does not work in the city where the parcel is picked up.',
        fr: 'Ce livreur ne travaille pas dans la ville où le colis est retiré.',
      })
      assert.deepEqual(await rowOf(service, large), before)
      const fit = await registerCourier(service, { vehicleType: 'TRICYCLE' })
      assert.equal((await reassignCourier(service.services, large, fit)).courier_id, fit)
    })

    test('colis deliveries assign accepts the id or the reference of a delivery', async () => {
      const run = (...argv: string[]) =>
        runCommandLine(['deliveries', 'assign', ...argv], {
          services: async () => service.services,
          folder: process.cwd(),
        })
      const key = await bringTo(service, await service.openShop(), 'ASSIGNED')
      const { reference } = await rowOf(service, key)
      const [first, second] = [
        await registerCourier(service, { firstName: 'Sika' }),
        await registerCourier(service),
      ]

      assert.deepEqual(await run('--delivery', reference.toLowerCase(), '--courier', first), {
        stdout: `${reference} is Sika’s now.\n`,
        stderr: '',
        exitCode: 0,
      })
      const { stdout } = await run('--delivery', key.id, '--courier', second, '--json')
      assert.deepEqual(JSON.parse(stdout), {
        deliveryId: key.id,
        reference,
        status: 'ASSIGNED',
        courierId: second,
      })
      assert.equal((await rowOf(service, key)).courier_id, second)
      assert.deepEqual(await run('--delivery', 'COL-000000', '--courier', first), {
        stdout: '',
        stderr: 'There is no delivery COL-000000.\n',
        exitCode: 1,
      })
      await act(service, key, 'pickUp')
      assert.deepEqual(await run('--delivery', reference, '--courier', first), {
        stdout: '',
        stderr: 'This is not possible while the delivery has the status IN_TRANSIT.\n',
        exitCode: 1,
      })
    })
  })
})

onServer((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open(), { COURIER_OFFERS_PER_ROUND: '50' })
  })
  after(() => service.close())

  test('when fifty couriers accept one delivery at once, one gets it and forty-nine get OFFER_GONE', async () => {
    const couriers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => courierAt(service, eastOfShop(10 * n))),
    )
    for (let round = 0; round < 5; round += 1) {
      const key = await searching(service)
      await searchOnce(service)
      const outcomes = await Promise.allSettled(
        couriers.map((courierId) => acceptOffer(service.services, courierId, key)),
      )

      assert.deepEqual(countOf(outcomes), { done: 1, OFFER_GONE: 49 })
      const winner = couriers[outcomes.findIndex(({ status }) => status === 'fulfilled')]
      const row = await rowOf(service, key)
      assert.deepEqual([row.status, row.courier_id], ['ASSIGNED', winner])
      const emitted = (await eventsOf(service, key)).map(({ type }) => type)
      assert.deepEqual(emitted.sort(), ['delivery.courier_assigned', 'delivery.created'])
      await act(service, key, 'cancel')
    }
  })

  test('a courier who accepts ten deliveries at once gets only one of them', async () => {
    await clearDuty(service)
    const courierId = await courierAt(service, center)
    const keys: DeliveryKey[] = []
    for (let n = 0; n < 10; n += 1) keys.push(await searching(service))
    await searchOnce(service)

    const outcomes = await Promise.allSettled(
      keys.map((key) => acceptOffer(service.services, courierId, key)),
    )

    assert.deepEqual(countOf(outcomes), { done: 1, COURIER_BUSY: 9 })
    const statuses = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).status))
    assert.equal(statuses.filter((status) => status === 'ASSIGNED').length, 1)
    assert.equal(statuses.filter((status) => status === 'SEARCHING_COURIER').length, 9)
  })

  test('an offer accepted ten times at once is accepted once, and each call returns the same delivery', async () => {
    await clearDuty(service)
    const courierId = await courierAt(service, center)
    const key = await searching(service)
    await searchOnce(service)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => acceptOffer(service.services, courierId, key)),
    )

    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal((await eventsOf(service, key)).length, 2)
  })
})

/** An order whose destination is known, so that the search for a courier begins. */
async function searching(service: TestService, input: object = {}): Promise<DeliveryKey> {
  const shop = await service.openShop()
  const { status, body } = await shop.order({ ...plainOrder, dropoff: east, ...input })
  assert.equal(status, 201, JSON.stringify(body))
  return { shopId: shop.shopId, id: body.id }
}

/** Takes the couriers of earlier tests off duty, so that none of them is asked. */
async function clearDuty({ services }: TestService): Promise<void> {
  await services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
}

function countOf(outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ApiError)) throw outcome.reason
    const name = outcome.status === 'fulfilled' ? 'done' : outcome.reason.code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
