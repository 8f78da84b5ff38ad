import {
  type ApiDescription,
  describedOperations,
  type PlacedOperation,
} from '../../http/openapi-document.ts'

/**
 * The operations of the description as a collection for Postman (format 2.1), in an order in which it can be
 * run.
 */

/** A request of the walk. Texts in double braces are variables of the collection. */
type Step = {
  operationId: string
  name?: string
  /** The identifier in the path. */
  id?: string
  query?: Record<string, string>
  body?: object
  /** The variable that keeps the id in the answer. */
  keeps?: string
  /** The request is skipped unless this variable says yes. */
  unlessAllowed?: { by: string; because: string }
}

const customer = { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' }
const order = (which: string, payment: object): object => ({
  externalRef: `{{order}}-${which}`,
  customer,
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment,
})
const cash = { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 }
const trip = { dropoff: { lat: 6.353, lng: 2.366 }, parcelSize: 'SMALL', paymentMode: 'PREPAID' }
const step = (operationId: string, more: Omit<Step, 'operationId'> = {}): Step => ({ operationId, ...more })
const [one, two, three] = ['{{deliveryId}}', '{{secondId}}', '{{thirdId}}']
const [address, endpoint] = ['{{pickupAddressId}}', '{{endpointId}}']

/** By folder, in the order in which they are sent. */
const walk: Record<string, Step[]> = {
  'Before an order': [
    step('getShop'),
    step('getZones'),
    step('createQuote', { body: trip }),
    step('checkPromoCode', { body: { promoCode: 'BIENVENUE', quote: trip } }),
    step('createParcelPhotoUpload', { body: { contentType: 'image/jpeg', sizeBytes: 184_320 } }),
  ],
  'Pickup addresses': [
    step('listPickupAddresses'),
    step('createPickupAddress', {
      body: { lat: 6.3654, lng: 2.4183, label: 'Boutique Ganhi' },
      keeps: 'pickupAddressId',
    }),
    step('changePickupAddress', { id: address, body: { landmark: 'En face de la pharmacie' } }),
    step('removePickupAddress', { id: address }),
  ],
  Webhooks: [
    step('createWebhookEndpoint', { body: { url: '{{webhookUrl}}' }, keeps: 'endpointId' }),
    step('listWebhookEndpoints'),
    step('getWebhookEndpoint', { id: endpoint }),
    step('changeWebhookEndpoint', { id: endpoint, body: { description: 'Boutique' } }),
    step('pingWebhookEndpoint', { id: endpoint }),
    step('regenerateWebhookSecret', { id: endpoint, body: { overlapHours: 24 } }),
    step('pauseWebhookEndpoint', { id: endpoint }),
    step('enableWebhookEndpoint', { id: endpoint }),
    step('resendWebhookEvents', { id: endpoint, body: { failedSince: '2026-11-21T10:00:00.000Z' } }),
    step('listWebhookAttempts', { id: endpoint, query: { limit: '10' } }),
  ],
  'A delivery that is paid to the shop': [
    step('createDelivery', { body: order('1', { ...cash, collection: 'DIRECT' }), keeps: 'deliveryId' }),
    step('listDeliveries', { query: { externalRef: '{{order}}-1' } }),
    step('getDelivery', { id: one }),
    step('changeDelivery', { id: one, body: { instructions: 'Appeler en arrivant' } }),
    step('getCancellation', { id: one }),
    step('advanceDelivery', { id: one, name: 'Position given' }),
    step('advanceDelivery', { id: one, name: 'Courier assigned' }),
    step('advanceDelivery', { id: one, name: 'Parcel picked up' }),
    step('confirmPayment', { id: one, body: { received: true } }),
    step('advanceDelivery', { id: one, name: 'Parcel delivered' }),
    step('getHandoverProof', { id: one }),
    step('listDeliveryEvents', { id: one }),
    step('listEvents', { query: { limit: '10' } }),
  ],
  'A delivery that comes back': [
    step('createDelivery', { body: order('2', { ...cash, collection: 'SECURE' }), keeps: 'secondId' }),
    step('advanceDelivery', { id: two, name: 'Position given' }),
    step('advanceDelivery', { id: two, name: 'Courier assigned' }),
    step('advanceDelivery', { id: two, name: 'Parcel picked up' }),
    step('requestPayment', { id: two }),
    step('advanceDelivery', { id: two, name: 'Hand-over failed', body: { outcome: 'FAILED' } }),
    step('askSecondTry', {
      id: two,
      body: { window: { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T16:00:00.000Z' } },
      unlessAllowed: {
        by: 'allowSecondTry',
        because: 'the courier company may offer none; then choose a window of today or tomorrow',
      },
    }),
    step('confirmReturn', { id: two }),
  ],
  'A delivery that is cancelled': [
    step('createDelivery', { body: order('3', { mode: 'PREPAID' }), keeps: 'thirdId' }),
    step('cancelDelivery', { id: three, body: { reason: 'Rupture de stock' } }),
  ],
  'Tidy up': [
    step('removeWebhookEndpoint', { id: endpoint }),
    step('resetSandbox', {
      unlessAllowed: {
        by: 'allowReset',
        because: 'it removes every delivery of the shop, not only those of this run',
      },
    }),
  ],
}

/** `docs/reference/colis.postman_collection.json`. Throws for a step whose operation is not described. */
export function requestCollection(description: ApiDescription): string {
  const operations = new Map(describedOperations(description).map((each) => [each.operationId, each]))
  const collection = {
    info: {
      name: description.info.title,
      description: [
        'Set apiKey to a key of the sandbox, with every right, and run it from top to bottom: each request checks its answer.',
        'The last one, the reset of the sandbox, is skipped unless allowReset is yes.',
        'webhookUrl is an https address of yours, whatever it answers.',
      ].join(' '),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    event: [scriptOf('prerequest', startScript)],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: Object.entries(walk).map(([name, steps]) => ({
      name,
      item: steps.map((each) => requestOf(each, operations.get(each.operationId))),
    })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

const variables = {
  baseUrl: 'http://127.0.0.1:8080',
  apiKey: 'colis_live_…',
  webhookUrl: 'https://shop.example/hook',
  order: '',
  allowReset: 'no',
}

/** Numbers of orders that no run before has used. */
const startScript = [
  "if (!pm.collectionVariables.get('order')) pm.collectionVariables.set('order', 'order-' + Date.now())",
]

function requestOf(
  { operationId, name, id, query, body, keeps, unlessAllowed }: Step,
  operation: PlacedOperation | undefined,
) {
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const { method, path } = operation
  const parts = path
    .replace('{id}', id ?? '')
    .split('/')
    .slice(1)
  const words = Object.entries(query ?? {}).map(([key, value]) => ({ key, value }))
  const search = words.map(({ key, value }) => `${key}=${value}`).join('&')
  const takesKey = operation.parameters?.some((each) => each.name === 'Idempotency-Key')
  const status = Object.keys(operation.responses).find((each) => each.startsWith('2'))
  return {
    name: name ?? operation.summary,
    event: [
      ...(unlessAllowed ? [scriptOf('prerequest', skipUnless(unlessAllowed.by))] : []),
      scriptOf('test', testsOf(Number(status), keeps)),
    ],
    request: {
      method,
      description: `${warningOf(unlessAllowed)}${operation.description ?? operation.summary}`,
      header: [
        ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${parts.join('/')}${search && `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: parts,
        ...(words.length > 0 && { query: words }),
      },
      ...(body && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: rawJson } }),
    },
  }
}

const rawJson = { raw: { language: 'json' } }

const warningOf = (condition: Step['unlessAllowed']): string =>
  condition ? `Skipped unless the variable ${condition.by} is yes, since ${condition.because}.\n\n` : ''

const skipUnless = (variable: string): string[] => [
  `if (pm.variables.get('${variable}') !== 'yes') pm.execution.skipRequest()`,
]

const testsOf = (status: number, keeps: string | undefined) => [
  `pm.test('answers ${status}', () => pm.response.to.have.status(${status}))`,
  ...(keeps ? [`pm.collectionVariables.set('${keeps}', pm.response.json().id)`] : []),
]

const scriptOf = (listen: 'test' | 'prerequest', exec: string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
})
