import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import type { AccountRow } from './account-store.ts'
import type { Auth } from './create-auth.ts'
import type { Holder, Holders, Standing } from './holder.ts'

/** What signing in needs. Only registered phones are sent a code. */
export type AccountDeps = {
  db: Database
  clock: Clock
  auth: Auth
  secrets: SecretKeys
  holders: Holders
  sendSignInCode: SendSignInCode
}

/** What the ways of signing in to the console need besides. */
export type ConsoleAccountDeps = AccountDeps & {
  /** Seal the secrets of second factors: 32 bytes each. */
  secondFactorKeys: SecretKeys
  /** Under these backup codes are kept, also under those of a SECRETS_KEY that is gone. */
  backupCodeKeys: SecretKeys
  sendSignInLink: SendSignInLink
  notifyAccount: NotifyAccount
}

/** Enqueues the message to the person of an account that it is signed in to in another way from now on. */
export type NotifyAccount = (trx: Trx, account: AccountRow, what: NewWayIn) => Promise<void>

/** What an account has from now on. */
type NewWayIn = 'PASSWORD' | 'SECOND_FACTOR'

/**
 * Sends a code to the person who may sign in with it, before it expires. It is called for an unknown phone
 * too, as undefined, and does the same work then: the duration of a request must not reveal whether a phone
 * is registered. `network` is that of an unknown browser. Throws for somebody who is new when no more may be
 * sent.
 */
type SendSignInCode = (
  holder: Holder | undefined,
  about: { code: string; expiresAt: Date; network: string | null; language?: Language },
) => Promise<void>

/** Sends a link to an address; for an unknown address it is called with null, and does the same work. */
type SendSignInLink = (
  email: string | null,
  about: {
    token: string
    expiresAt: Date
    standing: Standing
    network: string | null
    language?: Language
  },
) => Promise<void>
