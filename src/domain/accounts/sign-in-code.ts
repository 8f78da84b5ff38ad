import { createHmac } from 'node:crypto'

/** A code that signs in: six digits, five minutes, three tries. */
export const signInCode = { digits: 6, lifeSeconds: 5 * 60, maxTries: 3 } as const

/**
 * Codes that may be requested for one phone within an hour: by one unknown network or one known browser, and
 * by all unknown networks and all known browsers. Both together limit the cost of a number (decision 91).
 */
export const maxCodesPerHour = { fromOne: 5, fromAll: 20 } as const

/** The result of entering a code. */
export type CodeAnswer = 'RIGHT' | 'WRONG' | 'EXPIRED' | 'TOO_MANY_TRIES'

/**
 * Where a code is valid: the browser that requested it (`nonce`), what was typed there, and the phone it was
 * sent to.
 */
export type CodeScope = { nonce: string; typed: string; phone: string }

/**
 * The name that a code is stored under. Another browser, or the same number typed in another way, gives
 * another name: nobody can try somebody else's code, or learn which of two numbers is a courier's.
 */
export const codeName = ({ nonce, typed, phone }: CodeScope, secret: Buffer): string =>
  `${hmac(`browser ${nonce} typed ${typed}`, secret)} ${phone}`

/**
 * What is stored of a code, `<code>:<tries>`, with the code sealed so that reading the database does not let
 * anyone sign in. A code that is sealed already stays as it is: only its tries change.
 */
export function sealSignInCode(value: string, secret: Buffer): string {
  const [code = '', tries] = value.split(':')
  return isSignInCode(code) ? `${sealedCode(code, secret)}:${tries}` : value
}

/** A code in its stored form, for comparison. */
export const sealedCode = (code: string, secret: Buffer): string => hmac(`sign-in code ${code}`, secret)

/**
 * A hash under which requests for a phone, or for a phone from somewhere, are counted: neither is stored in
 * clear.
 */
export const phoneHmac = (phone: string, secret: Buffer): string => hmac(`phone ${phone}`, secret)

/** Six digits, as a person types them. */
export const isSignInCode = (text: string): boolean => /^\d{6}$/.test(text)

/** better-auth's refusals of a code; undefined for any other failure. */
export function codeAnswerOf(errorCode: string | undefined): CodeAnswer | undefined {
  switch (errorCode) {
    case 'INVALID_OTP':
      return 'WRONG'
    case 'OTP_EXPIRED':
    case 'OTP_NOT_FOUND':
      return 'EXPIRED'
    case 'TOO_MANY_ATTEMPTS':
      return 'TOO_MANY_TRIES'
    default:
      return undefined
  }
}

const hmac = (text: string, secret: Buffer): string => createHmac('sha256', secret).update(text).digest('hex')
