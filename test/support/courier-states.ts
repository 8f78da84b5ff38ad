import type { Page } from 'playwright-core'
import { setDuty } from '../../src/domain/couriers/set-duty.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../../src/domain/deliveries/payment/change-payment.ts'
import { waitAtShop } from '../../src/domain/deliveries/pickup-problems/wait-at-shop.ts'
import { act, rowOf } from './delivery-verbs.ts'
import type { TestService, TestShop } from './open-service.ts'
import { offerTrip, type SignedIn, signInCourier } from './sign-in.ts'

/** A state of the courier's pages: whose they are, and what the courier does there, if anything. */
export type CourierState = { name: string; courier: SignedIn; visit?: (page: Page) => Promise<unknown> }

const actions = '/courier/actions/'

/** A courier for each state of their pages, with the largest sums that are common. */
export async function courierStates(service: TestService, shop: TestShop): Promise<CourierState[]> {
  const cash = { mode: 'CASH_ON_DELIVERY', feePayer: 'CUSTOMER', goodsAmount: 1_250_000 }
  const secure = { payment: { ...cash, collection: 'SECURE' } }
  const direct = { payment: { ...cash, collection: 'DIRECT' } }
  const submit = async ({ visitor }: SignedIn, action: string, fields = {}) =>
    visitor.submit(await visitor.open('/courier'), `${actions}${action}`, fields)
  /** Nobody else is offered the trip. */
  async function alone(): Promise<SignedIn> {
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    return signInCourier(service)
  }
  async function accepted(order: object = secure) {
    const courier = await alone()
    const key = await offerTrip(service, shop, order)
    await submit(courier, 'accept')
    return { courier, key }
  }
  async function atShop(order?: object) {
    const trip = await accepted(order)
    await submit(trip.courier, 'arrive')
    return trip
  }
  async function carrying(order?: object) {
    const trip = await atShop(order)
    await submit(trip.courier, 'pick-up', { code: (await rowOf(service, trip.key)).pickup_code })
    return trip
  }
  async function lockedAt(trip: { courier: SignedIn; key: DeliveryKey }) {
    const { pickup_code: right } = await rowOf(service, trip.key)
    const code = right === '0000' ? '1111' : '0000'
    for (let tries = 0; tries < 5; tries += 1) await submit(trip.courier, 'pick-up', { code })
    return trip
  }
  const openProblem = (page: Page) => page.click('.problem summary')

  const offDuty = await alone()
  await setDuty(service.services, offDuty.id, false)
  const goToShop = await accepted()
  const pickUp = await atShop()
  const waiting = await atShop()
  const wait = { courierId: waiting.courier.id, reason: 'SHOP_CLOSED', words: null } as const
  await waitAtShop(service.services, waiting.key, wait)
  const locked = await lockedAt(await atShop())
  const awaited = await carrying(secure)
  const denied = await carrying(direct)
  await changePayment(service.services, denied.key, 'declarePaid')
  await changePayment(service.services, denied.key, 'deny')
  const rough = await carrying({ payment: { mode: 'PREPAID' } })
  await service.services.db
    .updateTable('deliveries')
    .set({ dropoff_source: 'ZONE', dropoff_accuracy_meters: 900 })
    .where('deliveries.id', '=', rough.key.id)
    .execute()
  const failed = await carrying({ payment: { mode: 'PREPAID' } })
  await act(service, failed.key, 'fail')
  const calledBack = await carrying({ payment: { mode: 'PREPAID' } })
  await act(service, calledBack.key, 'cancel')
  const onDuty = await alone()
  await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
  await setDuty(service.services, onDuty.id, true)
  const offered = await alone()
  await offerTrip(service, shop, direct)
  await offerTrip(service, shop, { payment: { mode: 'PREPAID' } })
  // Whoever was alone before them is on duty too, as anybody with a parcel is.
  await service.services.db
    .updateTable('couriers')
    .set({ on_duty_since: service.clock.now() })
    .where('couriers.id', '!=', offDuty.id)
    .execute()
  return [
    { name: 'off-duty', courier: offDuty },
    { name: 'on-duty', courier: onDuty },
    { name: 'offers', courier: offered },
    { name: 'go-to-shop', courier: goToShop.courier },
    { name: 'problem', courier: pickUp.courier, visit: openProblem },
    { name: 'waiting', courier: waiting.courier },
    { name: 'pick-up', courier: pickUp.courier },
    { name: 'code-locked', courier: locked.courier },
    { name: 'payment-awaited', courier: awaited.courier },
    { name: 'payment-denied', courier: denied.courier },
    { name: 'hand-over', courier: rough.courier },
    { name: 'return', courier: failed.courier },
    { name: 'called-back', courier: calledBack.courier },
    {
      name: 'leaving',
      courier: rough.courier,
      visit: async (page) => {
        await page.click('form[action="/courier/sign-out"] button')
        await page.waitForSelector('input[name=sure]', { state: 'attached' })
      },
    },
  ]
}
