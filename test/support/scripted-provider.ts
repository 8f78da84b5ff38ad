import {
  type MobileMoneyProvider,
  type MoneyOrder,
  type OrderOutcome,
  ProviderAway,
} from '../../src/domain/money/mobile-money/mobile-money-provider.ts'

/** What a scripted provider says of an order, in a word. */
export type ScriptedAnswer = 'PENDING' | 'PAID' | 'REFUSED' | 'FAILED'

const outcomes: Record<ScriptedAnswer, OrderOutcome> = {
  PENDING: { state: 'PENDING' },
  PAID: { state: 'PAID' },
  REFUSED: { state: 'REFUSED', reason: 'PAYER_REFUSED' },
  FAILED: { state: 'REFUSED', reason: 'PROVIDER_FAILED' },
}

/** A provider that responds as the test sets, and records whom it asked to pay, and whom it paid. */
export type ScriptedProvider = MobileMoneyProvider & {
  /** Every call that arrived, those that repeat a request included. */
  calls: MoneyOrder[]
  /** What each customer was asked to pay: one entry for each request, however often it was made. */
  asked: Map<string, MoneyOrder>
  /** What it was told to send: one entry for each transfer. */
  sent: Map<string, MoneyOrder>
  /** What it says of every order from now on, but for those of which it has said that they are refused. */
  answers(answer: ScriptedAnswer | OrderOutcome): void
  /** What it says from now on of one order, whatever it said before. */
  changesItsMind(id: string, answer: ScriptedAnswer | OrderOutcome): void
  goAway(): void
  comeBack(): void
  /** Called when a request has arrived and before the provider answers. */
  onceAsked: () => Promise<void>
  /** Called when it was asked what became of a request, before it answers. */
  onceLooked: () => Promise<void>
}

const outcomeOf = (said: ScriptedAnswer | OrderOutcome): OrderOutcome =>
  typeof said === 'string' ? outcomes[said] : said

export function scriptedProvider({ givesBack = true } = {}): ScriptedProvider {
  let outcome: OrderOutcome = outcomes.PENDING
  let isAway = false
  const saidOf = new Map<string, OrderOutcome>()
  const stand = () => {
    if (isAway) throw new ProviderAway('It is away.')
  }
  const send = async (order: MoneyOrder): Promise<OrderOutcome> => {
    stand()
    provider.calls.push(order)
    provider.sent.set(order.id, order)
    await provider.onceAsked()
    return outcomes.PENDING
  }
  const statusAmong = async (orders: Map<string, MoneyOrder>, { id }: MoneyOrder): Promise<OrderOutcome> => {
    stand()
    if (!orders.has(id)) return { state: 'UNKNOWN' }
    await provider.onceLooked()
    const said = saidOf.get(id) ?? outcome
    if (said.state === 'REFUSED') saidOf.set(id, said)
    return said
  }
  const provider: ScriptedProvider = {
    name: 'scripted',
    calls: [],
    asked: new Map(),
    sent: new Map(),
    answers: (next) => {
      outcome = outcomeOf(next)
    },
    changesItsMind: (id, answer) => void saidOf.set(id, outcomeOf(answer)),
    goAway: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
    },
    onceAsked: async () => {},
    onceLooked: async () => {},
    requestToPay: async (order) => {
      stand()
      provider.calls.push(order)
      provider.asked.set(order.id, order)
      await provider.onceAsked()
      return outcomes.PENDING
    },
    paymentStatus: (order) => statusAmong(provider.asked, order),
    payOut: send,
    payoutStatus: (order) => statusAmong(provider.sent, order),
    ...(givesBack && { refunds: { give: send, status: (order) => statusAmong(provider.sent, order) } }),
  }
  return provider
}
