import { knownBrowserSeconds } from '../../domain/accounts/known-browser.ts'
import { cookieIn, cookieLine, decoded } from '../../pages/page-cookies.ts'

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

const path = '/courier/sign-in'
const secondsToSignIn = 15 * 60

/** The values in a `Cookie` header; empty or undefined where a cookie is missing. */
export function readSignInCookies(cookie: string | undefined): SignInCookies {
  const kept = (name: string) => cookieIn(cookie, name)?.slice(0, 200)
  return {
    typed: decoded(kept(names.typed) ?? '').slice(0, 30),
    nonce: kept(names.nonce) ?? '',
    knownBrowser: kept(names.knownBrowser),
  }
}

/** The `Set-Cookie` headers that keep what was typed and the browser's nonce until the code comes. */
export function askingCookies(
  { typed, nonce }: { typed: string; nonce: string },
  isSecure: boolean,
): string[] {
  const terms = { path, seconds: secondsToSignIn, isSecure }
  return [cookieLine(names.typed, encodeURIComponent(typed), terms), cookieLine(names.nonce, nonce, terms)]
}

/** The `Set-Cookie` header by which the browser is known from now on. */
export const knownBrowserCookie = (token: string, isSecure: boolean): string =>
  cookieLine(names.knownBrowser, token, { path, seconds: knownBrowserSeconds, isSecure })
