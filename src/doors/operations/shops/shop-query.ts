import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { chosenOf } from '../../../base/pages/form-fields.ts'
import type { ShopFilter } from '../../../domain/shops/shop-store.ts'

/** What the address of the list of shops asks for. */
export type ShopListQuery = { typed: string; state: ShopFilter['state']; before: string | undefined }

const states = ['WAITING', 'ACTIVE', 'SUSPENDED'] as const

/** Reads the address of the list; what is not understood is left out, but for a state: throws CHOICE_UNKNOWN. */
export function readShopQuery(query: unknown): ShopListQuery {
  const { q, state, before } = (query ?? {}) as Record<string, unknown>
  return {
    typed: typeof q === 'string' ? cleanedLine(q.slice(0, 400)).slice(0, 80) : '',
    state: chosenOf('state', state, states),
    before: typeof before === 'string' && isUuid(before) ? before : undefined,
  }
}
