import type { Auth } from './create-auth.ts'

/** Whose session a request carries, and the cookies that prolong it. */
export type Session = { courierId: string; cookies: string[] }

/** The session behind a `Cookie` header; undefined when there is none, or it has ended. */
export async function checkSession(auth: Auth, cookie: string | undefined): Promise<Session | undefined> {
  if (!cookie) return undefined
  const { response, headers } = await auth.api.getSession({
    headers: new Headers({ cookie }),
    returnHeaders: true,
  })
  const courierId = response?.user.courierId
  return courierId ? { courierId, cookies: headers.getSetCookie() } : undefined
}

/** Ends the session behind a `Cookie` header; answers the cookies that say so. */
export async function endSession(auth: Auth, cookie: string | undefined): Promise<string[]> {
  const { headers } = await auth.api.signOut({
    headers: new Headers(cookie ? { cookie } : {}),
    returnHeaders: true,
  })
  return headers.getSetCookie()
}
