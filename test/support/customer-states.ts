import type { Page } from 'playwright-core'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../../src/domain/deliveries/payment/change-payment.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import { courierAt } from './courier-work.ts'
import { act, bringTo, courier } from './delivery-verbs.ts'
import { center, type TestService, type TestShop } from './open-service.ts'

/** A state of the customer's page: a delivery, and what the customer does on its page, if anything. */
export type CustomerState = { name: string; key: DeliveryKey; visit?: (page: Page) => Promise<unknown> }

/** One delivery for each state of the customer's page, with the largest sums that are common. */
export async function customerStates(service: TestService, shop: TestShop): Promise<CustomerState[]> {
  const cash = { mode: 'CASH_ON_DELIVERY', goodsAmount: 1_250_000 }
  const secure = { payment: { ...cash, collection: 'SECURE' } }
  const direct = { payment: { ...cash, collection: 'DIRECT' } }
  const pay = (key: DeliveryKey, ...steps: Parameters<typeof changePayment>[2][]) =>
    steps.reduce<Promise<unknown>>(
      (before, step) => before.then(() => changePayment(service.services, key, step)),
      Promise.resolve(),
    )
  const seen = async (order: object, isPickedUp: boolean) => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', order)
    const id = await courierAt(service, center)
    await assignCourier(service.services, key, { ...courier, id, firstName: 'Koffi', vehicleType: 'MOTO' })
    if (isPickedUp) await act(service, key, 'pickUp')
    return key
  }
  const asking = await bringTo(service, shop, 'AWAITING_LOCATION', secure)
  const paidDirect = await seen(direct, true)
  const declared = await seen(direct, true)
  await pay(declared, 'declarePaid')
  const denied = await seen(direct, true)
  await pay(denied, 'declarePaid', 'deny')
  const failed = await seen(secure, true)
  await pay(failed, 'fail')
  const delivered = await seen(secure, true)
  await pay(delivered, 'confirm')
  await act(service, delivered, 'handOver')
  const rated = await seen({ payment: { mode: 'PREPAID' } }, true)
  await act(service, rated, 'handOver')
  const inTrouble = await seen({ payment: { mode: 'PREPAID' } }, true)
  const paidInVain = await seen(secure, true)
  await pay(paidInVain, 'confirm')
  await act(service, paidInVain, 'fail')
  const typeIn = async (page: Page, position: string) => {
    if (!(await page.isVisible('#position'))) await page.click('#writing summary')
    await page.fill('#position', position)
    await page.click('button[value=price]')
    await page.waitForLoadState()
  }
  const report = async (page: Page) => {
    if (await page.isVisible('#problem [role=status]')) return
    await page.click('#problem summary')
    await page.check('[value=ASKED_FOR_CASH]')
    await page.fill('#problem-words', 'Il demande 500 F de plus.')
    await page.click('button[value=problem]')
    await page.waitForSelector('#problem [role=status]')
  }
  return [
    { name: 'asking', key: asking },
    { name: 'refused', key: asking, visit: (page) => typeIn(page, 'Ganhi') },
    { name: 'landmark-missing', key: asking, visit: (page) => typeIn(page, '6.37, 2.43') },
    { name: 'confirming', key: asking, visit: (page) => typeIn(page, '6.3712, 2.4312') },
    { name: 'searching', key: await bringTo(service, shop, 'SEARCHING_COURIER', secure) },
    { name: 'assigned', key: await seen(secure, false) },
    { name: 'to-pay-secure', key: await seen(secure, true) },
    { name: 'to-pay-direct', key: paidDirect },
    { name: 'declared', key: declared },
    { name: 'denied', key: denied },
    { name: 'payment-failed', key: failed },
    { name: 'code', key: await seen({ payment: { mode: 'PREPAID' } }, true) },
    { name: 'problem', key: delivered, visit: (page) => page.click('#problem summary') },
    { name: 'reported', key: inTrouble, visit: report },
    { name: 'delivered', key: delivered },
    {
      name: 'rated',
      key: rated,
      visit: async (page) => {
        await page.click('.stars [value="4"]')
        await page.waitForSelector('.stars .given')
      },
    },
    { name: 'failed', key: paidInVain },
    { name: 'returned', key: await bringTo(service, shop, 'RETURNED', secure) },
    { name: 'cancelled', key: await bringTo(service, shop, 'CANCELLED', secure) },
    { name: 'expired', key: await bringTo(service, shop, 'EXPIRED', secure) },
  ]
}
