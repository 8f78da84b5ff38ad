import type { FeePayer } from '../../../../contract/vocabulary.ts'
import type { Span } from '../words/message-tokens.ts'
import type { Sum } from './message-sums.ts'
import type { SumCue } from './sum-cues.ts'

/** What may be collected, in FCFA, and from which sums that follows; their words are its span. */
type Possibility = Span & { value: number; sums: Sum[]; feePayer?: FeePayer }

/** What the sums of a message come to. */
export type Decision = {
  /** Without a doubt the first of them is meant. */
  options: Possibility[]
  /** Why it is not certain: how many things are sold at a price, or anything else. */
  doubt?: 'COUNT' | 'OTHER'
  /** Whether all, a part or perhaps all was paid before; undefined where no sum says so. */
  paid?: 'ALL' | 'PART' | 'PERHAPS'
  /** Whether it is said to be paid at the door. */
  isAtDoor?: boolean
  /** The words that the doubt is about. */
  span?: Span
}

/** The first of these that is said of a sum is what it is. */
const roles = [
  'LESS',
  'REST',
  'DEPOSIT',
  'SENT',
  'PAID',
  'TRIP',
  'AT_DOOR',
  'TOTAL',
] as const satisfies SumCue[]
type Role = (typeof roles)[number] | 'GOODS'

function roleOf({ cues, value }: Sum, sums: readonly Sum[]): Role {
  const [leading] = cues
  if (leading === 'TRIP') return 'TRIP'
  const role = roles.find((each) => cues.includes(each))
  if (role) return role
  const isLess = sums.some((other) => other.value > value)
  return cues.includes('PERHAPS_TRIP') && isLess ? 'TRIP' : 'GOODS'
}

/** Decides what is still to be paid by the sums of a message, or says that nobody can. */
export function decideSums(sums: readonly Sum[]): Decision {
  const byRole = Map.groupBy(sums, (sum) => roleOf(sum, sums))
  const of = (...wanted: Role[]) => wanted.flatMap((role) => byRole.get(role) ?? [])
  const whole = wholeOf(of('TOTAL'), of('GOODS'), of('TRIP'), of('LESS'))
  const paid = of('DEPOSIT', 'SENT', 'PAID')
  const rests = of('REST').length > 0 ? of('REST') : of('AT_DOOR')
  if (rests.length > 0) return restDecision(rests, whole, paid, of('TRIP'))
  return paid.length > 0 ? paidDecision(whole, paid) : whole
}

/** What is left, as the message says; checked against the price and what was paid, where both are known. */
function restDecision(rests: Sum[], whole: Decision, paid: Sum[], trips: Sum[]): Decision {
  const isAfterPart = paid.length > 0 || rests.some(({ cues }) => cues.includes('REST'))
  const part = isAfterPart ? { paid: 'PART' as const } : { isAtDoor: true }
  const options = rests.flatMap(valuesOf)
  const [rest] = options
  if (!rest || new Set(options.map(({ value }) => value)).size > 1 || rests.some(isVague))
    return { options, doubt: 'OTHER', ...part }
  const [price] = whole.options
  if (!price || whole.doubt) return { options: [rest], ...part }
  const expected = price.value - total(paid)
  const isAgreed = paid.length > 0 ? expected === rest.value : rest.value <= price.value
  if (isAgreed) return { options: [rest], ...part }
  const other = { ...price, value: expected, sums: [...price.sums, ...paid] }
  if (expected + total(trips) === rest.value && trips.length > 0)
    return { options: withTrip(other, rest), doubt: 'OTHER', ...part }
  return { options: [rest, other], doubt: 'OTHER', ...part }
}

/** Something was paid, and the message does not say what is left. */
function paidDecision(whole: Decision, paid: Sum[]): Decision {
  const [first] = paid
  const span = { start: first?.start ?? 0, end: first?.end ?? 1 }
  const sum = total(paid)
  const isPart = paid.some(({ cues }) => cues.includes('DEPOSIT'))
  const isSaidPaid = paid.every(({ cues }) => cues.includes('PAID') && !cues.includes('SENT'))
  if (whole.options.length === 0) {
    if (isPart) return { options: [], doubt: 'OTHER', paid: 'PART', span }
    const options =
      [...new Set(paid.map(({ value }) => value))].length === 1 ? paid.slice(0, 1).map(asIs) : []
    return isSaidPaid ? { options, paid: 'ALL' } : { options, doubt: 'OTHER', paid: 'PERHAPS', span }
  }
  const [price] = whole.options
  if (price && !whole.doubt && price.value === sum && !isPart) return { options: [price], paid: 'ALL' }
  const options = whole.options.flatMap((each) => [
    { ...each, value: each.value - sum, sums: [...each.sums, ...paid] },
    each,
  ])
  const mayBeAll = isSaidPaid || whole.options.every(({ value }) => value <= sum)
  return {
    options: options.filter(({ value }) => value > 0),
    doubt: 'OTHER',
    paid: mayBeAll ? 'PERHAPS' : 'PART',
    span,
  }
}

