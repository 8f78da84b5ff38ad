import type { MoneyOrder, OrderOutcome, RefundOrder } from '../mobile-money-provider.ts'
import { alertHourly, alertProviderFaults } from './alert-provider-faults.ts'
import { type ApiAnswer, type ApiRequest, callDeadline, callProviderApi } from './call-provider-api.ts'
import { probeAccount } from './probe-providers.ts'
import type { ProbedProvider, ProviderDeps } from './provider-account.ts'
import { type Answer, answerIn, codeOf, notUnderstood, ProviderRefusesUs, textIn } from './provider-answer.ts'
import {
  foundIn,
  isOpenSession,
  sessionBody,
  sessionOutcome,
  sessionThatCounts,
  wavePayoutBody,
  wavePayoutOutcome,
  wavePayoutReason,
} from './wave-order.ts'

export type WaveAccount = {
  baseUrl: string
  apiKey: string
  /** Where customers come back to from Wave's page. */
  returnUrl: string
}

const sessions = '/v1/checkout/sessions'

/**
 * Wave (decision 206): a customer pays on Wave's page, which they open themselves. Payouts carry our id as
 * their idempotency key; sessions have none, and are looked up by our id before another one is opened.
 * Refunds of a session are counted once.
 */
export function payByWave({ baseUrl, apiKey, returnUrl }: WaveAccount, deps: ProviderDeps): ProbedProvider {
  const call = callProviderApi({ label: 'Wave', baseUrl, clock: deps.clock })
  const provider: ProbedProvider = {
    name: 'wave',
    requestToPay: async (order) => {
      const signal = callDeadline()
      return (await session(order, signal)) ?? openSession(order, signal)
    },
    paymentStatus: async (order) => (await session(order, callDeadline())) ?? { state: 'UNKNOWN' },
    cancelPayment: expireSessions,
    payOut: send,
    payoutStatus: async (order) => (await payout(order, callDeadline())) ?? { state: 'UNKNOWN' },
    refunds: {
      give: giveBack,
      // Wave tells nothing of a refund; asking for it again changes nothing and is answered alike.
      status: async () => ({ state: 'UNKNOWN' }),
    },
    probe: async () => [await probeAccount('BOTH', balance)],
  }
  return alertProviderFaults(provider, alertHourly(deps))

  async function ask(request: ApiRequest): Promise<ApiAnswer> {
    const headers = { ...request.headers, authorization: `Bearer ${apiKey}` }
    const answer = await call({ ...request, headers })
    if (answer.status === 401 || answer.status === 403) {
      const code = codeOf(answer.body)
      throw new ProviderRefusesUs(
        `Wave does not accept WAVE_API_KEY${code === undefined ? '' : ` (${code})`}.`,
      )
    }
    return answer
  }

  async function session(order: MoneyOrder, signal: AbortSignal): Promise<OrderOutcome | undefined> {
    const { id, providerRef } = order
    const path =
      providerRef === null
        ? `${sessions}/search?client_reference=${id}`
        : `${sessions}/${encodeURIComponent(providerRef)}`
    const { status, body } = await ask({ method: 'GET', path, signal })
    if (status === 404 && codeOf(body) !== undefined) return undefined
    if (status !== 200) throw notUnderstood('Wave', status, body)
    const found = providerRef === null ? sessionThatCounts(foundIn(body)) : answerIn(body)
    return found && sessionOutcome(order, found)
  }

  async function openSession(order: MoneyOrder, signal: AbortSignal): Promise<OrderOutcome> {
    const json = sessionBody(order, returnUrl)
    const { status, body } = await ask({ method: 'POST', path: sessions, json, signal })
    if (status >= 200 && status < 300) return sessionOutcome(order, answerIn(body))
    if (status === 409 || status < 400) throw notUnderstood('Wave', status, body)
    return { state: 'REFUSED', reason: 'PROVIDER_FAILED' }
  }

  /**
   * Of sessions whose opening was answered too late there may be several; one that is paid or over stays as
   * it is.
   */
  async function expireSessions(order: MoneyOrder): Promise<OrderOutcome> {
    const signal = callDeadline()
    for (const { id } of (await sessionsOf(order.id, signal)).filter(isOpenSession)) {
      const path = `${sessions}/${encodeURIComponent(String(id))}/expire`
      await ask({ method: 'POST', path, signal })
    }
    return (await session({ ...order, providerRef: null }, signal)) ?? { state: 'UNKNOWN' }
  }

  async function sessionsOf(paymentId: string, signal: AbortSignal): Promise<Answer[]> {
    const path = `${sessions}/search?client_reference=${paymentId}`
    const { status, body } = await ask({ method: 'GET', path, signal })
    if (status !== 200) throw notUnderstood('Wave', status, body)
    return foundIn(body)
  }

  async function payout(order: MoneyOrder, signal: AbortSignal): Promise<OrderOutcome | undefined> {
    const { id, providerRef } = order
    const path =
      providerRef === null
        ? `/v1/payouts/search?client_reference=${id}`
        : `/v1/payout/${encodeURIComponent(providerRef)}`
    const { status, body } = await ask({ method: 'GET', path, signal })
    if (status === 404 && codeOf(body) !== undefined) return undefined
    if (status !== 200) throw notUnderstood('Wave', status, body)
    const found = providerRef === null ? foundIn(body)[0] : answerIn(body)
    return found && wavePayoutOutcome(order, found)
  }

  async function send(order: MoneyOrder): Promise<OrderOutcome> {
    const signal = callDeadline()
    const headers = { 'idempotency-key': order.id }
    const json = wavePayoutBody(order)
    const { status, body } = await ask({ method: 'POST', path: '/v1/payout', headers, json, signal })
    if (status >= 200 && status < 300) return wavePayoutOutcome(order, answerIn(body))
    if (status < 400) throw notUnderstood('Wave', status, body)
    // A refusal counts only while Wave does not have the payout from an earlier call.
    const known = await payout(order, signal)
    if (known) return known
    if (status === 409) throw notUnderstood('Wave', status, body)
    return { state: 'REFUSED', reason: wavePayoutReason(codeOf(body)) }
  }

  /**
   * Gives a whole session back, which is what the customer paid. Its state is not asked for first: that may
   * be another one after a refund whose answer was lost, and asking again is answered as the first time.
   */
  async function giveBack(order: RefundOrder): Promise<OrderOutcome> {
    const signal = callDeadline()
    const paid = order.payment.providerRef ?? (await sessionIdOf(order.payment.id, signal))
    if (paid === undefined) return { state: 'REFUSED', reason: 'PROVIDER_FAILED' }
    const path = `${sessions}/${encodeURIComponent(paid)}/refund`
    const { status, body } = await ask({ method: 'POST', path, signal })
    if (status >= 200 && status < 300) return { state: 'PAID', providerRef: paid }
    if (status < 400) throw notUnderstood('Wave', status, body)
    return { state: 'REFUSED', reason: wavePayoutReason(codeOf(body)) }
  }

  async function sessionIdOf(paymentId: string, signal: AbortSignal): Promise<string | undefined> {
    const found = sessionThatCounts(await sessionsOf(paymentId, signal))
    return found && textIn(found, 'id')
  }

  async function balance() {
    const { status, body, date } = await ask({ method: 'GET', path: '/v1/balance', signal: callDeadline() })
    const told = answerIn(body)
    const amount = textIn(told, 'amount')
    if (status !== 200 || amount === undefined) throw notUnderstood('Wave', status, body)
    return { date, balances: [{ name: null, amount, currency: textIn(told, 'currency') ?? null }] }
  }
}
