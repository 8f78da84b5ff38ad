import type { Database } from '../../base/database/open-database.ts'
import type { Language } from '../../base/kernel/language.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockAccount, setAccount } from './account-store.ts'

/**
 * Changes what a person is called and the language they read; what is left out stays. Throws
 * ACCOUNT_NOT_FOUND.
 */
export async function changeAccount(
  deps: AuditedDeps & { db: Database },
  accountId: string,
  change: { name?: string; language?: Language | null },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, accountId)
    if (!before) throw new ApiError('ACCOUNT_NOT_FOUND')
    const after = await setAccount(trx, accountId, change, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-account',
        subject: { type: 'ACCOUNT', id: accountId },
        before: { name: before.name, language: before.language },
        after: { name: after.name, language: after.language },
      },
    )
  })
}
