import { client } from './hey-api/client.gen.js'
import {
  advanceDelivery,
  cancelDelivery,
  createDelivery,
  createQuote,
  getDelivery,
  listDeliveries,
  listDeliveryEvents,
} from './hey-api/index.js'
import { order, trip } from './orders.js'

/** The journey of a shop through the client of @hey-api/openapi-ts; prints what it saw. */
client.setConfig({ baseUrl: process.env.COLIS_URL ?? '', auth: () => process.env.COLIS_API_KEY ?? '' })

const create = (key: string) =>
  createDelivery({ headers: { 'Idempotency-Key': key }, body: order(key), throwOnError: true })
const at = (id: string) => ({ path: { id } })

const { data: quote } = await createQuote({ body: trip, throwOnError: true })
const { data: created } = await create('hey-api-1')
const replayed = await create('hey-api-1')
const { data: read } = await getDelivery({ ...at(created.id), throwOnError: true })
const { data: page } = await listDeliveries({ query: { externalRef: 'hey-api-1' }, throwOnError: true })

let delivery = read
while (delivery.status !== 'DELIVERED')
  delivery = (await advanceDelivery({ ...at(created.id), throwOnError: true })).data
const { data: history } = await listDeliveryEvents({ ...at(created.id), throwOnError: true })

const { data: other } = await create('hey-api-2')
const { data: cancelled } = await cancelDelivery({ ...at(other.id), body: {}, throwOnError: true })
const refused = await cancelDelivery({ ...at(created.id), body: {} })

// @ts-expect-error a status is one of a closed list
const misspelt = read.status === 'DELIVRED'
/** A service to which values and members were added. */
const later = { baseUrl: process.env.COLIS_LATER_URL ?? '' }
const { data: laterRead } = await getDelivery({ ...later, ...at(created.id), throwOnError: true })
const laterRefused = await cancelDelivery({ ...later, ...at(created.id), body: {} })

console.log(
  JSON.stringify({
    price: quote.price,
    pickupCode: created.pickupCode.length,
    wasReplayed:
      replayed.data.id === created.id && replayed.response.headers.get('idempotent-replayed') === 'true',
    read: read.status,
    dropoff: read.dropoff?.label ?? null,
    courier: read.courier?.firstName ?? null,
    listed: page.items.map(({ externalRef }) => externalRef),
    carriedBy: typeof delivery.courier?.phone,
    history: history.map(({ status }) => status),
    cancelled: cancelled.status,
    refusal: refused.error?.code ?? null,
    misspelt,
    later: [laterRead.status, laterRead.courier?.vehicleType, laterRefused.error?.code],
  }),
)
