import { applicationSeconds } from '../../../domain/couriers/applications/verified-phone.ts'
import { cookieIn, cookieLine } from '../../../pages/page-cookies.ts'

/** The cookies of a browser in which somebody applies. */
type ApplyCookies = {
  /** Made when a code was asked for: the code is good in this browser alone. */
  nonce: string
  /** The phone that the code was sent to, in international form, and the city. */
  phone: string
  cityId: string
  /** Says, signed, that the phone was verified. */
  verified: string | undefined
}

const names = {
  nonce: 'colis.apply-browser',
  phone: 'colis.apply-phone',
  cityId: 'colis.apply-city',
  verified: 'colis.apply-verified',
} as const

/** Where people apply to be couriers. */
export const applyPath = '/courier/apply'
const secondsForCode = 15 * 60

/** The values in a `Cookie` header; empty or undefined where a cookie is missing. */
export function readApplyCookies(cookie: string | undefined): ApplyCookies {
  const kept = (name: string) => cookieIn(cookie, name)?.slice(0, 400)
  return {
    nonce: kept(names.nonce) ?? '',
    phone: `+${kept(names.phone) ?? ''}`,
    cityId: kept(names.cityId) ?? '',
    verified: kept(names.verified),
  }
}

/** The `Set-Cookie` headers that keep what was typed until the code comes. */
export function askingCookies(
  { nonce, phone, cityId }: Pick<ApplyCookies, 'nonce' | 'phone' | 'cityId'>,
  isSecure: boolean,
): string[] {
  const terms = { path: applyPath, seconds: secondsForCode, isSecure }
  return [
    cookieLine(names.nonce, nonce, terms),
    cookieLine(names.phone, phone.slice(1), terms),
    cookieLine(names.cityId, cityId, terms),
  ]
}

/** The `Set-Cookie` header that keeps a verified phone; an empty token forgets it. */
export const verifiedCookie = (token: string, isSecure: boolean): string =>
  cookieLine(names.verified, token, {
    path: applyPath,
    seconds: token === '' ? 0 : applicationSeconds,
    isSecure,
  })
