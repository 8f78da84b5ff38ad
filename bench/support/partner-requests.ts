import type { PlannedRequest } from './load-generator.ts'

const partnerPath = '/api/v1/partner'

/** A trip to price, without its destination. */
export const trip = {
  parcelSize: 'SMALL',
  fragile: true,
  paymentMode: 'CASH_ON_DELIVERY',
  goodsAmount: 15_000,
}

/** An order whose reference is its own. */
export const order = {
  dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison', landmark: 'Portail bleu' },
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
  instructions: 'Appeler en arrivant',
  externalRef: 'order-{n}',
}

/** A request of a shop to the partner API. */
export function get({ key }: { key: string }, path: string): PlannedRequest {
  return { method: 'GET', path: partnerPath + path, headers: { authorization: `Bearer ${key}` } }
}

/** A change of what a shop has; `{n}` in it becomes a number of its own. */
export const patch = (shop: { key: string }, path: string, body: object): PlannedRequest => ({
  ...post(shop, path, body),
  method: 'PATCH',
})

/** The same with a body; `{n}` in it or in a header becomes a number of its own. */
export function post({ key }: { key: string }, path: string, body: object, headers = {}): PlannedRequest {
  return {
    method: 'POST',
    path: partnerPath + path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** A change of deliveries in turn, so that no two connections change the same one at once. */
export const change = (shop: { key: string }, ids: readonly string[], body: object): PlannedRequest => {
  const paths = ids.map((id) => `${partnerPath}/deliveries/${id}`)
  return { ...post(shop, '/deliveries', body), method: 'PATCH', path: paths[0] ?? '', paths }
}
