import { keepCourierAccount } from './account-store.ts'
import type { AccountParts } from './create-account-parts.ts'
import { type CodeAnswer, codeAnswerOf, sealedCode } from './sign-in-code.ts'

/** What came of a code, and the cookies that begin the session when it was right. */
export type SignedIn = { answer: CodeAnswer; cookies: string[] }

/** Judges the code that was said for a phone and begins a session when it is right. */
export async function confirmSignInCode(
  { db, clock, auth, secret, findHolder }: AccountParts,
  { phone, code, userAgent }: { phone: string; code: string; userAgent: string },
): Promise<SignedIn> {
  const holder = await findHolder(phone)
  if (holder) await keepCourierAccount(db, holder, clock.now())
  try {
    const { headers } = await auth.api.verifyPhoneNumber({
      body: { phoneNumber: phone, code: holder ? sealedCode(code, secret) : nobodysCode },
      headers: new Headers({ 'user-agent': userAgent }),
      returnHeaders: true,
    })
    return { answer: 'RIGHT', cookies: headers.getSetCookie() }
  } catch (error) {
    const { isAPIError } = await import('better-auth/api')
    const answer = isAPIError(error) ? codeAnswerOf(error.body?.code) : undefined
    if (!answer) throw error
    return { answer, cookies: [] }
  }
}

/** Said for a stranger: no code is ever kept like this. */
const nobodysCode = 'nobody'
