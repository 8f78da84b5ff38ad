import type { AccountDeps } from './account-deps.ts'
import { findRecipient } from './find-recipient.ts'
import type { SignInRequest } from './request-sign-in-code.ts'
import { type CodeAnswer, type CodeScope, codeName, sealedCode } from './sign-in-code.ts'

/** The outcome of a code; `Right` is what there is when it was right. */
type Outcome<Right> = { answer: Exclude<CodeAnswer, 'RIGHT'> } | ({ answer: 'RIGHT' } & Right)

/**
 * Verifies a code in the browser that requested it, and begins a session when it is right; returns its
 * cookies.
 */
export async function confirmSignInCode(
  deps: AccountDeps,
  { userAgent, ...request }: SignInRequest & { code: string; userAgent: string },
): Promise<Outcome<{ phone: string; cookies: string[] }>> {
  const confirmed = await confirmPhone(deps, request)
  if (confirmed.answer !== 'RIGHT') return confirmed
  const { accountId, ...rest } = confirmed
  return { ...rest, cookies: await deps.auth.beginSession(accountId, userAgent) }
}

/**
 * Verifies a code in the browser that requested it, and opens the account of its phone when it is right.
 * Until then nothing depends on whether the phone is registered, so that trying codes reveals nothing
 * (decision 91).
 */
export async function confirmPhone(
  deps: AccountDeps,
  { code, ...request }: SignInRequest & { code: string },
): Promise<Outcome<{ phone: string; accountId: string }>> {
  const { phone, holder } = await findRecipient(deps, request.phones)
  const answer = await enterCode(deps, { ...request, phone }, code)
  if (answer !== 'RIGHT') return { answer }
  const accountId = holder && (await deps.holders.openAccount(holder))
  if (accountId === undefined) return { answer: 'EXPIRED' }
  return { answer, phone, accountId }
}

/** A code has the name that one key made; under that of another nothing is found, and no try is counted. */
async function enterCode(
  { auth, secrets }: AccountDeps,
  scope: CodeScope,
  code: string,
): Promise<CodeAnswer> {
  for (const secret of secrets) {
    const answer = await auth.useCode(codeName(scope, secret), sealedCode(code, secret))
    if (answer !== 'EXPIRED') return answer
  }
  return 'EXPIRED'
}
