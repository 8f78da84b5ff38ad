import type { Currency, RefusalReason } from '../../src/contract/vocabulary.ts'
import {
  type MobileMoneyProvider,
  type MoneyOrder,
  type OrderOutcome,
  ProviderAway,
  type RefundOrder,
} from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import { drawnBy, oneOf } from './chance.ts'
import { type Life, providerName, type Request } from './random-life.ts'

/** What customers do when they are asked to pay, with how many of ten do it, and after how many minutes. */
const behaviours = [
  { of10: 5, answer: 'PAID', minutes: [0, 9] },
  { of10: 1, answer: 'REFUSED', minutes: [0, 9] },
  { of10: 1, answer: 'FAILED', minutes: [0, 9] },
  { of10: 1, answer: 'PAID', minutes: [9, 30] },
  { of10: 1, answer: 'PAID', minutes: [30, 20 * 60] },
  { of10: 1, answer: 'REFUSED', minutes: [60 * 24 * 365, 60 * 24 * 365] },
] as const
const drawn = behaviours.flatMap((behaviour) =>
  Array<(typeof behaviours)[number]>(behaviour.of10).fill(behaviour),
)
const silent = behaviours[5]

/** One of so many payments is refused or fails before it is paid all the same, so many minutes later. */
const paidLate = { oneOf: 20, minutes: [1, 20 * 60] } as const
/** The same of money that is sent; most of it is asked about before. */
const sentLate = { oneOf: 20, minutes: [10 * 60, 20 * 60] } as const

type Sending = { refused: RefusalReason | null; minutes: readonly [number, number] }

/** What becomes of money that is sent: most of it arrives soon. */
const sendings: readonly Sending[] = [
  ...Array<Sending>(7).fill({ refused: null, minutes: [0, 9] }),
  { refused: null, minutes: [9, 5 * 60] },
  { refused: 'PROVIDER_FAILED', minutes: [0, 9] },
  { refused: 'LIMIT_REACHED', minutes: [0, 9] },
]

/** Money that the provider was told to send, as it knows of it. */
export type Sent = {
  id: string
  /** The payment that is given back; null for a payout. */
  paymentId: string | null
  phone: string
  amountFcfa: number
  currency: Currency
  feeFcfa: number
  refused: RefusalReason | null
  /** How many minutes after it was refused it is paid all the same; null where it is not. */
  changesAfter: number | null
  /** How long it takes, in minutes, at least and at most. */
  minutes: readonly [number, number]
  /** Null while it only knows the order, which has to be confirmed by its reference. */
  answersAt: Date | null
}

export type UnreliableProvider = MobileMoneyProvider & {
  /** By the ids of the orders. */
  sent: ReadonlyMap<string, Sent>
  /** Numbers that receive nothing. */
  refusedNumbers: Set<string>
  /** Numbers of which the first payment is refused and paid late, whatever is drawn. */
  lateNumbers: Set<string>
  /** Orders that came again and said something else. */
  contradictions: string[]
  /** From now on money is refused only for its number. */
  calmDown(): void
}

/** Whether the money arrives in the end. */
export const isSent = ({ answersAt, refused, changesAfter }: Sent): boolean =>
  answersAt !== null && (refused === null || changesAfter !== null)

/**
 * A provider whose customers pay in time, late, or never, which sends money at once, late, or not at all, which says of
 * some of both that it failed before it is paid all the same, and which loses requests and answers, or does not answer.
 * Half of what it sends has to be confirmed by the reference that it gave. All that is drawn follows from the seed and
 * from which order of which life or number it is about, whatever the order of calls.
 */
