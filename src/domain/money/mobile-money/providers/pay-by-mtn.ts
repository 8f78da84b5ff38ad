import {
  type MoneyOrder,
  type OrderOutcome,
  ProviderAway,
  type RefundOrder,
} from '../mobile-money-provider.ts'
import { alertHourly, alertProviderFaults } from './alert-provider-faults.ts'
import { type ApiAnswer, type ApiRequest, callDeadline, callProviderApi } from './call-provider-api.ts'
import { readFloatOrLimit } from './float-or-limit.ts'
import {
  isOwnAccount,
  isUnknownToMtn,
  type MtnKind,
  mtnBody,
  mtnCurrency,
  mtnOutcome,
  mtnReason,
  mtnReference,
} from './mtn-order.ts'
import { probeAccount } from './probe-providers.ts'
import type { ProbedProvider, ProviderDeps } from './provider-account.ts'
import { answerIn, codeOf, notUnderstood, ProviderRefusesUs, textIn } from './provider-answer.ts'

/** The credentials for one of MTN's products. */
type MtnCredentials = { subscriptionKey: string; apiUser: string; apiKey: string }

export type MtnAccount = {
  baseUrl: string
  /** `sandbox`, or the country: `mtnbenin`. */
  targetEnvironment: string
  collection: MtnCredentials
  /** Without it nothing is sent: neither payouts nor refunds. */
  disbursement: MtnCredentials | undefined
  /** Where MTN may report that an order ended; the order's id is added to it. */
  callbackUrl: string | undefined
}

type Product = 'collection' | 'disbursement'

/** What is left of a token's time when it is renewed, in ms. */
const renewsBeforeMs = 60_000

/** Codes of answers that only another setting ends. */
const settingFaults = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
])

/**
 * MTN Mobile Money (decision 204): Collections asks customers to pay, Disbursements pays out and gives back.
 * A repeated X-Reference-Id changes nothing there.
 */
export function payByMtn(account: MtnAccount, deps: ProviderDeps): ProbedProvider {
  const alertOperator = alertHourly(deps)
  const { baseUrl, collection, disbursement } = account
  const call = callProviderApi({
    label: 'MTN',
    baseUrl,
    clock: deps.clock,
    onServerError: (code) => {
      if (settingFaults.has(code))
        alertOperator('MTN refuses every order for a setting: see what its code means.', { code })
    },
  })
  const collecting = signIn(call, 'collection', collection, deps)
  const paying = disbursement && signIn(call, 'disbursement', disbursement, deps)
  const payments = orders('requesttopay', collecting)
  const payouts = paying && orders('transfer', paying)
  const refunds = paying && orders('refund', paying)

  const provider: ProbedProvider = {
    name: 'mtn',
    requestToPay: payments.make,
    paymentStatus: payments.status,
    payOut: payouts?.make ?? noDisbursement,
    payoutStatus: payouts?.status ?? noPayoutStatus,
    ...(refunds && { refunds: { give: refunds.make, status: refunds.status } }),
    probe: async () => [
      await probeAccount('PAYMENTS', () => balanceOf(collecting)),
      ...(paying ? [await probeAccount('PAYOUTS', () => balanceOf(paying))] : []),
    ],
  }
  return alertProviderFaults(provider, alertOperator)

  async function noDisbursement(): Promise<OrderOutcome> {
    alertOperator('A payout by MTN cannot be made: set MTN_DISBURSEMENT_SUBSCRIPTION_KEY.', {})
    return { state: 'REFUSED', reason: 'PROVIDER_FAILED', wasNeverSent: true }
  }

  /**
   * It may have left while the product was in the settings: that nobody can ask does not say that MTN has it
   * not.
   */
  async function noPayoutStatus(): Promise<OrderOutcome> {
    alertOperator('A payout by MTN cannot be followed: set MTN_DISBURSEMENT_SUBSCRIPTION_KEY.', {})
    throw new ProviderAway('MTN cannot be asked of a payout without MTN_DISBURSEMENT_SUBSCRIPTION_KEY.')
  }

  /** The orders of one kind: making one and asking what became of it. */
  function orders(kind: MtnKind, signedIn: SignedIn) {
    const { product, ask } = signedIn
    const path = `/${product}/v1_0/${kind}`
    const currencyOf = (order: MoneyOrder) => mtnCurrency(order, account.targetEnvironment)
    const headers = { 'x-target-environment': account.targetEnvironment }

    async function make(order: MoneyOrder | RefundOrder): Promise<OrderOutcome> {
      const signal = callDeadline()
      const answer = await askOrRefused({
        method: 'POST',
        path,
        headers: {
          ...headers,
          'x-reference-id': mtnReference(order.id),
          ...(account.callbackUrl !== undefined && {
            'x-callback-url': `${account.callbackUrl}/${order.id}`,
          }),
        },
        json: mtnBody(kind, order, currencyOf(order), 'payment' in order ? order.payment.id : undefined),
        signal,
      })
      // 409: an earlier call whose answer was lost had arrived.
      if (answer.status === 202 || answer.status === 409) return { state: 'PENDING' }
      if (answer.status !== 400 && answer.status !== 404)
        throw notUnderstood('MTN', answer.status, answer.body)
      // A refusal counts only while MTN does not have the order from an earlier call.
      const known = await look(order, signal)
      if (known.state !== 'UNKNOWN') return known
      return refused(order, codeOf(answer.body))
    }

    /** MTN answers 500 also where a number is not on MTN Mobile Money, which asking again does not change. */
    async function askOrRefused(request: ApiRequest): Promise<Pick<ApiAnswer, 'status' | 'body'>> {
      try {
        return await ask(request)
      } catch (error) {
        const code = error instanceof ProviderAway ? error.code : undefined
        if (mtnReason(kind, code) !== 'NUMBER_REFUSED') throw error
        return { status: 400, body: { code } }
      }
    }

    async function refused(order: MoneyOrder, code: string | undefined): Promise<OrderOutcome> {
      if (isOwnAccount(kind, code))
        alertOperator(
          'MTN refuses orders for the account of the service itself: ask MTN what the code means.',
          {
            product,
            code: code ?? '',
          },
        )
      const reason = mtnReason(kind, code)
      if (reason !== 'FLOAT_OR_LIMIT') return { state: 'REFUSED', reason }
      const readBalances = async () => (await balanceOf(signedIn)).balances
      return {
        state: 'REFUSED',
        reason: await readFloatOrLimit(order, currencyOf(order), readBalances, alertOperator),
      }
    }

    async function look(order: MoneyOrder, signal: AbortSignal): Promise<OrderOutcome> {
      const reference = mtnReference(order.id)
      const { status, body } = await ask({ method: 'GET', path: `${path}/${reference}`, headers, signal })
      if (status === 200) {
        const outcome = mtnOutcome(order, body, currencyOf(order))
        return outcome.state === 'FAILED' ? refused(order, outcome.code) : outcome
      }
      if (status === 404 && isUnknownToMtn(body)) return { state: 'UNKNOWN' }
      throw notUnderstood('MTN', status, body)
    }

    return { make, status: (order: MoneyOrder) => look(order, callDeadline()) }
  }

  /**
   * What lies on the account of a product; in some countries MTN accepts the credentials and does not tell.
   */
  async function balanceOf({ product, ask }: SignedIn) {
    const answer = await ask({
      method: 'GET',
      path: `/${product}/v1_0/account/balance`,
      headers: { 'x-target-environment': account.targetEnvironment },
      signal: callDeadline(),
    })
    const told = answerIn(answer.body)
    const amount = textIn(told, 'availableBalance')
    const balance = { name: null, amount: amount ?? '', currency: textIn(told, 'currency') ?? null }
    return { date: answer.date, balances: amount === undefined ? [] : [balance] }
  }
}

