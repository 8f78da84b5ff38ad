const names = ['__Secure-colis.session_token', 'colis.session_token']

/** A session's cookie as a browser sends it: `token` names the session, and `signed` is the whole of it. */
type SessionCookie = { token: string; signed: string }

/** The session that a `Cookie` header names, whether it exists or not; undefined when it names none. */
export function sessionCookieOf(cookie = ''): SessionCookie | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
  const [, ...value] = pairs.findLast(([name]) => name !== undefined && names.includes(name)) ?? []
  const signed = value.join('=')
  const [token = ''] = signed.split('.')
  return token === '' ? undefined : { token, signed }
}
