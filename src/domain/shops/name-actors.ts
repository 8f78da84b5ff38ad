import type { Database } from '../../base/database/open-database.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { listAccountNames } from '../accounts/account-store.ts'
import { listKeyLabels } from './shop-store.ts'

/**
 * Who acted, as the pages of a shop say it: a person by name, a key by its label, the others by what they
 * are.
 */
export type NamedActor = {
  kind: 'API_KEY' | 'ACCOUNT' | 'OPERATOR' | 'COURIER' | 'CUSTOMER' | 'CLI' | 'SYSTEM'
  /** Null where there is none, or none that this shop may know. */
  name: string | null
}

/**
 * Names the actors of lines (`ACCOUNT:0192…`, as `actorText` writes them) for one shop, or for all where that
 * is null. Those who run the service have names for each other only: a shop reads that it was the operator.
 */
export async function nameActors(
  db: Database,
  shopId: string | null,
  texts: readonly (string | null)[],
  { namesOperators = false }: { namesOperators?: boolean } = {},
): Promise<(text: string | null) => NamedActor> {
  const idsOf = (kind: string) =>
    [...new Set(texts)].flatMap((text) => {
      const [before, id = ''] = text?.split(':') ?? []
      return before === kind && isUuid(id) ? [id] : []
    })
  const [accounts, keys] = await Promise.all([
    listAccountNames(db, [...idsOf('ACCOUNT'), ...(namesOperators ? idsOf('OPERATOR') : [])]),
    listKeyLabels(db, shopId, idsOf('API_KEY')),
  ])
  return (text) => {
    const [kind, id = ''] = (text ?? 'SYSTEM').split(':') as [NamedActor['kind'], string?]
    const isHidden = kind === 'OPERATOR' && !namesOperators
    return { kind, name: isHidden ? null : accounts.get(id) || keys.get(id) || null }
  }
}
