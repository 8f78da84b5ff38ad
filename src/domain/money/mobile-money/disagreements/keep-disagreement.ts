import type { Database, Trx } from '../../../../base/database/open-database.ts'
import { actorText, systemActor } from '../../../../base/kernel/actor.ts'
import { type Clock, newId } from '../../../../base/kernel/clock.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import {
  type Disagreement,
  type ProviderWord,
  type Standing,
  standingAfter,
  standingPostings,
} from './disagreement.ts'
import {
  closeDisagreement,
  countWord,
  findDisagreement,
  insertWord,
  lockDisagreement,
  openDisagreement,
  setStanding,
} from './disagreement-store.ts'

type KeepingDeps = { db: Database; clock: Clock }

/**
 * Keeps what a provider says of an order otherwise than it was ordered, and books what moved by it to
 * suspense. The same word told again is counted; another one books what it changes, and waits for a person
 * again.
 */
export function keepDisagreement(
  { db, clock }: KeepingDeps,
  about: Pick<Disagreement, 'subject' | 'provider' | 'currency' | 'amountFcfa'>,
  word: ProviderWord,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const disagreement = await openDisagreement(trx, { ...about, id: newId(now) }, now)
    if (await countWord(trx, disagreement, word, now)) return
    await insertWord(trx, disagreement, word, now)
    const note = null
    await changeStanding({ db: trx, clock }, disagreement, standingAfter(disagreement, word), {
      kind: 'DISAGREEMENT_BOOKED',
      note,
    })
  })
}

/**
 * The provider agrees, or says at last that no money moves: what was booked to suspense is taken back, and
 * nobody has to settle it any more. What the order itself moves is booked as always.
 */
export async function endDisagreement({ db, clock }: KeepingDeps, subject: string): Promise<void> {
  const isOver = (each: Disagreement | undefined) =>
    each === undefined || (each.settledAt !== null && each.standingFcfa === 0)
  if (isOver(await findDisagreement(db, { subject }))) return
  await db.transaction().execute(async (trx) => {
    const disagreement = await lockDisagreement(trx, { subject })
    if (!disagreement || isOver(disagreement)) return
    await changeStanding(
      { db: trx, clock },
      disagreement,
      { fcfa: 0, currency: null },
      {
        kind: 'DISAGREEMENT_SETTLED',
        note: null,
      },
    )
    const by = actorText(systemActor)
    await closeDisagreement(trx, disagreement.id, { how: 'AGREED', by, because: null }, clock.now())
  })
}

/** Books what changes what stands because of a disagreement, which is held. */
export async function changeStanding(
  { db: trx, clock }: { db: Trx; clock: Clock },
  disagreement: Disagreement,
  after: Standing,
  about: { kind: 'DISAGREEMENT_BOOKED' | 'DISAGREEMENT_SETTLED'; note: string | null },
): Promise<void> {
  const postings = standingPostings(disagreement, after, { ...about, happenedAt: clock.now() })
  if (postings.length === 0) return
  await postEntries({ db: trx, clock }, postings)
  await setStanding(trx, disagreement.id, { ...after, postings: disagreement.postings + postings.length })
}