export function unreliableProvider(
  { now, seed }: { now: () => Date; seed: number },
  lifeOf: (reference: string) => Life | undefined,
): UnreliableProvider {
  const asked = new Map<string, Request>()
  const sent = new Map<string, Sent>()
  /** What each order is called in draws: its own id differs from run to run. */
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const refusedNumbers = new Set<string>()
  const lateNumbers = new Set<string>()
  const contradictions: string[] = []
  let isCalm = false

  function countOf(what: string): number {
    const count = counts.get(what) ?? 0
    counts.set(what, count + 1)
    return count
  }

  /** The name of an order: the first about this is 0. */
  function nameOf(id: string, about: string): string {
    const name = names.get(id) ?? `${about} ${countOf(about)}`
    names.set(id, name)
    return name
  }

  /** A call is lost before it has had its effect, or its answer after it. */
  async function maybeLose(name: string): Promise<void> {
    const chance = drawnBy(seed, 'call', name, countOf(`call ${name}`))
    if (chance() < 0.02) throw new ProviderAway('The line was lost.')
    if (chance() < 0.002) await new Promise(() => {})
  }
  const moment = (minutes: readonly [number, number], drawnAt: number) =>
    minutesAfter(now(), spread(minutes, drawnAt))

  /** Who is asked to pay, and for which life. */
  function payerOf({ id, reference, phone }: MoneyOrder) {
    const life = lifeOf(reference)
    // One that was ordered a moment ago, by another process: the service asks again.
    if (!life) throw new ProviderAway(`No life has the reference ${reference} yet.`)
    const payer = phone.endsWith(life.order.shop.phone) ? ('CUSTOMER' as const) : ('SENDER' as const)
    return { life, payer, name: nameOf(id, `payment ${life.number} ${payer}`) }
  }

  /** The provider says that nothing was paid, soon, and much later that it was. */
  function paidAllTheSame(request: Omit<Request, 'before'>, answers: () => number): Request {
    const before = {
      answer:
        answers() < (request.payer === 'SENDER' ? 0.8 : 0.5) ? ('REFUSED' as const) : ('FAILED' as const),
      at: moment([0, 9], answers()),
    }
    const answersAt = minutesAfter(before.at, spread(paidLate.minutes, answers()))
    return { ...request, answer: 'PAID', answersAt, before }
  }

  function accept(order: Omit<RefundOrder, 'payment'>, paymentId: string | null, name: string): Sent {
    const { id, phone, amountFcfa, currency } = order
    const chance = drawnBy(seed, 'send', name)
    const isNumberRefused = refusedNumbers.has(phone)
    const isFirst = lateNumbers.delete(phone)
    const isLate = !isNumberRefused && !isCalm && (chance() < 1 / sentLate.oneOf || isFirst)
    const { refused, minutes } = oneOf(isLate ? refusals : sendings, chance)
    const drawnDelay = spread(sentLate.minutes, chance())
    const made: Sent = {
      id,
      paymentId,
      phone,
      amountFcfa,
      currency,
      feeFcfa: Math.ceil(amountFcfa / 100),
      refused: isNumberRefused ? 'NUMBER_REFUSED' : isCalm ? null : refused,
      changesAfter: isLate ? drawnDelay : null,
      minutes,
      answersAt: null,
    }
    sent.set(id, made)
    if (chance() < 0.5) made.answersAt = moment(minutes, chance())
    return made
  }

  const aboutSending = ({ phone }: { phone: string }, paymentId: string | null) =>
    paymentId === null ? `payout ${phone}` : `refund ${names.get(paymentId)}`

  const giving =
    (paymentOf: (order: RefundOrder) => string | null) =>
    async (order: RefundOrder): Promise<OrderOutcome> => {
      const paymentId = paymentOf(order)
      const name = nameOf(order.id, aboutSending(order, paymentId))
      await maybeLose(name)
      const known = sent.get(order.id) ?? accept(order, paymentId, name)
      if (
        known.amountFcfa !== order.amountFcfa ||
        known.phone !== order.phone ||
        known.paymentId !== paymentId
      )
        contradictions.push(order.id)
      if (order.providerRef === refOf(order))
        known.answersAt ??= moment(known.minutes, drawnBy(seed, 'confirm', name)())
      await maybeLose(name)
      return known.answersAt
        ? { state: 'PENDING', providerRef: refOf(order) }
        : { state: 'PREPARED', providerRef: refOf(order) }
    }

  const statusFor =
    (paymentOf: (order: RefundOrder) => string | null) =>
    async (order: RefundOrder): Promise<OrderOutcome> => {
      await maybeLose(nameOf(order.id, aboutSending(order, paymentOf(order))))
      return sentStatus(order)
    }

  function sentStatus({ id }: { id: string }): OrderOutcome {
    const known = sent.get(id)
    if (!known) return { state: 'UNKNOWN' }
    if (!known.answersAt) return { state: 'PREPARED', providerRef: refOf(known) }
    if (known.answersAt > now()) return { state: 'PENDING' }
    const paidAt = known.changesAfter !== null && minutesAfter(known.answersAt, known.changesAfter)
    return known.refused === null || (paidAt && paidAt <= now())
      ? { state: 'PAID', feeFcfa: known.feeFcfa }
      : { state: 'REFUSED', reason: known.refused }
  }

  return {
    name: providerName,
    isSimulated: true,
    sent,
    refusedNumbers,
    lateNumbers,
    contradictions,
    calmDown: () => {
      isCalm = true
    },
    payOut: (order) => giving(() => null)({ ...order, payment: { id: order.id, providerRef: null } }),
    payoutStatus: (order) =>
      statusFor(() => null)({ ...order, payment: { id: order.id, providerRef: null } }),
    refunds: { give: giving(({ payment }) => payment.id), status: statusFor(({ payment }) => payment.id) },
    requestToPay: async (order) => {
      const { id, amountFcfa } = order
      const { life, payer, name } = payerOf(order)
      await maybeLose(name)
      if (!asked.has(id)) {
        const answers = drawnBy(seed, 'answer', name)
        const { answer, minutes } = life.isSimulated ? silent : oneOf(drawn, answers)
        const said = { id, payer, amountFcfa, answer, answersAt: moment(minutes, answers()), before: null }
        const isChanged = !life.isSimulated && answers() < 1 / paidLate.oneOf
        const request = isChanged ? paidAllTheSame(said, answers) : said
        asked.set(id, request)
        life.requests.push(request)
      }
      await maybeLose(name)
      return { state: 'PENDING' }
    },
    paymentStatus: async (order) => {
      const { id } = order
      await maybeLose(payerOf(order).name)
      const request = asked.get(id)
      if (!request) return { state: 'UNKNOWN' }
      if (request.answersAt <= now()) return outcomes[request.answer]
      const { before } = request
      return before && before.at <= now() ? outcomes[before.answer] : { state: 'PENDING' }
    },
  }
}

const refusals = sendings.filter(({ refused }) => refused !== null)

const spread = ([from, to]: readonly [number, number], drawnAt: number): number =>
  from + drawnAt * (to - from)
const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

const refOf = ({ id }: { id: string }): string => `ref-${id}`

const outcomes: Record<Request['answer'], OrderOutcome> = {
  PAID: { state: 'PAID' },
  REFUSED: { state: 'REFUSED', reason: 'PAYER_REFUSED' },
  FAILED: { state: 'REFUSED', reason: 'PROVIDER_FAILED' },
}
