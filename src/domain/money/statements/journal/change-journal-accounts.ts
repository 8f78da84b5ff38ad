import type { Database } from '../../../../base/database/open-database.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { isOfProvider, type MappedAccount, proposedAccounts, readAccount } from './account-plan.ts'
import { listMappedAccounts, replaceMappedAccounts } from './journal-store.ts'

/**
 * Sets which accounts of the accountant's plan ours are, where they are others than we propose: an empty
 * text, or what we propose, takes ours again. What was exported before stays as it was. Throws
 * JOURNAL_ACCOUNT_INVALID, ROLE_REQUIRED.
 */
export function changeJournalAccounts(
  deps: AuditedDeps & { db: Database },
  typed: readonly MappedAccount[],
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const mapped = typed.flatMap(({ kind, owner, account: text }) => {
      if (text.trim() === '') return []
      const account = readAccount(text)
      if (account === undefined || (owner !== '' && !isOfProvider(kind)))
        throw new ApiError('JOURNAL_ACCOUNT_INVALID', { account: text.slice(0, 30) })
      return owner === '' && account === proposedAccounts[kind] ? [] : [{ kind, owner, account }]
    })
    const before = await listMappedAccounts(trx)
    await replaceMappedAccounts(trx, mapped)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-journal-accounts',
        subject: { type: 'LEDGER', id: 'journal' },
        before: { journalAccounts: shown(before) },
        after: { journalAccounts: shown(mapped) },
      },
    )
  })
}

const shown = (mapped: readonly MappedAccount[]): string =>
  mapped
    .map(({ kind, owner, account }) => `${[kind, owner].filter(Boolean).join(' ')}: ${account}`)
    .sort()
    .join(', ')
