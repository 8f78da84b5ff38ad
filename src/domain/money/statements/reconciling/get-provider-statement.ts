import type { Database, Trx } from '../../../../base/database/open-database.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { listProviderStatements, type ProviderStatement } from './provider-statement-store.ts'

/** A statement of a provider. Throws STATEMENT_NOT_FOUND. */
export async function getProviderStatement(db: Database | Trx, id: string): Promise<ProviderStatement> {
  const [statement] = isUuid(id) ? await listProviderStatements(db, { id }, 1) : []
  if (!statement) throw new ApiError('STATEMENT_NOT_FOUND')
  return statement
}
