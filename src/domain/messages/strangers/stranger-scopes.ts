import { createHmac } from 'node:crypto'
import { callingCodeOf, callingCodesOf } from '../../../base/kernel/phone-number.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { wideNetwork } from '../../../http/client-network.ts'
import type { RulesDeps } from '../../../rules.ts'

/**
 * What strangers may cause to be sent: codes, links and invitations to people who have not shown yet that a
 * phone or an address is theirs (decision 274). Each message costs money, and anybody can ask for one.
 */
export type StrangerTerms = RulesDeps & {
  timeZone: string
  /** Seal networks: none is kept in clear. */
  networkKeys: SecretKeys
  /** ISO 3166 alpha-2 codes of the countries that have a city here. */
  servedCountries: () => readonly string[]
}

/** One count of a day, and how far it may go. */
export type Scope = { scope: string; max: number }

/** What the counts are called that are no calling code and no network. */
export const inAll = 'ALL'
const byMail = 'MAIL'
export const networkPrefix = 'NETWORK '

/**
 * The calling codes that are served, where a phone has another one; undefined where it has one of them, or is
 * mail.
 */
export function unservedCallingCodes(to: string, { servedCountries }: StrangerTerms): string[] | undefined {
  const served = callingCodesOf(servedCountries())
  return isMail(to) || served.includes(callingCodeOf(to) ?? '') ? undefined : served
}

const isMail = (to: string): boolean => to.includes('@')

/**
 * The counts that a message to a phone or an address takes one of; `network` is null where nobody new asked
 * for it. A network counts under each key, so that a new key lets nobody begin anew.
 */
export function strangerScopes(to: string, network: string | null, terms: StrangerTerms): Scope[] {
  const rules = terms.rules.current()
  const place = isMail(to) ? byMail : (callingCodeOf(to) ?? '')
  return [
    { scope: inAll, max: rules.STRANGER_MESSAGES_PER_DAY },
    { scope: place, max: rules.STRANGER_MESSAGES_PER_COUNTRY },
    ...(network === null
      ? []
      : terms.networkKeys.map((key) => ({
          scope: networkScope(network, key),
          max: rules.STRANGER_MESSAGES_PER_NETWORK,
        }))),
  ]
}

/** The rule that says how far a count may go. */
export const ruleOfScope = (scope: string) =>
  scope === inAll ? 'STRANGER_MESSAGES_PER_DAY' : 'STRANGER_MESSAGES_PER_COUNTRY'

const networkScope = (network: string, key: Buffer): string =>
  `${networkPrefix}${createHmac('sha256', key)
    .update(`strangers of ${wideNetwork(network)}`)
    .digest('hex')}`
