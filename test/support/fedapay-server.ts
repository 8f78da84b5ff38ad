import { type ApiRequest, type ApiResponse, openApiServer } from './api-server.ts'
import type { ProviderServer, ToldOtherwise } from './provider-server.ts'

const secretKey = 'sk_sandbox_of-the-test'
export const fedapayWebhookSecret = 'wh_sandbox_of-the-test'
const keepsFcfa = 56
const token = (id: number) => `token-of-${id}`
type Kind = 'transaction' | 'payout'
type Held = Record<string, unknown> & { id: number; status: string; merchant_reference: string }

export type FedapayServer = ProviderServer & {
  held: Record<Kind, Held[]>
  /** Which transactions were sent to a phone, each time that it rang. */
  prompts: { id: number; mode: string; phone: unknown }[]
  heldOf(kind: Kind, orderId: string): Held
}

/** FedaPay as documented: orders are created, then carried out; `merchant_reference` is taken once. */
export async function openFedapayServer(mode = 'mtn_open'): Promise<FedapayServer> {
  const held: Record<Kind, Held[]> = { transaction: [], payout: [] }
  const prompts: FedapayServer['prompts'] = []
  let isRefusing = false

  function answer({ call, headers, json }: ApiRequest): ApiResponse {
    if (headers.authorization !== `Bearer ${secretKey}` || isRefusing)
      return { status: 401, json: { message: 'Erreur d’authentification' } }
    const [method = '', url = ''] = call.split(' ')
    const path = url.replace(/^\/v1/, '')
    if (path === '/currencies')
      return {
        status: 200,
        json: {
          'v1/currencies': [
            { klass: 'v1/currency', id: 1, iso: 'XOF', code: 952, name: 'FCFA' },
            { klass: 'v1/currency', id: 2, iso: 'GNF', code: 324, name: 'Franc guinéen' },
          ],
        },
      }
    if (path === '/balances')
      return {
        status: 200,
        json: {
          'v1/balances': [{ klass: 'v1/balance', id: 1, currency_id: 1, amount: 90_500, mode: 'mtn' }],
        },
      }
    if (path === '/payouts/start' && method === 'PUT') return start(json.payouts[0].id)
    const [, plural, merchant, id, action] =
      /^\/(transaction|payout)s(?:\/(merchant\/)?([\w-]+)(?:\/(token))?)?$/.exec(path) ?? []
    if (plural === undefined) return prompt(path.slice(1), json)
    const kind = plural as Kind
    if (method === 'POST' && id === undefined) return create(kind, json)
    const found = held[kind].find((each) =>
      merchant ? each.merchant_reference === id : String(each.id) === id,
    )
    if (!found) return { status: 404, json: { message: 'Objet non trouvé' } }
    if (action === 'token')
      return {
        status: 200,
        json: { token: token(found.id), url: `https://sandbox-process.fedapay.com/${token(found.id)}` },
      }
    return { status: 200, json: { [`v1/${kind}`]: found } }
  }

  function create(kind: Kind, body: Record<string, unknown>): ApiResponse {
    const reference = String(body.merchant_reference)
    if (held[kind].some((each) => each.merchant_reference === reference))
      return { status: 422, json: { message: 'La référence existe déjà', errors: {} } }
    if (kind === 'payout' && body.mode === undefined) return { status: 500 }
    const made: Held = {
      klass: `v1/${kind}`,
      id: 1_000 + held.transaction.length * 10 + held.payout.length,
      reference: `ref-${reference.slice(0, 8)}`,
      amount: body.amount,
      status: 'pending',
      currency_id: (body.currency as { iso: string }).iso === 'XOF' ? 1 : 2,
      mode: body.mode ?? null,
      merchant_reference: reference,
      last_error_code: null,
    }
    held[kind].push(made)
    return { status: 200, json: { [`v1/${kind}`]: made } }
  }

  function prompt(named: string, json: Record<string, unknown>): ApiResponse {
    const found = held.transaction.find(({ id }) => token(id) === json.token)
    if (!found || named !== mode) return { status: 400, json: { message: 'Opération non autorisée' } }
    prompts.push({ id: found.id, mode: named, phone: json.phone_number })
    return { status: 200, json: { 'v1/payment_intent': { id: 7, status: 'pending' }, message: 'success' } }
  }

  function start(id: number): ApiResponse {
    const found = held.payout.find((each) => each.id === id)
    if (found?.status !== 'pending') return { status: 400, json: { message: 'Dépôt déjà traité' } }
    found.status = 'started'
    return { status: 200, json: { 'v1/payouts': [found] } }
  }

  const heldOf = (kind: Kind, orderId: string): Held => {
    const found = held[kind].find((each) => each.merchant_reference === orderId)
    if (!found) throw new Error(`FedaPay has no ${kind} ${orderId}.`)
    return found
  }
  const tell = (found: Held, { amount, currency, reference }: ToldOtherwise) =>
    Object.assign(found, {
      ...(amount !== undefined && { amount }),
      ...(currency !== undefined && { currency_id: 2 }),
      ...(reference !== undefined && { merchant_reference: reference }),
    })
  const api = await openApiServer(answer)
  return Object.assign(api, {
    name: 'fedapay',
    env: {
      MOBILE_MONEY_PROVIDER: 'fedapay',
      MOBILE_MONEY_ROUTES: `+229=fedapay:${mode}`,
      FEDAPAY_SECRET_KEY: secretKey,
      FEDAPAY_WEBHOOK_SECRET: fedapayWebhookSecret,
      FEDAPAY_API_URL: `${api.url}/v1`,
    },
    secrets: [secretKey, fedapayWebhookSecret, 'token-of-'],
    calls: {
      make: /^POST \/v1\/transactions$/,
      status: /^GET \/v1\/transactions\//,
      payOut: /^PUT \/v1\/payouts\/start$/,
    },
    keepsFcfa,
    held,
    prompts,
    heldOf,
    charges: () => held.transaction.length,
    pays: (orderId: string, told: ToldOtherwise = {}) => {
      const found = heldOf('transaction', orderId)
      tell(found, told)
      Object.assign(found, { status: 'approved', amount_transferred: Number(found.amount) - keepsFcfa })
    },
    refuses: (orderId: string) => {
      heldOf('transaction', orderId).status = 'declined'
    },
    sent: () => held.payout.filter(({ status }) => status !== 'pending').length,
    arrives: (orderId: string, told: ToldOtherwise = {}) => {
      const found = heldOf('payout', orderId)
      tell(found, told)
      Object.assign(found, { status: 'sent', amount_debited: Number(found.amount) + 150 })
    },
    fails: (orderId: string, code: string) => {
      Object.assign(heldOf('payout', orderId), { status: 'failed', last_error_code: code })
    },
    refuseCredentials: (refused: boolean) => {
      isRefusing = refused
    },
  })
}
