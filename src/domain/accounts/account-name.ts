import { textFault, trimmedText } from '../../base/kernel/plain-text.ts'

/** What an account is signed in to with: one phone in international form, or one e-mail address. */
export type AccountName = { phone: string; email: null } | { phone: null; email: string }

export const phoneName = (phone: string): AccountName => ({ phone, email: null })
export const emailName = (email: string): AccountName => ({ phone: null, email })

/** A name as one text. */
export const nameText = ({ phone, email }: AccountName): string => phone ?? email

/** The longest that an address may be. */
const maxEmailLength = 254

/** An e-mail address in the form in which it is kept; undefined when the text is none. */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  const isAddress = /^[^\s@<>"(),:;\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address)
  return isAddress && address.length <= maxEmailLength ? address : undefined
}

/** What a person or a shop may be called, in characters. */
export const calledLength = { max: 80 } as const

/** What somebody is called, as they typed it; undefined where it is empty, too long or cannot be shown. */
export function readCalled(text: string): string | undefined {
  const name = trimmedText(text)
  const isFit = name !== '' && [...name].length <= calledLength.max && textFault(name) === undefined
  return isFit ? name : undefined
}
