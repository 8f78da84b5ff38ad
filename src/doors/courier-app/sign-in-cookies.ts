import { knownBrowserSeconds } from '../../domain/accounts/known-browser.ts'

/** The cookies of a browser while somebody signs in, and afterwards. */
type SignInCookies = {
  /**
   * The phone as it was typed, out of every address; in international form where only one number is possible.
   */
  typed: string
  /** Made when a code was asked for: the code is good in this browser alone. */
  nonce: string
  /** Says that somebody has signed in here before. */
  knownBrowser: string | undefined
}

const names = {
  typed: 'colis.sign-in-phone',
  nonce: 'colis.sign-in-browser',
  knownBrowser: 'colis.known-browser',
} as const

const secondsToSignIn = 15 * 60

/** The values in a `Cookie` header; empty or undefined where a cookie is missing. */
export function readSignInCookies(cookie = ''): SignInCookies {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
  const kept = (name: string) => pairs.find(([each]) => each === name)?.[1]?.slice(0, 200)
  return {
    typed: decoded(kept(names.typed) ?? '').slice(0, 30),
    nonce: kept(names.nonce) ?? '',
    knownBrowser: kept(names.knownBrowser),
  }
}

/** The `Set-Cookie` headers that keep what was typed and the browser's nonce until the code comes. */
export const askingCookies = (
  { typed, nonce }: { typed: string; nonce: string },
  isSecure: boolean,
): string[] => [
  cookieLine(names.typed, encodeURIComponent(typed), secondsToSignIn, isSecure),
  cookieLine(names.nonce, nonce, secondsToSignIn, isSecure),
]

/** The `Set-Cookie` header by which the browser is known from now on. */
export const knownBrowserCookie = (token: string, isSecure: boolean): string =>
  cookieLine(names.knownBrowser, token, knownBrowserSeconds, isSecure)

const cookieLine = (name: string, value: string, seconds: number, isSecure: boolean): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/courier/sign-in; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
