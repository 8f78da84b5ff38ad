import createClient from 'openapi-fetch'
import type { components, paths } from './colis-api.js'
import { order, trip } from './orders.js'

/** The journey of a shop through the client of openapi-typescript and openapi-fetch; prints what it saw. */
const clientOf = (baseUrl = '') =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${process.env.COLIS_API_KEY}` } })
const client = clientOf(process.env.COLIS_URL)
/** A service to which values and members were added. */
const later = clientOf(process.env.COLIS_LATER_URL)
const deliveries = '/api/v1/partner/deliveries'

/** The data of an answer; throws the code of a refusal. */
function taken<Data>({ data, error }: { data?: Data; error?: components['schemas']['Error'] }): Data {
  if (data === undefined) throw new Error(`refused with ${error?.code}`)
  return data
}

const create = (key: string) =>
  client.POST(deliveries, {
    params: { header: { 'Idempotency-Key': key } },
    body: order(key),
  })
const at = (id: string) => ({ params: { path: { id } } })

const quote = taken(await client.POST('/api/v1/partner/quotes', { body: trip }))
const created = taken(await create('openapi-fetch-1'))
const replayed = await create('openapi-fetch-1')
const read = taken(await client.GET(`${deliveries}/{id}`, at(created.id)))
const page = taken(await client.GET(deliveries, { params: { query: { externalRef: 'openapi-fetch-1' } } }))

let delivery = read
while (delivery.status !== 'DELIVERED')
  delivery = taken(await client.POST('/api/v1/partner/sandbox/deliveries/{id}/advance', at(created.id)))
const history = taken(await client.GET(`${deliveries}/{id}/events`, at(created.id)))

const other = taken(await create('openapi-fetch-2'))
const cancelled = taken(await client.POST(`${deliveries}/{id}/cancel`, { ...at(other.id), body: {} }))
const refused = await client.POST(`${deliveries}/{id}/cancel`, { ...at(created.id), body: {} })

// @ts-expect-error a status is one of a closed list
const misspelt = read.status === 'DELIVRED'
const laterRead = taken(await later.GET(`${deliveries}/{id}`, at(created.id)))
const laterRefused = await later.POST(`${deliveries}/{id}/cancel`, { ...at(created.id), body: {} })

console.log(
  JSON.stringify({
    price: quote.price,
    pickupCode: created.pickupCode.length,
    wasReplayed:
      replayed.data?.id === created.id && replayed.response.headers.get('idempotent-replayed') === 'true',
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
