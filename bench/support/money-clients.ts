import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../src/contract/errors.ts'
import { cancelDelivery } from '../../src/domain/deliveries/cancelling/cancel-delivery.ts'
import type { DeliveryRow } from '../../src/domain/deliveries/delivery-row.ts'
import { findDelivery } from '../../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import { failDelivery } from '../../src/domain/deliveries/transitions/fail-delivery.ts'
import { handOverParcel } from '../../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel } from '../../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../../src/domain/deliveries/transitions/return-parcel.ts'
import { requestPaymentAgain } from '../../src/domain/money/mobile-money/request-payment-again.ts'
import { type ClientOrder, moneyOrderKey } from './money-order.ts'
import { openWebhookWorld } from './webhook-world.ts'

/**
 * The shops and couriers of the proof of money, in a process of their own that may be killed at any moment: orders go to
 * the service over HTTP, each under its own Idempotency-Key, and what couriers do is done by the verbs themselves. What
 * is finished is noted in a file; everything else is begun again, which changes nothing that was done. Argument: the
 * order, as JSON.
 */

/** How a delivery is meant to end. */
type Plan = 'DELIVER' | 'FAIL_PAID' | 'CANCEL_PAID' | 'FAIL_UNPAID'

const planOf = (number: number): Plan =>
  number % 10 < 7
    ? 'DELIVER'
    : ((['FAIL_PAID', 'CANCEL_PAID', 'FAIL_UNPAID'] as const)[(number % 10) - 7] ?? 'DELIVER')

const courier = {
  id: null,
  firstName: 'Koffi',
  phone: '+2290197000000',
  vehicleType: 'MOTO',
  plateNumber: null,
} as const

const order = JSON.parse(process.argv[2] ?? '{}') as ClientOrder
const world = await openWebhookWorld(order.settings)
const finished = new Set(
  existsSync(order.finishedFile) ? readFileSync(order.finishedFile, 'utf8').split('\n') : [],
)
const waiting = Array.from({ length: order.deliveries }, (_, number) => number).filter(
  (number) => !finished.has(String(number)),
)

await Promise.all(
  Array.from({ length: order.atOnce }, async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      await live(number)
      appendFileSync(order.finishedFile, `${number}\n`)
    }
  }),
)
process.exit(0)

/** Brings a delivery to its end, whatever is refused or away meanwhile. */
async function live(number: number): Promise<void> {
  const shop = order.shops[number % order.shops.length]
  if (!shop) throw new Error('There are no shops.')
  const id = await placeOrder(number, shop.key)
  const key = { shopId: shop.shopId, id }
  for (let asked = 1; ; ) {
    try {
      const row = await findDelivery(world.services.db, key)
      if (!row) throw new Error(`The delivery ${id} is gone.`)
      const next = row.ended_at === null ? await step(row, planOf(number), asked) : 'ENDED'
      if (next === 'ENDED') return
      if (next === 'ASKED_AGAIN') asked += 1
    } catch (error) {
      if (!(error instanceof ApiError)) await pause(200)
    }
    await pause(100 + Math.random() * 200)
  }
}

async function step(row: DeliveryRow, plan: Plan, asked: number): Promise<'ENDED' | 'ASKED_AGAIN' | 'WAIT'> {
  const deps = world.services
  const key = { shopId: row.shop_id, id: row.id }
  const isPaid = row.payment_status === 'PAID'
  const fail = () => failDelivery(deps, key, { code: 'REFUSED', words: null })
  if (row.status === 'SEARCHING_COURIER') await assignCourier(deps, key, courier)
  else if (row.status === 'ASSIGNED') await pickUpParcel(deps, key, row.pickup_code)
  else if (row.status === 'FAILED') await returnParcel(deps, key)
  else if (plan === 'FAIL_UNPAID') {
    // The request to pay is under way by now, and may still be paid.
    await pause(Math.random() * 4_000)
    await fail()
  } else if (isPaid && plan === 'DELIVER') await handOverParcel(deps, key, row.confirmation_code)
  else if (isPaid && plan === 'FAIL_PAID') await fail()
  else if (isPaid) await cancelDelivery(deps, key, { reason: 'Plus en stock', idempotencyKey: null })
  else if (row.payment_status === 'REFUSED' || row.payment_status === 'FAILED') {
    if (asked >= 3) await fail()
    else {
      await requestPaymentAgain(deps, key)
      return 'ASKED_AGAIN'
    }
  }
  return 'WAIT'
}

/** Orders until the service has answered, always under the same Idempotency-Key. */
async function placeOrder(number: number, apiKey: string): Promise<string> {
  const body = JSON.stringify({
    customer: {
      firstName: 'Afi',
      lastName: 'Mensah',
      phone: `+22901${String(50_000_000 + number)}`,
    },
    parcel: { category: 'FASHION', size: 'SMALL' },
    dropoff: { lat: 6.372, lng: 2.42 },
    payment: {
      mode: 'CASH_ON_DELIVERY',
      goodsAmount: 1_000 + (number % 97) * 100,
      collection: 'SECURE',
      feePayer: number % 3 === 0 ? 'MERCHANT' : 'CUSTOMER',
    },
  })
  for (;;) {
    try {
      const response = await fetch(`${order.serviceUrl}/api/v1/partner/deliveries`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': moneyOrderKey(number),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as { id?: string; message?: string }
      if (response.ok && answer.id !== undefined) return answer.id
      if (response.status < 500 && response.status !== 429)
        throw new RangeError(`An order was refused: ${JSON.stringify(answer)}`)
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
    appendFileSync(order.failedFile, `${number}\n`)
    await pause(200)
  }
}
