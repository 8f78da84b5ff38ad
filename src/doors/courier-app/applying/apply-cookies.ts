import { applicationSeconds } from '../../../domain/couriers/applications/verified-phone.ts'

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

const secondsForCode = 15 * 60

/** The values in a `Cookie` header; empty or undefined where a cookie is missing. */
export function readApplyCookies(cookie = ''): ApplyCookies {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
  const kept = (name: string) => pairs.find(([each]) => each === name)?.[1]?.slice(0, 400)
  return {
    nonce: kept(names.nonce) ?? '',
    phone: `+${kept(names.phone) ?? ''}`,
    cityId: kept(names.cityId) ?? '',
    verified: kept(names.verified),
  }
}

/** The `Set-Cookie` headers that keep what was typed until the code comes. */
export const askingCookies = (
  { nonce, phone, cityId }: Pick<ApplyCookies, 'nonce' | 'phone' | 'cityId'>,
  isSecure: boolean,
): string[] => [
  cookieLine(names.nonce, nonce, secondsForCode, isSecure),
  cookieLine(names.phone, phone.slice(1), secondsForCode, isSecure),
  cookieLine(names.cityId, cityId, secondsForCode, isSecure),
]

/** The `Set-Cookie` header that keeps a verified phone; an empty token forgets it. */
export const verifiedCookie = (token: string, isSecure: boolean): string =>
  cookieLine(names.verified, token, token === '' ? 0 : applicationSeconds, isSecure)

const cookieLine = (name: string, value: string, seconds: number, isSecure: boolean): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/courier/apply; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
