import type { Currency } from '../../../../contract/vocabulary.ts'
import type { TillCount } from '../../settlement/money-move-store.ts'
import type { ConfirmedFloat, DayAccountKind, DayRow } from './money-day-store.ts'

/** An account over a day, with what moved on it. */
export type DayAccount = Pick<DayRow, 'kind' | 'owner' | 'currency' | 'openingFcfa' | 'closingFcfa'> & {
  inFcfa: number
  outFcfa: number
  /** When something moved on it last in the day. */
  lastAt: Date | null
  moved: Pick<DayRow, 'postingKind' | 'count' | 'inFcfa' | 'outFcfa'>[]
}

/** What somebody has to see to before a day is over. */
export type DayGap =
  | { gap: 'BELOW_ZERO'; account: DayAccount }
  | { gap: 'UNEXPLAINED'; currency: Currency; fcfa: number }
  | { gap: 'BEING_SENT'; currency: Currency; fcfa: number }
  | { gap: 'NOT_CONFIRMED'; account: DayAccount; until: Date | null }
  | { gap: 'NOT_COUNTED'; currency: Currency }
  | { gap: 'COUNTED_OTHERWISE'; count: TillCount }

/** The accounts of a day, those first where money lies. */
export function dayAccounts(rows: readonly DayRow[]): DayAccount[] {
  const byAccount = Map.groupBy(rows, ({ kind, owner, currency }) => `${kind} ${owner} ${currency}`)
  const accounts = [...byAccount.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const { kind, owner, currency, openingFcfa, closingFcfa } = first
    const moved = [first, ...rest].filter(({ postingKind }) => postingKind !== null)
    return [
      {
        ...{ kind, owner, currency, openingFcfa, closingFcfa, moved },
        inFcfa: moved.reduce((sum, { inFcfa }) => sum + inFcfa, 0),
        outFcfa: moved.reduce((sum, { outFcfa }) => sum + outFcfa, 0),
        lastAt: moved.reduce<Date | null>(
          (last, { lastAt }) => (last && lastAt && last > lastAt ? last : lastAt),
          null,
        ),
      },
    ]
  })
  return accounts.sort(
    (one, other) =>
      one.currency.localeCompare(other.currency) || order.indexOf(one.kind) - order.indexOf(other.kind),
  )
}

const order: readonly DayAccountKind[] = ['CASH', 'PROVIDER_FLOAT', 'BANK', 'MONEY_SENT', 'SUSPENSE']

/**
 * What is missing as a day ends at `until`: accounts below zero, where something was not noted, what is
 * unexplained or still being sent, what no statement has confirmed to the end of the day, and a till that
 * moved and was not counted.
 */
export function dayGaps(
  accounts: readonly DayAccount[],
  {
    confirmed,
    counts,
    until,
  }: { confirmed: readonly ConfirmedFloat[]; counts: readonly TillCount[]; until: Date },
): DayGap[] {
  return accounts.flatMap((account): DayGap[] => {
    const { kind, owner, currency, closingFcfa } = account
    if (kind === 'SUSPENSE')
      return closingFcfa === 0 ? [] : [{ gap: 'UNEXPLAINED', currency, fcfa: closingFcfa }]
    if (kind === 'MONEY_SENT')
      return closingFcfa === 0 ? [] : [{ gap: 'BEING_SENT', currency, fcfa: -closingFcfa }]
    const below: DayGap[] = closingFcfa < 0 ? [{ gap: 'BELOW_ZERO', account }] : []
    if (kind === 'PROVIDER_FLOAT') {
      const statement = confirmed.find((each) => each.owner === owner && each.currency === currency)
      return isConfirmed(account, statement, until)
        ? below
        : [...below, { gap: 'NOT_CONFIRMED', account, until: statement?.until ?? null }]
    }
    if (kind !== 'CASH') return below
    const count = counts.find((each) => each.currency === currency)
    if (!count && (closingFcfa !== 0 || account.moved.length > 0))
      return [...below, { gap: 'NOT_COUNTED', currency }]
    return count && count.countedFcfa !== count.bookedFcfa
      ? [...below, { gap: 'COUNTED_OTHERWISE', count }]
      : below
  })
}

/**
 * Whether the newest confirmed statement reaches to what moved last in the day, or says what lay there at its
 * end.
 */
function isConfirmed(
  { closingFcfa, moved, lastAt }: DayAccount,
  statement: ConfirmedFloat | undefined,
  until: Date,
): boolean {
  if (!statement) return closingFcfa === 0 && moved.length === 0
  return statement.until >= (lastAt ?? until) || statement.closingFcfa === closingFcfa
}
