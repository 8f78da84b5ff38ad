import { possiblePhones } from '../../../base/kernel/phone-number.ts'
import { readEmailAddress } from '../../../domain/accounts/account-name.ts'

/** What somebody typed to say who they are. */
export type TypedName = {
  /** As it is kept until they have signed in: in international form where only one number is possible. */
  typed: string
  /**
   * The phones that it may mean, in international form; a number without its country may belong to several.
   */
  phones: string[]
  email: string | null
}

/** The longest text that is read as a name. */
export const maxNameLength = 254

/** Reads a phone or an e-mail address; neither, where the text is neither. */
export function readTypedName(text: string, countries: readonly string[]): TypedName {
  const typed = text.trim().slice(0, maxNameLength)
  if (typed.includes('@')) {
    const email = readEmailAddress(typed) ?? null
    return { typed: email ?? typed, phones: [], email }
  }
  const phones = possiblePhones(typed, countries)
  return { typed: phones.length === 1 ? (phones[0] ?? typed) : typed, phones, email: null }
}
