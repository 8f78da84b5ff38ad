import type { Auth, Session } from './create-auth.ts'

/** The session behind a `Cookie` header; undefined when there is none, or it has ended. */
export async function checkSession(auth: Auth, cookie: string | undefined): Promise<Session | undefined> {
  return cookie ? auth.findSession(cookie) : undefined
}

/** Ends the session behind a `Cookie` header; returns the cookies that say so. */
export const endSession = (auth: Auth, cookie: string | undefined): Promise<string[]> =>
  auth.endSession(cookie ?? '')
