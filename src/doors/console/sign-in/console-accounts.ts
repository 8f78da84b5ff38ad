import type { Trx } from '../../../base/database/open-database.ts'
import type { ConsoleAccountDeps } from '../../../domain/accounts/account-deps.ts'
import { openHolders, openNewcomers } from '../../../domain/accounts/open-account.ts'
import type { InvitationRow } from '../../../domain/accounts/team/invitation-store.ts'
import { sendInvitation, sendSignInCode, sendSignInLink } from '../../../domain/messages/enqueue-messages.ts'
import type { Services } from '../../../services.ts'

/** How people sign in to the console: those who are known, and newcomers who open a shop. */
export type ConsoleAccounts = ConsoleAccountDeps & {
  newcomers: ConsoleAccountDeps
  /** Enqueues the message of an invitation in the transaction that makes it, for `inviteMember`. */
  sendInvitation: (trx: Trx, invitation: InvitationRow) => Promise<void>
}

/** Everybody with an account or an invitation signs in; newcomers are sent a code or link whoever they are. */
export function consoleAccounts({
  db,
  clock,
  auth,
  sessionsKey,
  secondFactorKey,
}: Services): ConsoleAccounts {
  const deps: ConsoleAccountDeps = {
    db,
    clock,
    auth,
    secret: sessionsKey,
    secondFactorKey,
    holders: openHolders({ db, clock }),
    sendSignInCode: (holder, code) =>
      sendSignInCode({ db, clock }, { phone: holder?.phone ?? null, ...code }),
    sendSignInLink: (email, link) => sendSignInLink({ db, clock }, { email, ...link }),
  }
  return {
    ...deps,
    newcomers: { ...deps, holders: openNewcomers({ db, clock }) },
    sendInvitation: (trx, { shop_id: shopId, phone, email, expires_at: expiresAt }) =>
      sendInvitation({ db: trx, clock }, { shopId, phone, email, expiresAt }),
  }
}
