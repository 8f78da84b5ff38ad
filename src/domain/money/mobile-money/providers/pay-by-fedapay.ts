import { type MoneyOrder, type OrderOutcome, ProviderAway } from '../mobile-money-provider.ts'
import { alertHourly, alertProviderFaults } from './alert-provider-faults.ts'
import { type ApiAnswer, type ApiRequest, callDeadline, callProviderApi } from './call-provider-api.ts'
import {
  type FedapayKind,
  fedapayId,
  fedapayObject,
  fedapayPhone,
  isPrompted,
  payoutBody,
  payoutOutcome,
  transactionBody,
  transactionOutcome,
} from './fedapay-order.ts'
import { readFloatOrLimit } from './float-or-limit.ts'
import { isPayLink } from './pay-link.ts'
import { probeAccount } from './probe-providers.ts'
import type { ProbedProvider, ProviderBalance, ProviderDeps } from './provider-account.ts'
import { type Answer, answerIn, notUnderstood, ProviderRefusesUs, textIn } from './provider-answer.ts'

export type FedapayAccount = {
  /** With the version: `https://api.fedapay.com/v1`. */
  baseUrl: string
  secretKey: string
  /** Where customers come back to from FedaPay's page. */
  returnUrl: string
  /** FedaPay's name of the operator that serves a number; undefined where no route tells. */
  modeOf: (phone: string) => string | undefined
}

/**
 * For how long a payout that was to be started counts as under way although FedaPay still lists it as
 * pending, in ms.
 */
const startsWithinMs = 10 * 60_000
const maxRemembered = 10_000

/**
 * FedaPay (decision 205): orders are prepared first and carried out by a second call. Every call looks the
 * order up by our id, its `merchant_reference`, which FedaPay takes once. It gives nothing back by API, so
 * refunds are for a person.
 */
