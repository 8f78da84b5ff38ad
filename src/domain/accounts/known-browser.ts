import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../base/kernel/secret-keys.ts'

/** How long a browser is known after somebody signed in with it. */
export const knownBrowserSeconds = 365 * 24 * 60 * 60

/**
 * A browser in which the owner of a phone has signed in, under a name made for it, and the door they came
 * through: a courier shows a code alone, so that their browser is none that the console knows.
 */
export type KnownBrowser = { id: string; phone: string; door: KnownDoor }
type KnownDoor = 'courier' | 'console'

/**
 * The cookie by which a browser is recognised, `<id>.<end>.<signature>`, the end in seconds: it reveals
 * nothing of the phone, and only gives the browser an allowance of codes that others cannot use up (decision
 * 91).
 */
export function knownBrowserToken(browser: KnownBrowser, now: Date, secrets: SecretKeys): string {
  const end = String(Math.floor(now.getTime() / 1000) + knownBrowserSeconds)
  return `${browser.id}.${end}.${signature(browser, end, secrets[0])}`
}

/** The browser that sent `token`, if somebody has signed in there through this door with one of `phones`. */
export function knownBrowserOf(
  token: string | undefined,
  phones: readonly string[],
  now: Date,
  secrets: SecretKeys,
  door: KnownDoor,
): KnownBrowser | undefined {
  const [id = '', end = '', signed = ''] = token?.split('.') ?? []
  if (!(Number(end) * 1000 > now.getTime())) return undefined
  const phone = phones.find((each) =>
    isMadeByOne(secrets, signed, (secret) => signature({ id, phone: each, door }, end, secret)),
  )
  return phone === undefined ? undefined : { id, phone, door }
}

const signature = ({ id, phone, door }: KnownBrowser, end: string, secret: Buffer): string =>
  createHmac('sha256', secret)
    .update(`known browser ${id} until ${end} of ${phone}${door === 'courier' ? '' : ` of the ${door}`}`)
    .digest('base64url')
