import type { AccountParts } from './create-account-parts.ts'
import { findRecipient } from './find-recipient.ts'
import type { SignInRequest } from './request-sign-in-code.ts'
import { type CodeAnswer, codeName, sealedCode } from './sign-in-code.ts'

/** What came of a code; when it was right, whose phone it was and the cookies that begin the session. */
export type SignedIn =
  | { answer: Exclude<CodeAnswer, 'RIGHT'> }
  | { answer: 'RIGHT'; phone: string; cookies: string[] }

/**
 * Verifies the code that was said where it was asked for, and begins a session when it is right. Until then
 * nothing depends on whether somebody may sign in with the phone: who cannot have the code learns nothing by
 * trying (decision 91).
 */
export async function confirmSignInCode(
  parts: AccountParts,
  { code, userAgent, ...request }: SignInRequest & { code: string; userAgent: string },
): Promise<SignedIn> {
  const { phone, holder } = await findRecipient(parts, request.phones)
  const answer = await parts.auth.useCode(
    codeName({ ...request, phone }, parts.secret),
    sealedCode(code, parts.secret),
  )
  if (answer !== 'RIGHT') return { answer }
  const accountId = holder && (await parts.holders.openAccount(holder))
  if (accountId === undefined) return { answer: 'EXPIRED' }
  return { answer, phone, cookies: await parts.auth.beginSession(accountId, userAgent) }
}