export function payByFedapay(account: FedapayAccount, deps: ProviderDeps): ProbedProvider {
  const { baseUrl, secretKey, returnUrl, modeOf } = account
  const alertOperator = alertHourly(deps)
  const call = callProviderApi({ label: 'FedaPay', baseUrl, clock: deps.clock })
  let currencies: Promise<Map<unknown, string>> | undefined
  const started = new Map<string, number>()
  const unasked = new Set<string>()

  const provider: ProbedProvider = {
    name: 'fedapay',
    requestToPay: async (order) => {
      const signal = callDeadline()
      const known = await look('transaction', order, signal)
      if (known === undefined) return prepare('transaction', order, transactionBody(order, returnUrl), signal)
      if (known.state !== 'PENDING') return known
      // Found by our own name: the first call arrived and its answer was lost.
      if (order.providerRef === null) return notYetAsked(known.providerRef ?? '')
      return askCustomer(order, order.providerRef, signal)
    },
    paymentStatus: async (order) =>
      (await look('transaction', order, callDeadline())) ?? { state: 'UNKNOWN' },
    payOut: async (order) => {
      const signal = callDeadline()
      const known = await look('payout', order, signal)
      if (known === undefined) return preparePayout(order, signal)
      if (known.state !== 'PREPARED' || order.providerRef === null) return known
      return startPayout(order, order.providerRef, signal)
    },
    payoutStatus: async (order) => (await look('payout', order, callDeadline())) ?? { state: 'UNKNOWN' },
    probe: async () => [await probeAccount('BOTH', balances)],
  }
  return alertProviderFaults(provider, alertOperator)

  async function ask(request: Omit<ApiRequest, 'headers'>): Promise<ApiAnswer> {
    const answer = await call({ ...request, headers: { authorization: `Bearer ${secretKey}` } })
    if (answer.status === 401 || answer.status === 403)
      throw new ProviderRefusesUs(
        'FedaPay does not accept FEDAPAY_SECRET_KEY, or does not allow the account this.',
      )
    return answer
  }

  /** What FedaPay has of an order, by its own id or else by ours; undefined when it has nothing. */
  async function look(kind: FedapayKind, order: MoneyOrder, signal: AbortSignal) {
    const { providerRef } = order
    const end = providerRef === null ? `merchant/${order.id}` : encodeURIComponent(providerRef)
    const { status, body } = await ask({ method: 'GET', path: `/${kind}s/${end}`, signal })
    if (status === 404 && body !== undefined) return undefined
    if (status !== 200) throw notUnderstood('FedaPay', status, body)
    return outcomeOf(kind, order, fedapayObject(kind, body), signal)
  }

  async function outcomeOf(kind: FedapayKind, order: MoneyOrder, object: Answer, signal: AbortSignal) {
    const named = await currencyNames(signal)
    const currencyOf = ({ currency_id, currency }: Answer) => answerIn(currency).iso ?? named.get(currency_id)
    if (kind === 'transaction')
      return transactionOutcome(order, object, currencyOf, !isPrompted(modeOf(order.phone)))
    const outcome = payoutOutcome(order, object, currencyOf)
    if (outcome.state === 'TOO_LITTLE') {
      const readBalances = async () => ofMode((await balances()).balances, modeOf(order.phone))
      const reason = await readFloatOrLimit(order, order.currency, readBalances, alertOperator)
      return { state: 'REFUSED', reason, providerRef: outcome.providerRef } as const
    }
    return outcome.state === 'PREPARED' && wasStarted(outcome.providerRef)
      ? ({ state: 'PENDING', providerRef: outcome.providerRef } as const)
      : outcome
  }

  async function prepare(
    kind: FedapayKind,
    order: MoneyOrder,
    json: object,
    signal: AbortSignal,
  ): Promise<OrderOutcome> {
    const { status, body } = await ask({ method: 'POST', path: `/${kind}s`, json, signal })
    if (status >= 200 && status < 300) {
      const object = fedapayObject(kind, body)
      const providerRef = fedapayId(object)
      if (providerRef === undefined) throw notUnderstood('FedaPay', status, body)
      // An answer that disagrees is never carried out.
      await outcomeOf(kind, order, object, signal)
      return kind === 'transaction' ? notYetAsked(providerRef) : { state: 'PREPARED', providerRef }
    }
    if (status < 400) throw notUnderstood('FedaPay', status, body)
    // Refused: also when our id was taken by an earlier call whose answer was lost.
    const known = await look(kind, { ...order, providerRef: null }, signal)
    if (known === undefined) return { state: 'REFUSED', reason: 'PROVIDER_FAILED' }
    return known.state === 'PENDING' && kind === 'transaction' ? notYetAsked(known.providerRef ?? '') : known
  }

  /** A payment whose customer was asked by nobody: its reference is kept before anybody is. */
  function notYetAsked(id: string): OrderOutcome {
    if (unasked.size >= maxRemembered) unasked.clear()
    unasked.add(id)
    return { state: 'PREPARED', providerRef: id }
  }

  /**
   * Sends the request to the customer's phone, once, or makes the page on which they pay. FedaPay does not
   * say that a phone which rings twice for a payment pays once: after a call whose answer was lost, whoever
   * was not asked is asked again when the request has failed.
   */
  async function askCustomer(order: MoneyOrder, id: string, signal: AbortSignal): Promise<OrderOutcome> {
    const mode = modeOf(order.phone)
    if (isPrompted(mode) && !unasked.has(id)) return { state: 'PENDING', providerRef: id }
    const path = `/transactions/${encodeURIComponent(id)}/token`
    const { status, body } = await ask({ method: 'POST', path, json: {}, signal })
    const token = textIn(answerIn(body), 'token')
    if (status < 200 || status >= 300 || token === undefined) throw notUnderstood('FedaPay', status, body)
    if (!isPrompted(mode)) {
      const payLink = textIn(answerIn(body), 'url')
      if (payLink === undefined || !isPayLink(payLink)) throw notUnderstood('FedaPay', status)
      return { state: 'PENDING', providerRef: id, payLink }
    }
    unasked.delete(id)
    const json = { token, phone_number: fedapayPhone(order.phone) }
    const sent = await ask({ method: 'POST', path: `/${mode}`, json, signal })
    if (sent.status >= 200 && sent.status < 300) return { state: 'PENDING', providerRef: id }
    if (sent.status < 400) throw notUnderstood('FedaPay', sent.status, sent.body)
    const known = await look('transaction', order, signal)
    return known === undefined || known.state === 'PENDING'
      ? { state: 'REFUSED', reason: 'PROVIDER_FAILED', providerRef: id }
      : known
  }

  async function preparePayout(order: MoneyOrder, signal: AbortSignal): Promise<OrderOutcome> {
    const mode = modeOf(order.phone)
    if (mode !== undefined) return prepare('payout', order, payoutBody(order, mode), signal)
    alertOperator(
      'A payout by FedaPay cannot be made: name the operator of its numbers in MOBILE_MONEY_ROUTES.',
      {
        prefix: order.phone.slice(0, 6),
      },
    )
    return { state: 'REFUSED', reason: 'PROVIDER_FAILED' }
  }

  async function startPayout(order: MoneyOrder, id: string, signal: AbortSignal): Promise<OrderOutcome> {
    const json = { payouts: [{ id: Number(id) }] }
    // Before the call, whose answer may be lost.
    noteStarted(id)
    const { status, body } = await ask({ method: 'PUT', path: '/payouts/start', json, signal })
    if (status >= 200 && status < 300) return { state: 'PENDING', providerRef: id }
    if (status < 400) throw notUnderstood('FedaPay', status, body)
    started.delete(id)
    const known = await look('payout', order, signal)
    if (known !== undefined && known.state !== 'PREPARED') return known
    // Another process may have started it, and somebody can start it in FedaPay's dashboard: it may still
    // leave.
    alertOperator('FedaPay refuses to start a payout that it has: see what its dashboard says of it.', {})
    throw new ProviderAway('FedaPay refuses to start a payout that it has.')
  }

  function noteStarted(id: string): void {
    if (started.size >= maxRemembered) started.clear()
    started.set(id, deps.clock.now().getTime())
  }

  function wasStarted(id: string): boolean {
    const at = started.get(id)
    return at !== undefined && deps.clock.now().getTime() - at < startsWithinMs
  }

  /** The ISO codes of FedaPay's currencies by their ids; orders name the id alone. */
  function currencyNames(signal: AbortSignal): Promise<Map<unknown, string>> {
    currencies ??= readCurrencies(signal).catch((error: unknown) => {
      currencies = undefined
      throw error
    })
    return currencies
  }

  async function readCurrencies(signal: AbortSignal): Promise<Map<unknown, string>> {
    const { status, body } = await ask({ method: 'GET', path: '/currencies', signal })
    const list = answerIn(body)['v1/currencies'] ?? body
    if (status !== 200 || !Array.isArray(list)) throw notUnderstood('FedaPay', status, body)
    return new Map(list.map(answerIn).map((each) => [each.id, String(each.iso)]))
  }

  async function balances() {
    const signal = callDeadline()
    const { status, body, date } = await ask({ method: 'GET', path: '/balances', signal })
    const list = answerIn(body)['v1/balances'] ?? body
    if (status !== 200 || !Array.isArray(list)) throw notUnderstood('FedaPay', status, body)
    const named = await currencyNames(signal)
    return {
      date,
      balances: list.map(answerIn).map((each) => ({
        name: textIn(each, 'mode') ?? null,
        amount: String(each.amount ?? ''),
        currency: named.get(each.currency_id) ?? null,
      })),
    }
  }
}

/** The balance from which an operator's numbers are paid: its own, where balances are told apart. */
function ofMode(balances: readonly ProviderBalance[], mode: string | undefined): readonly ProviderBalance[] {
  const own = balances.filter(({ name }) => name === mode)
  return own.length > 0 ? own : balances
}
