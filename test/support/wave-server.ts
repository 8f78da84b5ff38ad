import { type ApiRequest, type ApiResponse, openApiServer } from './api-server.ts'
import type { ProviderServer, ToldOtherwise } from './provider-server.ts'

const apiKey = 'wave_bj_prod_of-the-test'
export const waveWebhookSecret = 'wave_sn_WHS_of-the-test'
type Session = Record<string, unknown> & { id: string; client_reference: string }

export type WaveServer = ProviderServer & {
  sessions: Session[]
  payouts: Session[]
  /** Which sessions were given back. */
  refunded: Set<string>
  sessionOf(orderId: string): Session
}

/** Wave as documented: checkout sessions without, payouts with an idempotency key, refunds that are counted once. */
export async function openWaveServer(): Promise<WaveServer> {
  const sessions: Session[] = []
  const payouts: Session[] = []
  const keys = new Map<string, { body: string; payout: Session }>()
  const refunded = new Set<string>()
  let isRefusing = false
  const refuse = (status: number, code: string): ApiResponse => ({ status, json: { code, message: '…' } })

  function answer({ call, headers, json }: ApiRequest): ApiResponse {
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'no-matching-api-key')
    if (isRefusing) return refuse(403, 'disabled-wallet')
    const [method = '', url = ''] = call.split(' ')
    const { pathname: path, searchParams } = new URL(url, 'http://wave.test')
    if (path === '/v1/balance') return { status: 200, json: { amount: '310000', currency: 'XOF' } }
    const named = searchParams.get('client_reference')
    const search = (among: Session[]) => ({
      status: 200,
      json: { result: among.filter((each) => each.client_reference === named) },
    })
    if (path === '/v1/checkout/sessions/search') return search(sessions)
    if (path === '/v1/payouts/search') return search(payouts)
    if (path === '/v1/checkout/sessions' && method === 'POST') return openSession(json)
    if (path === '/v1/payout' && method === 'POST') return payOut(String(headers['idempotency-key']), json)
    const [, payoutId] = /^\/v1\/payout\/([\w-]+)$/.exec(path) ?? []
    const payout = payouts.find(({ id }) => id === payoutId)
    if (payout) return { status: 200, json: payout }
    const [, sessionId, , act] = /^\/v1\/checkout\/sessions\/([\w-]+)(\/(refund|expire))?$/.exec(path) ?? []
    const session = sessions.find(({ id }) => id === sessionId)
    if (!session) return refuse(404, 'checkout-session-not-found')
    if (act === undefined) return { status: 200, json: session }
    if (act === 'expire') {
      if (session.checkout_status !== 'open') return refuse(409, 'checkout-session-not-open')
      Object.assign(session, { checkout_status: 'expired', payment_status: 'cancelled' })
      return { status: 200 }
    }
    if (session.payment_status !== 'succeeded') return refuse(400, 'checkout-refund-failed')
    refunded.add(session.id)
    return { status: 200 }
  }

  function openSession(body: Record<string, unknown>): ApiResponse {
    if (!/^https:/.test(String(body.success_url)) || !/^\d+$/.test(String(body.amount)))
      return refuse(400, 'request-validation-error')
    const id = `cos-18qq25rgr10${sessions.length}a`
    const session: Session = {
      ...body,
      id,
      client_reference: String(body.client_reference),
      checkout_status: 'open',
      payment_status: 'processing',
      last_payment_error: null,
      transaction_id: null,
      wave_launch_url: `https://pay.wave.com/c/${id}`,
    }
    sessions.push(session)
    return { status: 200, json: session }
  }

  function payOut(key: string, body: Record<string, unknown>): ApiResponse {
    const text = JSON.stringify(body)
    const earlier = keys.get(key)
    if (earlier)
      return earlier.body === text
        ? { status: 200, json: earlier.payout }
        : refuse(409, 'idempotency-mismatch')
    const payout: Session = {
      ...body,
      id: `pt-185sewgm810${payouts.length}t`,
      client_reference: String(body.client_reference),
      fee: '50',
      status: 'processing',
      payout_error: null,
    }
    keys.set(key, { body: text, payout })
    payouts.push(payout)
    return { status: 200, json: payout }
  }

  const among = (all: Session[], orderId: string): Session => {
    const found = all.find((each) => each.client_reference === orderId)
    if (!found) throw new Error(`Wave has no order ${orderId}.`)
    return found
  }
  const toldAs = (
    nameOfAmount: 'amount' | 'receive_amount',
    { amount, currency, reference }: ToldOtherwise,
  ) => ({
    ...(amount !== undefined && { [nameOfAmount]: String(amount) }),
    ...(currency !== undefined && { currency }),
    ...(reference !== undefined && { client_reference: reference }),
  })
  const api = await openApiServer(answer)
  return Object.assign(api, {
    name: 'wave',
    env: {
      MOBILE_MONEY_PROVIDER: 'wave',
      PUBLIC_URL: 'https://colis.test',
      WAVE_API_KEY: apiKey,
      WAVE_WEBHOOK_SECRET: waveWebhookSecret,
      WAVE_API_URL: api.url,
    },
    secrets: [apiKey, waveWebhookSecret],
    calls: {
      make: /^POST \/v1\/checkout\/sessions$/,
      status: /^GET \/v1\/checkout\/sessions\/cos/,
      payOut: /^POST \/v1\/payout$/,
    },
    keepsFcfa: 0,
    sessions,
    payouts,
    refunded,
    sessionOf: (orderId: string) => among(sessions, orderId),
    charges: () => sessions.length,
    pays: (orderId: string, told: ToldOtherwise = {}) => {
      const ended = { checkout_status: 'complete', payment_status: 'succeeded' }
      Object.assign(among(sessions, orderId), ended, toldAs('amount', told))
    },
    refuses: (orderId: string) => {
      Object.assign(among(sessions, orderId), { checkout_status: 'expired', payment_status: 'cancelled' })
    },
    sent: () => payouts.length,
    arrives: (orderId: string, told: ToldOtherwise = {}) => {
      Object.assign(among(payouts, orderId), { status: 'succeeded' }, toldAs('receive_amount', told))
    },
    fails: (orderId: string, code: string) => {
      Object.assign(among(payouts, orderId), {
        status: 'failed',
        payout_error: { error_code: code, error_message: '…' },
      })
    },
    refuseCredentials: (refused: boolean) => {
      isRefusing = refused
    },
  })
}
