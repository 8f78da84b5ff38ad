import { beginCourierPayout, beginShopPayout } from './begin-payout.ts'
import { beginRefund } from './begin-refund.ts'
import { type DuePayee, listCouriersToPay, listPaymentsToGiveBack, listShopsToPay } from './payee-store.ts'
import { findMadeUntil, keepMadeUntil } from './payout-run-store.ts'
import { lastDailyMoment, lastWeeklyMoment } from './payout-schedule.ts'
import type { BeginDeps } from './transfer-deps.ts'

const pageSize = 200

/**
 * Begins every transfer that is due: payments to give back, shops that are paid at once, and those whose day or week has
 * come, as well as couriers. Each is a transaction of its own; a round that dies halfway begins the rest the next time, and
 * one that cannot be begun holds up no other. Returns whether payments are left to be given back.
 */
export async function beginDueTransfers(deps: BeginDeps): Promise<boolean> {
  const faults: unknown[] = []
  const begin: Begin = async (work) => {
    await work().catch((error: unknown) => void faults.push(error))
  }
  const hasMore = await beginRefunds(deps, begin)
  const now = deps.clock.now()
  const { times, couriers } = deps.transfers
  await payShops(deps, begin, 'AT_ONCE', null)
  const daily = lastDailyMoment(now, times)
  const weekly = lastWeeklyMoment(now, times)
  await ofRun(deps, faults, 'SHOPS_DAILY', daily, (since) => payShops(deps, begin, 'DAILY', since))
  await ofRun(deps, faults, 'SHOPS_WEEKLY', weekly, (since) => payShops(deps, begin, 'WEEKLY', since))
  if (couriers.rhythm !== 'MANUAL')
    await ofRun(deps, faults, 'COURIERS', couriers.rhythm === 'DAILY' ? daily : weekly, (since) =>
      payAll(
        (page) => listCouriersToPay(deps.db, { since, minimumFcfa: couriers.minimumFcfa }, { now, ...page }),
        (payee) => begin(() => beginCourierPayout(deps, payee)),
      ),
    )
  if (faults.length > 0) throw new AggregateError(faults, 'Transfers could not be begun.')
  return hasMore
}

/** Begins one transfer, and notes why where it cannot be. */
type Begin = (work: () => Promise<unknown>) => Promise<void>

/**
 * Works once for each moment of a run, and between its moments for those only whose turn to be tried again has come. A
 * moment at which somebody could not be reached is worked for again: whoever was is left out.
 */
async function ofRun(
  { db }: BeginDeps,
  faults: readonly unknown[],
  name: Parameters<typeof keepMadeUntil>[1],
  moment: Date,
  pay: (since: Date | null) => Promise<void>,
): Promise<void> {
  const before = faults.length
  const madeUntil = await findMadeUntil(db, name)
  const isDue = madeUntil === undefined || madeUntil < moment
  await pay(isDue ? moment : null)
  if (isDue && faults.length === before) await keepMadeUntil(db, name, moment)
}

const payShops = (
  deps: BeginDeps,
  begin: Begin,
  rhythm: Parameters<typeof listShopsToPay>[1]['rhythm'],
  since: Date | null,
): Promise<void> =>
  payAll(
    (page) => listShopsToPay(deps.db, { rhythm, since }, { now: deps.clock.now(), ...page }),
    (payee) => begin(() => beginShopPayout(deps, payee)),
  )

async function payAll(
  list: (page: { after: DuePayee | undefined; limit: number }) => Promise<DuePayee[]>,
  begin: (payee: DuePayee) => Promise<void>,
): Promise<void> {
  let after: DuePayee | undefined
  do {
    const payees = await list({ after, limit: pageSize })
    for (const payee of payees) await begin(payee)
    after = payees.length === pageSize ? payees.at(-1) : undefined
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
