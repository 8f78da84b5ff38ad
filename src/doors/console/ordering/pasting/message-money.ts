import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { limits } from '../../../../contract/limits.ts'
import type { FeePayer, PaymentMode } from '../../../../contract/vocabulary.ts'
import { claim, type Found, type Message, type Span } from '../words/message-tokens.ts'
import { readSums } from './message-sums.ts'
import { isTripIncluded, type PaymentTerm, readPayment } from './message-terms.ts'
import { type Decision, decideSums } from './sum-decision.ts'

/**
 * One way of paying that a message may mean. Without an amount the seller types it; who pays for the trip is
 * said only where it is in doubt.
 */
export type MoneyOption = { mode: PaymentMode; amountFcfa?: Fcfa; feePayer?: FeePayer }

/**
 * How the goods are paid by a message; or between which possibilities only the seller can choose: none of
 * them is there where the message speaks of a deposit and nothing else.
 */
type MoneyReading = {
  amount?: Found<Fcfa>
  mode?: Found<PaymentMode>
  options?: Found<MoneyOption>[]
}

/** More possibilities would be no question that one answers in one tap. */
const maxOptions = 6

/**
 * What the customer still pays, in FCFA. What is left after a deposit counts before the price, a total
 * before its parts, and the price of the trip does not count. What two readings make sense of is not
 * decided: a wrong amount is worse than none.
 */
export function readMoney(message: Message): MoneyReading {
  const term = readPayment(message)
  const sums = readSums(message).filter(({ cues }) => !cues.includes('APART'))
  const decision = withShare(decideSums(sums), shareIn(message))
  for (const { from, to } of decision.options.flatMap(({ sums: used }) => used))
    claim(message, [from, to], 'AMOUNT')
  return withTerm(decision, term, isTripIncluded(message))
}

/** A part that a message speaks of, `la moitié` or `30 %`, from 0 to 1. */
function shareIn({ tokens }: Message): number | undefined {
  const at = tokens.findIndex(
    ({ folded, kind }, from) =>
      /^(moitie|half)$/.test(folded) || (kind === 'DIGITS' && tokens[from + 1]?.text === '%'),
  )
  if (at < 0) return undefined
  const share = tokens[at]?.kind === 'DIGITS' ? Number(tokens[at]?.text) / 100 : 0.5
  return share > 0 && share < 1 ? share : undefined
}

/**
 * A price of which a part is paid before, or taken off, in words: what is left may be collected, or all
 * of it.
 */
function withShare(decision: Decision, share: number | undefined): Decision {
  const [whole] = decision.options
  if (!whole || share === undefined || decision.doubt || decision.paid) return decision
  const left = { ...whole, value: Math.round(whole.value * (1 - share)) }
  return { ...decision, options: [left, whole], doubt: 'OTHER' }
}

/** What the sums and the words about paying say together. */
function withTerm(decision: Decision, term: PaymentTerm | undefined, isWithTrip: boolean): MoneyReading {
  const { options, doubt, paid, isAtDoor } = decision
  const [first] = options
  const isPrepaid = term?.value === 'PREPAID'
  if (!first && !doubt) {
    if (!term) return {}
    const { value } = term
    return value === 'UNCLEAR'
      ? { options: [{ ...spanIn(term), value: { mode: 'PREPAID' } }] }
      : { mode: { ...term, value } }
  }
  const isAll = paid === 'ALL' && term?.value !== 'UNCLEAR' && term?.value !== 'CASH_ON_DELIVERY'
  if (isAll || (paid === undefined && isPrepaid && !isAtDoor && (!doubt || doubt === 'COUNT')))
    return { ...(!doubt && first && { amount: amountOf(first) }), mode: prepaidAt(isPrepaid ? term : first) }
  const isUnclear = paid !== 'PART' && (paid !== undefined || term?.value === 'UNCLEAR' || isPrepaid)
  if (first && !doubt && !isUnclear && !isWithTrip)
    return {
      amount: amountOf(first),
      ...(term?.value === 'CASH_ON_DELIVERY' && { mode: { ...term, value: term.value } }),
    }
  const collected = options
    .filter(({ value }) => value > 0 && value <= limits.goodsAmountFcfa.max)
    .filter(
      ({ value, feePayer }, at, all) =>
        at === all.findIndex((one) => one.value === value && one.feePayer === feePayer),
    )
    .flatMap((option) => collecting(option, isWithTrip))
    .slice(0, maxOptions)
  const prepaid = { ...spanIn(term ?? first ?? decision.span), value: { mode: 'PREPAID' as const } }
  if (!isUnclear) return { options: collected }
  return { options: isPrepaid || paid === 'PERHAPS' ? [prepaid, ...collected] : [...collected, prepaid] }
}

/** An amount to collect; twice where the message says that the trip is in it, which the shop then pays. */
function collecting(
  { feePayer, ...option }: Decision['options'][number],
  isWithTrip: boolean,
): Found<MoneyOption>[] {
  const payers: (FeePayer | undefined)[] =
    isWithTrip && feePayer === undefined ? ['MERCHANT', 'CUSTOMER'] : [feePayer]
  return payers.map((payer) => ({
    ...spanIn(option),
    value: { mode: 'CASH_ON_DELIVERY', amountFcfa: option.value, ...(payer && { feePayer: payer }) },
  }))
}

const amountOf = (option: Span & { value: Fcfa }): Found<Fcfa> => ({ ...spanIn(option), value: option.value })
const prepaidAt = (where: Span | undefined): Found<PaymentMode> => ({ ...spanIn(where), value: 'PREPAID' })
const spanIn = ({ start, end }: Span = { start: 0, end: 1 }): Span => ({ start, end })
