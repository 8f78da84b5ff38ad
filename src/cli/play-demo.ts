import { newBase62 } from '../base/kernel/short-code.ts'
import { partnerPath } from '../contract/vocabulary.ts'

type DemoDeps = {
  /** Runs `colis` with these words and returns what it would print. */
  runCommand(argv: string[]): Promise<{ stdout: string; stderr: string; exitCode: number }>
  print(line: string): void
  /** The address of the sandbox. */
  url: string
}

/**
 * The main scenario, as a shop's program does it: price a trip, order without a destination, make each step,
 * read the history. Uses HTTP like any partner, with a key made for this run and revoked after it.
 * Throws when the sandbox does not respond.
 */
export async function playDemo(services: DemoDeps): Promise<void> {
  await refuseSilence(services.url)
  const shopId = await demoShopId(services)
  const { keyId, key } = await answerOf<{ keyId: string; key: string }>(services, [
    ...['keys', 'create', '--shop', shopId, '--label', 'npm run demo'],
    ...['--scopes', 'quotes:read,deliveries:read,deliveries:write'],
  ])
  try {
    await playMainJob(services, partnerOf(services.url, key))
  } finally {
    await answerOf(services, ['keys', 'revoke', '--key', keyId])
  }
}

type Partner = (method: 'GET' | 'POST', path: string, body?: object) => Promise<DemoDelivery>
type DemoDelivery = {
  id: string
  reference: string
  status: string
  price: number
  pickupCode: string
  trackingUrl: string | null
  codFee: number
  courier: { firstName: string; vehicleType: string } | null
  payment: { amountToCollect: number; status: string }
}

async function playMainJob({ print }: DemoDeps, partner: Partner): Promise<void> {
  print('1. What would a trip from the shop cost? The customer has not said where they are.')
  const payment = { paymentMode: 'CASH_ON_DELIVERY', goodsAmount: 15000 }
  const quote = await partner('POST', '/quotes', { parcelSize: 'SMALL', ...payment })
  print(`   An estimate: ${quote.price} FCFA; ${quote.codFee} FCFA is withheld for collecting the sale.`)

  print('2. Order it.')
  const ordered = await partner('POST', '/deliveries', {
    customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
    parcel: { category: 'FASHION', size: 'SMALL' },
    payment: { mode: payment.paymentMode, goodsAmount: payment.goodsAmount },
    instructions: 'Appeler en arrivant',
  })
  const { reference, status: first, pickupCode } = ordered
  print(`   ${reference} is ${first}. The courier will ask the shop for the code ${pickupCode}.`)
  print(`   The customer's own page, on which they say where they are: ${ordered.trackingUrl}`)

  print('3. Let the sandbox make every step.')
  let delivery = ordered
  while (delivery.status !== 'DELIVERED') {
    delivery = await partner('POST', `/sandbox/deliveries/${ordered.id}/advance`)
    const by = delivery.courier ? `, ${delivery.courier.firstName} (${delivery.courier.vehicleType})` : ''
    const { price, payment: due } = delivery
    const collected = `to collect ${due.amountToCollect} FCFA: ${due.status}`
    print(`   ${delivery.status.padEnd(18)} ${price} FCFA; ${collected}${by}`)
  }

  print('4. Its history.')
  const history = (await partner('GET', `/deliveries/${ordered.id}/events`)) as unknown as {
    status: string
    occurredAt: string
  }[]
  for (const line of history) print(`   ${line.occurredAt}  ${line.status}`)
}

/** Calls the API as a shop does; each order has its own Idempotency-Key. Throws when the API refuses. */
function partnerOf(url: string, key: string): Partner {
  return async (method, path, body) => {
    const response = await fetch(`${url}${partnerPath}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': 'en',
        'idempotency-key': `demo-${newBase62(16)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as DemoDelivery & { message?: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer
  }
}

async function refuseSilence(url: string): Promise<void> {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
  if (!answer?.ok)
    throw new DemoRefused(
      `Nothing answers on ${url}. Start the sandbox first, in another terminal: npm start`,
    )
}

async function demoShopId(services: DemoDeps): Promise<string> {
  const { shops } = await answerOf<{ shops: { shopId: string }[] }>(services, ['shops', 'list'])
  const [first] = shops
  if (!first)
    throw new DemoRefused(
      'There is no shop yet: start the sandbox on an empty database, or create one with colis shops create.',
    )
  return first.shopId
}

async function answerOf<T>(services: DemoDeps, argv: string[]): Promise<T> {
  const { stdout, stderr, exitCode } = await services.runCommand([...argv, '--json'])
  if (exitCode !== 0) throw new DemoRefused(stderr.trim())
  return JSON.parse(stdout) as T
}

/** The demo cannot run, explained in one sentence. */
export class DemoRefused extends Error {
  override name = 'DemoRefused'
}