/** All that the goods cost. */
function wholeOf(totals: Sum[], goods: Sum[], trips: Sum[], less: Sum[]): Decision {
  if (totals.length > 0) return totalDecision(totals, goods, trips)
  const decision = goodsDecision(goods)
  const [price] = decision.options
  if (less.length === 0 || !price) return decision
  const reduced = decision.options.map((each) => ({
    ...each,
    value: each.value - total(less),
    sums: [...each.sums, ...less],
  }))
  return { options: [...reduced, ...decision.options], doubt: 'OTHER' }
}

function totalDecision(totals: Sum[], goods: Sum[], trips: Sum[]): Decision {
  const options = totals.flatMap(valuesOf)
  const [whole] = options
  if (!whole || new Set(options.map(({ value }) => value)).size > 1 || totals.some(isVague))
    return { options, doubt: 'OTHER' }
  const parts = goods.flatMap((sum) => valuesOf(sum).slice(-1))
  const price = parts.reduce((sum, { value }) => sum + value, 0)
  const [first] = parts
  if (first && trips.length > 0 && price + total(trips) === whole.value)
    return { options: withTrip({ ...first, value: price, sums: goods }, whole), doubt: 'OTHER' }
  const larger = parts.filter(({ value }) => value > whole.value)
  // `7500 + 5000 = 12000` may be a price that was agreed to, or a mistake.
  const sums = goods.length > 1 ? sumsOf(goods) : parts
  const isWrong = sums.every(({ value }) => ![value, value + total(trips)].includes(whole.value))
  const others = [...larger, ...(isWrong ? sums : [])]
  return others.length > 0 ? { options: [whole, ...others], doubt: 'OTHER' } : { options: [whole] }
}

/** The price of one thing, or of several. */
function goodsDecision(goods: Sum[]): Decision {
  const [first] = goods
  if (!first) return { options: [] }
  const isOne = new Set(goods.map(({ value }) => value)).size === 1 && !goods.some(({ isAdded }) => isAdded)
  const options = (isOne ? [first] : goods).flatMap(valuesOf)
  if (!isOne) return { options: [...sumsOf(goods), ...options], doubt: 'OTHER' }
  if (isVague(first)) return { options, doubt: 'OTHER' }
  return options.length > 1 || isUncounted(first) ? { options, doubt: 'COUNT' } : { options }
}

/** What several things cost together, by their prices as they stand and as those of each piece. */
function sumsOf(goods: Sum[]): Possibility[] {
  const together = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
  const values = [
    together(goods.map((sum) => valuesOf(sum)[0]?.value ?? sum.value)),
    together(goods.map((sum) => valuesOf(sum).at(-1)?.value ?? sum.value)),
  ]
  const span = { start: goods[0]?.start ?? 0, end: goods.at(-1)?.end ?? 1 }
  return values.map((value) => ({ ...span, value, sums: goods }))
}

/** What a sum may come to: the price of each piece times how many there are, or the sum as it stands. */
function valuesOf(sum: Sum): Possibility[] {
  const { value, cues, counts, others, isMultiplied } = sum
  const times = counts.map((count) => value * count)
  const isEach = cues.includes('EACH')
  const all = counts.length > 1 ? [value * counts.reduce((one, other) => one + other, 0), ...times] : times
  const isPlain = isMultiplied || cues.every((cue) => cue === 'VAGUE' || cue === 'PERHAPS_TRIP')
  const values = isEach && counts.length > 0 ? all : isPlain || isEach ? [value, ...all] : [value]
  return [...values, ...others].map((each) => ({ ...asIs(sum), value: each }))
}

/** The price of each of nobody knows how many. */
const isUncounted = ({ cues, counts }: Sum): boolean => cues.includes('EACH') && counts.length === 0
const isVague = ({ cues, others }: Sum): boolean => cues.includes('VAGUE') || others.length > 0
const asIs = (sum: Sum): Possibility => ({ start: sum.start, end: sum.end, value: sum.value, sums: [sum] })
const total = (sums: readonly Sum[]): number => sums.reduce((sum, { value }) => sum + value, 0)

/**
 * The goods alone, for which the customer pays the trip besides; or all of it, of which the shop pays the
 * trip.
 */
const withTrip = (goods: Possibility, whole: Possibility): Possibility[] => [
  { ...goods, feePayer: 'CUSTOMER' },
  { ...whole, feePayer: 'MERCHANT' },
]
