import type { PayoutRhythm } from '../../../contract/vocabulary.ts'
import { beginPayout } from './begin-payout.ts'
import { beginRefund } from './begin-refund.ts'
import { allPayees, type Payees } from './owed-payee-store.ts'
import { type DuePayee, listDuePayees, listPaymentsToGiveBack, noteTurns } from './payee-store.ts'
import { findMadeUntil, keepMadeUntil, type PayoutRun } from './payout-run-store.ts'
import { lastDailyMoment, lastWeeklyMoment, payoutTimesOf } from './payout-schedule.ts'
import type { BeginDeps } from './transfer-deps.ts'

const pageSize = 200

/**
 * Begins every transfer that is due: payments to give back, shops that are paid at once, and those whose day
 * or week has come, as well as couriers. Each is a transaction of its own; a round that dies halfway begins
 * the rest the next time, and one that cannot be begun holds up no other. Returns whether payments are left
 * to be given back.
 */
export async function beginDueTransfers(deps: BeginDeps): Promise<boolean> {
  const faults: unknown[] = []
  const begin: Begin = async (work) => {
    await work().catch((error: unknown) => void faults.push(error))
  }
  const hasMore = await beginRefunds(deps, begin)
  const now = deps.clock.now()
  const rules = deps.rules.current()
  const times = payoutTimesOf(rules, deps.timeZone)
  await payAll(deps, begin, shopsPaid('AT_ONCE'), true)
  const daily = lastDailyMoment(now, times)
  const weekly = lastWeeklyMoment(now, times)
  await ofRun(deps, begin, faults, { name: 'SHOPS_DAILY', moment: daily, payees: shopsPaid('DAILY') })
  await ofRun(deps, begin, faults, { name: 'SHOPS_WEEKLY', moment: weekly, payees: shopsPaid('WEEKLY') })
  if (rules.COURIER_PAYOUTS !== 'MANUAL')
    await ofRun(deps, begin, faults, {
      name: 'COURIERS',
      moment: rules.COURIER_PAYOUTS === 'DAILY' ? daily : weekly,
      payees: allPayees('COURIER_PAYOUT', rules),
    })
  if (faults.length > 0) throw new AggregateError(faults, 'Transfers could not be begun.')
  return hasMore
}

/** Begins one transfer, and notes why where it cannot be. */
type Begin = (work: () => Promise<unknown>) => Promise<void>

const shopsPaid = (rhythm: PayoutRhythm): Payees => ({ kind: 'SHOP_PAYOUT', rhythm })

/**
 * Notes once for each moment of a run whose turn it is, and begins to pay them; between its moments those who
 * could not be paid at theirs, or are to be tried again. A moment at which somebody could not be reached is
 * worked for again: whoever was is left out.
 */
async function ofRun(
  deps: BeginDeps,
  begin: Begin,
  faults: readonly unknown[],
  { name, moment, payees }: { name: PayoutRun; moment: Date; payees: Payees },
): Promise<void> {
  const before = faults.length
  const madeUntil = await findMadeUntil(deps.db, name)
  const isTurn = madeUntil === undefined || madeUntil < moment
  if (isTurn) await noteTurns(deps.db, payees, moment, deps.clock.now())
  await payAll(deps, begin, payees, isTurn)
  if (isTurn && faults.length === before) await keepMadeUntil(deps.db, name, moment)
}

async function payAll(deps: BeginDeps, begin: Begin, payees: Payees, isTurn: boolean): Promise<void> {
  const { kind } = payees
  let after: DuePayee | undefined
  do {
    const page = { isTurn, now: deps.clock.now(), after, limit: pageSize }
    const due = await listDuePayees(deps.db, payees, page)
    for (const payee of due) await begin(() => beginPayout(deps, { kind, ...payee }))
    after = due.length === pageSize ? due.at(-1) : undefined
  } while (after !== undefined)
}

async function beginRefunds(deps: BeginDeps, begin: Begin): Promise<boolean> {
  const { providers } = deps.mobileMoney
  const able = providers.all.filter(({ refunds }) => refunds !== undefined).map(({ name }) => name)
  const due = await listPaymentsToGiveBack(deps.db, {
    now: deps.clock.now(),
    providers: able,
    limit: pageSize,
  })
  for (const payment of due) await begin(() => beginRefund(deps, payment))
  return due.length === pageSize
}
