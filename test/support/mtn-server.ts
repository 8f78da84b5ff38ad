import { mtnReference } from '../../src/domain/money/mobile-money/providers/mtn-order.ts'
import { type ApiRequest, type ApiResponse, openApiServer } from './api-server.ts'
import type { ProviderServer, ToldOtherwise } from './provider-server.ts'

type Held = { kind: string; body: Record<string, unknown>; status: string; reason?: unknown }

const user = {
  collection: 'a1f0c6de-0000-4000-8000-00000000c011',
  disbursement: 'a1f0c6de-0000-4000-8000-00000000d155',
}
const apiKey = { collection: 'collection-api-key', disbursement: 'disbursement-api-key' }
const subscription = { collection: 'collection-subscription', disbursement: 'disbursement-subscription' }
type Product = keyof typeof user

export type MtnServer = ProviderServer & {
  held: Map<string, Held>
  /** Ends every token that was given out. */
  endTokens(): void
}

/** MTN MoMo as documented: tokens by Basic authentication, orders by X-Reference-Id, 202, 409 and 404. */
export async function openMtnServer(targetEnvironment = 'mtnbenin'): Promise<MtnServer> {
  const held = new Map<string, Held>()
  let tokens = new Set<string>()
  let issued = 0
  let isRefusing = false

  function answer({ call, headers, json }: ApiRequest): ApiResponse {
    const [, method = '', product = '', path = ''] =
      /^(\w+) \/(collection|disbursement)\/(.*)$/.exec(call) ?? []
    if (headers['ocp-apim-subscription-key'] !== subscription[product as Product] || isRefusing)
      return {
        status: 401,
        json: { statusCode: 401, message: 'Access denied due to invalid subscription key.' },
      }
    if (path === 'token/') {
      const pair = `${user[product as Product]}:${apiKey[product as Product]}`
      if (headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`)
        return { status: 401, json: { error: 'login_failed' } }
      const token = `${product}-token-${++issued}`
      tokens.add(token)
      return { status: 200, json: { access_token: token, token_type: 'access_token', expires_in: 3600 } }
    }
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    if (!tokens.has(token) || !token.startsWith(product))
      return { status: 401, json: { code: 'UNAUTHORIZED' } }
    if (headers['x-target-environment'] !== targetEnvironment)
      return { status: 500, json: { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT', message: '…' } }
    if (path === 'v1_0/account/balance')
      return { status: 200, json: { availableBalance: '125000', currency: 'XOF' } }
    const [, kind = '', reference] = /^v1_0\/(requesttopay|transfer|refund)(?:\/(.+))?$/.exec(path) ?? []
    if (method === 'POST') return make(kind, String(headers['x-reference-id']), json)
    const order = held.get(reference ?? '')
    if (order?.kind !== kind)
      return {
        status: 404,
        json: { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' },
      }
    const { body, status, reason } = order
    return {
      status: 200,
      json: {
        ...body,
        status,
        ...(status === 'SUCCESSFUL' && { financialTransactionId: `fin-${reference?.slice(0, 8)}` }),
        ...(reason !== undefined && { reason }),
      },
    }
  }

  function make(kind: string, reference: string, body: Record<string, unknown>): ApiResponse {
    const isV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(reference)
    const currency = targetEnvironment === 'sandbox' ? 'EUR' : 'XOF'
    if (!isV4 || /'/.test(JSON.stringify(body)) || String(body.payerMessage).length > 160)
      return { status: 400, json: { code: 'REQUEST_REJECTED' } }
    if (body.currency !== currency) return { status: 500, json: { code: 'INVALID_CURRENCY', message: '…' } }
    if (held.has(reference))
      return { status: 409, json: { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicated reference id.' } }
    held.set(reference, { kind, body, status: 'PENDING' })
    return { status: 202 }
  }

  const orderOf = (orderId: string): Held => {
    const order = held.get(mtnReference(orderId))
    if (!order) throw new Error(`MTN has no order ${orderId}.`)
    return order
  }
  const succeed = (orderId: string, { amount, currency, reference }: ToldOtherwise = {}): void => {
    const order = orderOf(orderId)
    order.status = 'SUCCESSFUL'
    order.body = {
      ...order.body,
      ...(amount !== undefined && { amount: String(amount) }),
      ...(currency !== undefined && { currency }),
      ...(reference !== undefined && { externalId: reference }),
    }
  }
  const countOf = (kind: string) => [...held.values()].filter((order) => order.kind === kind).length
  const api = await openApiServer(answer)
  return Object.assign(api, {
    name: 'mtn',
    env: {
      MOBILE_MONEY_PROVIDER: 'mtn',
      MTN_TARGET_ENVIRONMENT: targetEnvironment,
      MTN_COLLECTION_SUBSCRIPTION_KEY: subscription.collection,
      MTN_COLLECTION_API_USER: user.collection,
      MTN_COLLECTION_API_KEY: apiKey.collection,
      MTN_DISBURSEMENT_SUBSCRIPTION_KEY: subscription.disbursement,
      MTN_DISBURSEMENT_API_USER: user.disbursement,
      MTN_DISBURSEMENT_API_KEY: apiKey.disbursement,
      MTN_API_URL: api.url,
    },
    secrets: [
      ...Object.values(apiKey),
      ...Object.values(subscription),
      'collection-token',
      'disbursement-token',
    ],
    calls: {
      make: /^POST .*requesttopay$/,
      status: /^GET .*requesttopay/,
      payOut: /^POST .*transfer$/,
    },
    keepsFcfa: 0,
    held,
    endTokens: () => {
      tokens = new Set()
    },
    charges: () => countOf('requesttopay'),
    pays: succeed,
    refuses: (orderId: string) => {
      Object.assign(orderOf(orderId), { status: 'FAILED', reason: 'APPROVAL_REJECTED' })
    },
    sent: () => countOf('transfer'),
    arrives: succeed,
    fails: (orderId: string, code: string) => {
      Object.assign(orderOf(orderId), { status: 'FAILED', reason: { code, message: '…' } })
    },
    refuseCredentials: (refused: boolean) => {
      isRefusing = refused
    },
  })
}
