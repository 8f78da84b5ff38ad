import type { Database, Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findOpenSince, listBalances } from '../ledger/ledger-store.ts'
import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'
import type { MobileMoneyDeps } from '../mobile-money/mobile-money-provider.ts'
import { floatsOf } from '../mobile-money/provider-float.ts'
import {
  leavesFcfa,
  type MoneyMove,
  type MoneyPlace,
  moveFault,
  movePosting,
  placeText,
} from './money-move.ts'
import { findConfirmedUntil, findMove, insertMove } from './money-move-store.ts'

/** The accounts with providers: those of the configured ones, and those that the books know. */
export async function listFloatAccounts(
  db: Database | Trx,
  { mobileMoney }: MobileMoneyDeps,
): Promise<string[]> {
  const known = await listBalances(db, { kinds: ['PROVIDER_FLOAT'] })
  const names = [...mobileMoney.providers.all.map(({ name }) => name), ...known.map(({ owner }) => owner)]
  return [...new Set(names.flatMap(floatsOf))].sort()
}

/**
 * Notes that money was moved between the accounts of providers, the till, the bank and the company: a top-up,
 * a withdrawal, what was banked, what a suspense was. No money moves by it: it is booked for when it was
 * moved, and the provider's own statement confirms it. `id` is of the form that was filled in: sent again, it
 * changes nothing. Throws MONEY_NOT_MOVABLE, MONEY_NOT_THERE for more than lies there, ALREADY_DONE where the
 * form was sent before and said something else, ROLE_REQUIRED, REASON_REQUIRED (decision 260).
 */
export function moveMoney(
  deps: AuditedDeps & MobileMoneyDeps & { db: Database },
  typed: MoneyMove,
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const move = { ...typed, note: actReason(typed.note), reference: cleanedLine(typed.reference) }
    const { from, to, currency } = move
    const now = deps.clock.now()
    const fault = moveFault(move, now)
    if (fault) throw new ApiError('MONEY_NOT_MOVABLE', { reason: fault })
    const floats = await listFloatAccounts(trx, deps)
    const isKnown = ({ kind, owner }: MoneyPlace) => kind !== 'PROVIDER_FLOAT' || floats.includes(owner)
    if (!isKnown(from) || !isKnown(to)) throw new ApiError('MONEY_NOT_MOVABLE', { reason: 'PLACES' })
    const [balanceFcfa = 0] = await lockAccounts(
      { db: trx, clock: deps.clock },
      movePosting(move).entries.map(({ kind, owner }) => ({ kind, owner, currency })),
    )
    // Under the lock, so that of two that are sent at once the second finds the first.
    const noted = await findMove(trx, move.id)
    if (noted) {
      if (isSame(noted, move)) return
      throw new ApiError('ALREADY_DONE')
    }
    await requireOpen(trx, move)
    const isOfCompany = from.kind === 'COMPANY_FUNDS' || from.kind === 'SUSPENSE'
    if (!isOfCompany && leavesFcfa(move) > balanceFcfa)
      throw new ApiError('MONEY_NOT_THERE', { heldFcfa: Math.max(balanceFcfa, 0) })
    await insertMove(trx, move, { now, actor: actorText(deps.actor) })
    await postEntries({ ...deps, db: trx }, [movePosting(move)])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'move-money',
        subject: { type: 'LEDGER', id: move.id },
        before: null,
        after: {
          movedFrom: placeText(from),
          movedTo: placeText(to),
          ...{ currency, amountFcfa: move.amountFcfa, feeFcfa: move.feeFcfa, moveReference: move.reference },
          movedAt: move.movedAt.toISOString(),
          refundNote: move.note,
        },
      },
    )
  })
}

/**
 * Nothing is added to a closed month, nor to what a provider's statement has confirmed. Throws
 * MONEY_NOT_MOVABLE.
 */
async function requireOpen(
  trx: Trx,
  { from, to, currency, movedAt }: Pick<MoneyMove, 'from' | 'to' | 'movedAt'> & { currency: Currency },
): Promise<void> {
  const openSince = await findOpenSince(trx)
  if (openSince !== null && movedAt < openSince) throw new ApiError('MONEY_NOT_MOVABLE', { reason: 'CLOSED' })
  const confirmedUntil = await findConfirmedUntil(trx, [from, to], currency)
  if (confirmedUntil !== null && movedAt <= confirmedUntil)
    throw new ApiError('MONEY_NOT_MOVABLE', { reason: 'CONFIRMED' })
}

const isSame = (one: MoneyMove, other: MoneyMove): boolean =>
  placeText(one.from) === placeText(other.from) &&
  placeText(one.to) === placeText(other.to) &&
  one.currency === other.currency &&
  one.amountFcfa === other.amountFcfa &&
  one.feeFcfa === other.feeFcfa
