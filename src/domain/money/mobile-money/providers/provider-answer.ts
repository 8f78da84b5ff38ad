import type { ProviderWord } from '../disagreements/disagreement.ts'
import { type MoneyOrder, ProviderAway } from '../mobile-money-provider.ts'

/** The members of an answer; none where it is no object. */
export type Answer = Readonly<Record<string, unknown>>

export const answerIn = (body: unknown): Answer =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Answer) : {}

/** A text of an answer; undefined where it has none. */
export const textIn = (answer: Answer, name: string): string | undefined => {
  const value = answer[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The code of a refusal: `code`, `error_code`, or that of an `error` inside. Only what has the form of a
 * code, so that it can be logged: never a sentence, which may repeat a phone number.
 */
export function codeOf(body: unknown): string | undefined {
  const answer = answerIn(body)
  const code = answer.code ?? answer.error_code ?? answerIn(answer.error).code
  return typeof code === 'string' && /^[A-Za-z][\w -]{0,59}$/.test(code) ? code : undefined
}

/** The provider does not accept our credentials: a person has to see to it. */
export class ProviderRefusesUs extends ProviderAway {
  override name = 'ProviderRefusesUs'
}

/** What the provider says of an order is not what was ordered: a person has to see to it. */
export class ProviderDisagrees extends ProviderAway {
  override name = 'ProviderDisagrees'
  readonly word: ProviderWord

  constructor(message: string, word: ProviderWord) {
    super(message)
    this.word = word
  }
}

/** A figure or a name as it was told, short enough to be kept; empty for anything else. */
const keptText = (told: unknown): string => {
  const text = typeof told === 'number' ? String(told) : typeof told === 'string' ? told : ''
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 60)
}

/** Whether an amount on the wire is this one: `5600`, `"5600"` and `"5600.00"` are the same. */
const isAmount = (told: unknown, amount: number): boolean =>
  typeof told === 'number'
    ? told === amount
    : typeof told === 'string' && /^\d+(\.0+)?$/.test(told) && Number(told) === amount

/**
 * Throws ProviderDisagrees unless an answer is about this order: its amount, its currency, and our name for
 * it where the answer has one. Nothing of such an answer counts.
 */
export function requireAgreement(
  label: string,
  order: MoneyOrder,
  told: { amount: unknown; currency: unknown; id?: unknown; state: ProviderWord['state'] },
  currency: string = order.currency,
): void {
  const wrong = [
    ...(isAmount(told.amount, order.amountFcfa) ? [] : ['amount']),
    ...(told.currency === currency ? [] : ['currency']),
    ...(told.id === undefined || told.id === null || told.id === order.id ? [] : ['reference']),
  ]
  if (wrong.length > 0)
    throw new ProviderDisagrees(`${label} tells another ${wrong.join(' and ')} of the order ${order.id}.`, {
      state: told.state,
      amount: keptText(told.amount),
      // MTN's sandbox counts francs as euro.
      currency: told.currency === currency ? order.currency : keptText(told.currency),
      reference: keptText(told.id),
    })
}

/** What an answer that cannot be understood throws. */
export const notUnderstood = (label: string, status: number, body?: unknown): ProviderAway => {
  const code = codeOf(body)
  return new ProviderAway(
    `The answer ${status} of ${label}${code === undefined ? '' : ` (${code})`} cannot be understood.`,
  )
}
