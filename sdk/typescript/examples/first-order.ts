import { Colis, ColisError, type DeliveryInput } from '@colis/sdk'

/** A whole order in the sandbox: COLIS_URL, COLIS_API_KEY and the number of an order of your shop. */
const colis = new Colis({
  baseUrl: process.env.COLIS_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.COLIS_API_KEY ?? '',
  language: 'en',
})
const orderNumber = process.argv[2] ?? 'order-2041'

const quote = await colis.createQuote({
  dropoff: { lat: 6.353, lng: 2.366 },
  parcelSize: 'SMALL',
  paymentMode: 'CASH_ON_DELIVERY',
  goodsAmount: 15_000,
})
console.log(`The trip costs ${quote.price} FCFA.`)

const order: DeliveryInput = {
  externalRef: orderNumber,
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 },
}
const delivery = await colis.createDelivery(order, { idempotencyKey: orderNumber })
console.log(`${delivery.reference} is ${delivery.status}; give the courier the code ${delivery.pickupCode}.`)

const again = await colis.createDelivery(order, { idempotencyKey: orderNumber })
console.log(`Sent again, it is ${again.id === delivery.id ? 'the same' : 'another'} delivery.`)

try {
  await colis.createDelivery(order)
} catch (error) {
  if (!(error instanceof ColisError)) throw error
  console.log(`With another key it is refused: ${error.code}. ${error.message}`)
}

for await (const { reference, price } of colis.eachDelivery({ externalRef: orderNumber }))
  console.log(`${reference} is listed with an estimate of ${price} FCFA.`)

let current = await colis.getDelivery(delivery.id)
while (current.status !== 'DELIVERED') current = await colis.advanceDelivery(delivery.id)
for (const { status } of await colis.listDeliveryEvents(delivery.id)) console.log(`It was ${status}.`)

const second = await colis.createDelivery({ ...order, externalRef: `${orderNumber}-2` })
const cancelled = await colis.cancelDelivery(second.id, { reason: 'Rupture de stock' })
console.log(`${cancelled.reference} is ${cancelled.status} for ${cancelled.cancellationFee} FCFA.`)

for await (const { type, data } of colis.eachEvent())
  if (data.id === delivery.id) console.log(`It was notified of ${type}.`)