/** A product of MTN's, called with a token that is renewed when it ends. */
type SignedIn = { product: Product; ask: (request: ApiRequest) => Promise<ApiAnswer> }

type Token = { value: string; endsAt: number }

/** Signs in to a product: a request that is answered 401 is repeated once with a new token. */
export function signIn(
  call: (request: ApiRequest) => Promise<ApiAnswer>,
  product: Product,
  { subscriptionKey, apiUser, apiKey }: MtnCredentials,
  { clock }: Pick<ProviderDeps, 'clock'>,
): SignedIn {
  let held: Token | undefined
  let fetching: Promise<Token> | undefined

  async function fetchToken(signal: AbortSignal): Promise<Token> {
    const { status, body } = await call({
      method: 'POST',
      path: `/${product}/token/`,
      headers: {
        authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`,
        'ocp-apim-subscription-key': subscriptionKey,
      },
      signal,
    })
    if (status === 401 || status === 403) throw refusesUs()
    const value = textIn(answerIn(body), 'access_token')
    const seconds = Number(answerIn(body).expires_in)
    if (status !== 200 || value === undefined) throw notUnderstood('MTN', status, body)
    const lastsMs = Number.isFinite(seconds) ? seconds * 1_000 : 0
    return { value, endsAt: clock.now().getTime() + lastsMs }
  }

  /** The token, which requests at the same time share; `unlike` is one that was refused. */
  async function token(signal: AbortSignal, unlike?: string): Promise<string> {
    const isGood = (each: Token) =>
      each.value !== unlike && each.endsAt - renewsBeforeMs > clock.now().getTime()
    if (held && isGood(held)) return held.value
    fetching ??= fetchToken(signal).finally(() => {
      fetching = undefined
    })
    held = await fetching
    return held.value
  }

  async function ask(request: ApiRequest): Promise<ApiAnswer> {
    const first = await token(request.signal)
    const answer = await askWith(first, request)
    if (answer.status !== 401) return orRefused(answer)
    return orRefused(await askWith(await token(request.signal, first), request))
  }

  const askWith = (value: string, request: ApiRequest) =>
    call({
      ...request,
      headers: {
        ...request.headers,
        authorization: `Bearer ${value}`,
        'ocp-apim-subscription-key': subscriptionKey,
      },
    })

  function orRefused(answer: ApiAnswer): ApiAnswer {
    if (answer.status === 401 || answer.status === 403) throw refusesUs(codeOf(answer.body))
    return answer
  }

  const refusesUs = (code?: string) =>
    new ProviderRefusesUs(
      `MTN does not accept our ${product}: see the subscription key, the API user and its key, and from ` +
        `which address we call${code === undefined ? '' : ` (${code})`}.`,
    )

  return { product, ask }
}
