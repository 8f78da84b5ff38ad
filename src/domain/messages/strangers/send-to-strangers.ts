import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Standing } from '../../accounts/holder.ts'
import type { InvitationRow } from '../../accounts/team/invitation-store.ts'
import { newMessage } from '../enqueue-messages.ts'
import type { Skip } from '../message-composition.ts'
import { insertMessages } from '../message-store.ts'
import { type StrangerDeps, takeStrangerMessage } from './take-stranger-message.ts'

type SendDeps = StrangerDeps & { db: Database | Trx }

/** Who asks for a code or a link, as the room of accounts knows them, and until when it is good. */
type SignIn = {
  standing: Standing
  /** The network of an unknown browser. */
  network: string | null
  expiresAt: Date
  /** Theirs; that of the service unless given. */
  language?: Language
}

/**
 * Enqueues the message with a sign-in code. The code is cleared as soon as it was sent, or has expired. The
 * code of an unknown phone, null, is stored like any other, but skipped: the work done must not reveal that
 * the phone is unknown (decision 91). Throws PHONE_COUNTRY_NOT_SERVED, STRANGER_MESSAGES_USED_UP for somebody
 * new.
 */
export function sendSignInCode(
  deps: SendDeps,
  { courierId = null, phone, code, ...signIn }: SignIn & SignInCode,
): Promise<void> {
  return sendSecret(deps, { kind: 'SIGN_IN_CODE', to: phone, content: { code }, courierId }, signIn)
}

/** `courierId` is null where it is no courier who signs in. */
type SignInCode = { courierId?: string | null; phone: string | null; code: string }

/**
 * Enqueues the mail with a sign-in link, which is treated like a code: it is cleared, and stored as skipped
 * for an unknown address, which is null. Throws STRANGER_MESSAGES_USED_UP for somebody new.
 */
export function sendSignInLink(
  deps: SendDeps,
  { email, token, ...signIn }: SignIn & { email: string | null; token: string },
): Promise<void> {
  return sendSecret(deps, { kind: 'SIGN_IN_LINK', to: email, content: { token }, courierId: null }, signIn)
}

type Secret = {
  kind: 'SIGN_IN_CODE' | 'SIGN_IN_LINK'
  to: string | null
  content: object
  courierId: string | null
}

/** Somebody who was invited is not told that no more may be sent: it would say that they were invited. */
async function sendSecret(deps: SendDeps, secret: Secret, signIn: SignIn): Promise<void> {
  try {
    await insertSecret(deps, secret, signIn)
  } catch (error) {
    if (!(error instanceof ApiError) || signIn.standing === 'NEW') throw error
    await insertSecret(deps, { ...secret, to: null }, signIn)
  }
}

function insertSecret(
  deps: SendDeps,
  { kind, to, content, courierId }: Secret,
  signIn: SignIn,
): Promise<void> {
  const { standing, network, expiresAt, language } = signIn
  const about = {
    courier_id: courierId,
    recipient: to,
    state: to === null ? ('SKIPPED' as const) : ('PENDING' as const),
    last_failure: to === null ? ('NO_ADDRESS' satisfies Skip) : null,
    content: JSON.stringify(content),
    language: language ?? null,
    expires_at: expiresAt,
  }
  return inTransaction(deps.db, async (trx) => {
    await takeStrangerMessage(trx, deps, { to: standing === 'KNOWN' ? null : to, network })
    await insertMessages(trx, [newMessage(kind, about, deps.clock.now())])
  })
}

/**
 * Enqueues the message with which a shop invites somebody to its team, by phone or by mail; whether they are
 * known is not looked at, so that nobody learns it. Throws PHONE_COUNTRY_NOT_SERVED,
 * STRANGER_MESSAGES_USED_UP.
 */
export async function sendInvitation(
  trx: Trx,
  deps: StrangerDeps,
  { shop_id, phone, email, expires_at }: InvitationRow,
): Promise<void> {
  const to = phone ?? email
  const about = { shop_id, recipient: to, content: JSON.stringify({}), expires_at }
  const kind = phone === null ? 'TEAM_INVITATION_MAIL' : 'TEAM_INVITATION'
  await takeStrangerMessage(trx, deps, { to, network: null })
  await insertMessages(trx, [newMessage(kind, about, deps.clock.now())])
}
