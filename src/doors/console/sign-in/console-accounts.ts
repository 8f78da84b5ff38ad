import type { Trx } from '../../../base/database/open-database.ts'
import type { ConsoleAccountDeps } from '../../../domain/accounts/account-deps.ts'
import { openHolders, openNewcomers } from '../../../domain/accounts/open-account.ts'
import type { InvitationRow } from '../../../domain/accounts/team/invitation-store.ts'
import { enqueueAccountMessages } from '../../../domain/messages/enqueue-account-messages.ts'
import {
  sendInvitation,
  sendSignInCode,
  sendSignInLink,
} from '../../../domain/messages/strangers/send-to-strangers.ts'
import type { Services } from '../../../services.ts'

/** How people sign in to the console: those who are known, and newcomers who open a shop. */
export type ConsoleAccounts = ConsoleAccountDeps & {
  newcomers: ConsoleAccountDeps
  /** Enqueues the message of an invitation in the transaction that makes it, for `inviteMember`. */
  sendInvitation: (trx: Trx, invitation: InvitationRow) => Promise<void>
}

/**
 * Everybody with an account or an invitation signs in; newcomers are sent a code or link whoever they are.
 */
export function consoleAccounts(services: Services): ConsoleAccounts {
  const { db, clock, auth, sessionKeys, secondFactorKeys, backupCodeKeys } = services
  const deps: ConsoleAccountDeps = {
    db,
    clock,
    auth,
    secrets: sessionKeys,
    secondFactorKeys,
    backupCodeKeys,
    holders: openHolders({ db, clock }),
    sendSignInCode: (holder, code) => {
      const { phone = null, standing = 'KNOWN' } = holder ?? {}
      return sendSignInCode(services, { phone, standing, ...code })
    },
    sendSignInLink: (email, link) => sendSignInLink(services, { email, ...link }),
    ...enqueueAccountMessages({ clock }),
  }
  return {
    ...deps,
    newcomers: { ...deps, holders: openNewcomers({ db, clock }) },
    sendInvitation: (trx, invitation) => sendInvitation(trx, services, invitation),
  }
}
