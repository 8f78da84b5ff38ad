/** The value of a cookie in a `Cookie` header, as it was sent; undefined where it is missing. */
export function cookieIn(header = '', name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([each]) => each === name)?.[1]
}

/** Where and how long a browser keeps a cookie: for the addresses below `path`. */
type CookieTerms = { path: string; seconds: number; isSecure: boolean }

/** The `Set-Cookie` header of a cookie that no script reads and that forms of other sites do not send. */
export function cookieLine(name: string, value: string, { path, seconds, isSecure }: CookieTerms): string {
  const where = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return `${name}=${value}; Max-Age=${seconds}; ${where}`
}

/** A value as it was before it was encoded for a cookie; empty where it cannot be read. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
