import type { AccountDeps } from './account-deps.ts'
import { findRecipient } from './find-recipient.ts'
import type { SignInRequest } from './request-sign-in-code.ts'
import { type CodeAnswer, codeName, sealedCode } from './sign-in-code.ts'

/** The outcome of a code; when it was right, whose phone it was and the cookies that begin the session. */
type SignedIn =
  | { answer: Exclude<CodeAnswer, 'RIGHT'> }
  | { answer: 'RIGHT'; phone: string; cookies: string[] }

/**
 * Verifies a code in the browser that requested it, and begins a session when it is right. Until then nothing
 * depends on whether the phone is registered, so that trying codes reveals nothing (decision 91).
 */
export async function confirmSignInCode(
  deps: AccountDeps,
  { code, userAgent, ...request }: SignInRequest & { code: string; userAgent: string },
): Promise<SignedIn> {
  const { phone, holder } = await findRecipient(deps, request.phones)
  const answer = await deps.auth.useCode(
    codeName({ ...request, phone }, deps.secret),
    sealedCode(code, deps.secret),
  )
  if (answer !== 'RIGHT') return { answer }
  const accountId = holder && (await deps.holders.openAccount(holder))
  if (accountId === undefined) return { answer: 'EXPIRED' }
  return { answer, phone, cookies: await deps.auth.beginSession(accountId, userAgent) }
}
