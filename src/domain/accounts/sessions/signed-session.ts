import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'

/** A session's cookie in a `Cookie` header: its name, and its token with a signature, percent-encoded. */
const signedSession = /((?:__Secure-)?colis\.session_token)=([^;]*)/g

/** The text that better-auth signs sessions with for a key of ours. */
export const signingText = (key: Buffer): string => key.toString('hex')

/**
 * A `Cookie` header with its session signed by the first key, where another one of ours had signed it;
 * undefined where nothing is to be signed anew.
 */
export function signedAnew(cookie: string, [current, ...former]: SecretKeys): string | undefined {
  const [known, ...others] = former
  if (!known) return undefined
  const anew = cookie.replace(signedSession, (whole, name: string, value: string) => {
    const [token = '', signature = ''] = plain(value).split('.')
    const isOurs = isMadeByOne([known, ...others], signature, (key) => signatureOf(token, key))
    return isOurs ? `${name}=${encodeURIComponent(`${token}.${signatureOf(token, current)}`)}` : whole
  })
  return anew === cookie ? undefined : anew
}

const signatureOf = (token: string, key: Buffer): string =>
  createHmac('sha256', signingText(key)).update(token).digest('base64')

function plain(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
