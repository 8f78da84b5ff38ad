import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { AlertChannel } from '../monitoring-tables.ts'
import type { AlertKind } from './alert-rules.ts'
import { listAlertReaders, upsertAlertPreference } from './alert-store.ts'

/** How somebody wants to hear of alerts; null kinds are all of them, those that are yet to come as well. */
type AlertPreference = { channel: AlertChannel; kinds: readonly AlertKind[] | null }

/**
 * Changes how an operator hears of alerts. Throws ROLE_REQUIRED, ACCOUNT_NOT_FOUND for somebody who is no
 * operator.
 */
export function changeAlertPreference(
  deps: AuditedDeps & { db: Database },
  accountId: string,
  preference: AlertPreference,
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const [reader] = await listAlertReaders(trx, accountId)
    if (!reader) throw new ApiError('ACCOUNT_NOT_FOUND')
    await upsertAlertPreference(trx, accountId, preference, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-alert-preference',
        subject: { type: 'ACCOUNT', id: accountId },
        before: { alertChannel: reader.channel, alertKinds: reader.kinds },
        after: { alertChannel: preference.channel, alertKinds: preference.kinds },
      },
    )
  })
}
