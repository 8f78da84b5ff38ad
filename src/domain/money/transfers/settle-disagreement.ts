import type { Trx } from '../../../base/database/open-database.ts'
import { actorText, systemActor } from '../../../base/kernel/actor.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import {
  type Disagreement,
  type OrderSettlement,
  standingSettled,
} from '../mobile-money/disagreements/disagreement.ts'
import {
  closeDisagreement,
  findDisagreement,
  lockDisagreement,
} from '../mobile-money/disagreements/disagreement-store.ts'
import { changeStanding } from '../mobile-money/disagreements/keep-disagreement.ts'
import { findRequestById } from '../mobile-money/payment-request-store.ts'
import { countAsPaid, type PaymentRequestDeps } from '../mobile-money/process-payment-requests.ts'
import { endPaid, endRefused } from './process-transfers.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { findTransfer } from './transfer-store.ts'

/**
 * Settles what a provider says otherwise of a payment or a transfer of ours (decision 249). COUNTS: it is
 * paid as it was ordered, and what the provider said beside that stays in suspense. STAYS: it is not, and
 * what moved stays there. REVERSED: it is not, and nothing lies there any more. A transfer that does not
 * count is refused, so that it is owed again and sent again by itself. `words` is how many words the person
 * saw: another one since is not settled. Throws DISAGREEMENT_NOT_OPEN, REASON_REQUIRED, ROLE_REQUIRED.
 */
export async function settleDisagreement(
  deps: TransferDeps & PaymentRequestDeps & Pick<AuditedDeps, 'actor'>,
  { id, words, how, reason: typed }: { id: string; words: number; how: OrderSettlement; reason: string },
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const reason = actReason(typed)
  const seen = requireOpen(await findDisagreement(deps.db, { id }), words)
  await endOrder(deps, seen, how)
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const disagreement = requireOpen(await lockDisagreement(trx, { id }), words)
    await close({ ...deps, db: trx }, disagreement, how, reason)
  })
}

function requireOpen(disagreement: Disagreement | undefined, words: number): Disagreement {
  const isOpen = disagreement?.settledAt === null && disagreement.words === words
  if (!isOpen || disagreement.subject.startsWith('row:')) throw new ApiError('DISAGREEMENT_NOT_OPEN')
  return disagreement
}

/** Ends the order as the person says, where it has not ended so before: each is a transaction of its own. */
async function endOrder(
  { actor: _person, ...given }: TransferDeps & PaymentRequestDeps,
  { subject }: Disagreement,
  how: OrderSettlement,
): Promise<void> {
  const deps = { ...given, actor: systemActor }
  const [kind, id = ''] = subject.split(':')
  if (kind === 'payment') {
    if (how !== 'COUNTS') return
    const request = await findRequestById(deps.db, id)
    if (request && request.state !== 'PAID') await countAsPaid(deps, request)
    if ((await findRequestById(deps.db, id))?.state !== 'PAID') throw new ApiError('DISAGREEMENT_NOT_OPEN')
    return
  }
  const transfer = await findTransfer(deps.db, id)
  const wanted = how === 'COUNTS' ? 'PAID' : 'REFUSED'
  if (transfer?.state === 'DUE' || transfer?.state === 'SENT')
    await (how === 'COUNTS'
      ? endPaid(deps, transfer, { state: 'PAID' })
      : endRefused(deps, transfer, { state: 'REFUSED', reason: 'PROVIDER_FAILED' }))
  if ((await findTransfer(deps.db, id))?.state !== wanted) throw new ApiError('DISAGREEMENT_NOT_OPEN')
}

async function close(
  deps: AuditedDeps & { db: Trx },
  disagreement: Disagreement,
  how: OrderSettlement,
  reason: string,
): Promise<void> {
  const { id, subject, provider, standingFcfa: suspenseFcfa } = disagreement
  const after = standingSettled(disagreement, how)
  await changeStanding(deps, disagreement, after, { kind: 'DISAGREEMENT_SETTLED', note: reason })
  await closeDisagreement(deps.db, id, { how, by: actorText(deps.actor), because: reason }, deps.clock.now())
  await recordAct(deps, {
    action: 'settle-disagreement',
    subject: { type: 'LEDGER', id: subject },
    before: { suspenseFcfa, disagreement: null },
    after: { suspenseFcfa: after.fcfa, provider, disagreement: how, settledBecause: reason },
  })
}
