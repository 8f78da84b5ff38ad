import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import type { EndpointState } from '../../../contract/vocabulary.ts'
import { canBeSigned } from './active-endpoints.ts'
import type { EndpointRow } from './endpoint-store.ts'

/**
 * Whether an endpoint that is not removed is called: one whose secret was sealed with another key than this
 * is not, whatever else is true of it.
 */
export function endpointState(row: EndpointRow, sealingKeys: SecretKeys): EndpointState {
  if (!canBeSigned(row, sealingKeys)) return 'SECRET_SEALED'
  if (row.disabled_at) return 'DISABLED'
  return row.paused_at ? 'PAUSED' : 'ACTIVE'
}
