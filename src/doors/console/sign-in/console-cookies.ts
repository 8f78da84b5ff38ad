import { isUuid } from '../../../base/kernel/uuid.ts'
import { knownBrowserSeconds } from '../../../domain/accounts/known-browser.ts'
import { pendingSignInSeconds } from '../../../domain/accounts/pending-sign-in.ts'

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
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  const kept = (name: string) => pairs.find(([each]) => each === name)?.[1] ?? ''
  const read = (cookie: keyof ConsoleCookies) => decoded(kept(cookies[cookie].name).slice(0, maxValueLength))
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
    const age = value === '' ? 0 : seconds
    const where = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    return `${name}=${encodeURIComponent(value)}; Max-Age=${age}; ${where}`
  })

/** The `Set-Cookie` headers that remove what was kept while somebody signed in. */
export const clearedCookies = (isSecure: boolean): string[] =>
  consoleCookies({ typed: '', nonce: '', openingId: '', pending: '' }, isSecure)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
