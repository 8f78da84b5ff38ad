import type { Database } from '../../../base/database/open-database.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { listAccountNames } from '../../../domain/accounts/account-store.ts'

/** Names people by the actors of lines (`OPERATOR:0192…`); undefined for the terminal and unknown ones. */
export async function namePeople(
  db: Database,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string | undefined> {
  const idOf = (actor: string | null) => actor?.split(':')[1] ?? ''
  const names = await listAccountNames(db, [...new Set(actors.map(idOf))].filter(isUuid))
  return (actor) => names.get(idOf(actor)) || undefined
}
