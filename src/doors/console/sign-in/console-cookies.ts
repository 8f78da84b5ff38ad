import { isUuid } from '../../../base/kernel/uuid.ts'
import { knownBrowserSeconds } from '../../../domain/accounts/known-browser.ts'
import { pendingSignInSeconds } from '../../../domain/accounts/pending-sign-in.ts'
import { cookieIn, cookieLine, decoded } from '../../../pages/page-cookies.ts'

/** The cookies of a browser while somebody signs in to the console, and afterwards. */
type ConsoleCookies = {
  /** Who they say they are, out of every address. */
  typed: string
  /** Made when a code was asked for: the code is good in this browser alone. */
  nonce: string
  /** The shop that they are opening, if any. */
  openingId: string
  /** Says that they have shown a first factor. */
  pending: string
  /** Says that somebody has signed in here before. */
  knownBrowser: string
}

const signInPath = '/console/sign-in'
const secondsToSignIn = 15 * 60

const cookies: Record<keyof ConsoleCookies, { name: string; path: string; seconds: number }> = {
  typed: { name: 'colis.console-name', path: signInPath, seconds: secondsToSignIn },
  nonce: { name: 'colis.console-browser', path: signInPath, seconds: secondsToSignIn },
  openingId: { name: 'colis.console-opening', path: signInPath, seconds: secondsToSignIn },
  pending: { name: 'colis.console-factor', path: signInPath, seconds: pendingSignInSeconds },
  knownBrowser: { name: 'colis.console-known', path: '/console', seconds: knownBrowserSeconds },
}

/** No value of ours is longer. */
const maxValueLength = 1_000

/** The values in a `Cookie` header; empty where a cookie is missing. */
export function readConsoleCookies(header = ''): ConsoleCookies {
  const read = (cookie: keyof ConsoleCookies) =>
    decoded((cookieIn(header, cookies[cookie].name) ?? '').slice(0, maxValueLength))
  return {
    typed: read('typed'),
    nonce: read('nonce'),
    openingId: isUuid(read('openingId')) ? read('openingId') : '',
    pending: read('pending'),
    knownBrowser: read('knownBrowser'),
  }
}

/** The `Set-Cookie` headers that keep these values; an empty one is removed. */
export const consoleCookies = (values: Partial<ConsoleCookies>, isSecure: boolean): string[] =>
  (Object.entries(values) as [keyof ConsoleCookies, string][]).map(([cookie, value]) => {
    const { name, path, seconds } = cookies[cookie]
    const terms = { path, seconds: value === '' ? 0 : seconds, isSecure }
    return cookieLine(name, encodeURIComponent(value), terms)
  })

/** The `Set-Cookie` headers that remove what was kept while somebody signed in. */
export const clearedCookies = (isSecure: boolean): string[] =>
  consoleCookies({ typed: '', nonce: '', openingId: '', pending: '' }, isSecure)
