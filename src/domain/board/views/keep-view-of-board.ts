import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { deleteView, type KeptView, listKeptViews, upsertView } from './board-view-store.ts'

/** How many views somebody keeps at most, and how long their names are. */
export const maxKeptViews = 8
export const maxViewName = 40
const maxViewQuery = 500

/**
 * Keeps a selection of the board for one person; false where they keep as many as they can, gave it no
 * name, or searched for more than an address holds. It changes nothing but what they see of their own board,
 * so the audit has no line of it.
 */
export async function keepView(
  { db, clock }: { db: Database; clock: Clock },
  accountId: string,
  { name: typed, query }: KeptView,
): Promise<boolean> {
  const name = [...cleanedLine(typed)].slice(0, maxViewName).join('')
  if (name === '' || query === '' || query.length > maxViewQuery) return false
  const kept = await listKeptViews(db, accountId)
  if (kept.length >= maxKeptViews && !kept.some((view) => view.name === name)) return false
  await upsertView(db, accountId, { name, query }, clock.now())
  return true
}

/** Keeps it no more. */
export const forgetView = ({ db }: { db: Database }, accountId: string, name: string): Promise<void> =>
  deleteView(db, accountId, name)
