/** What makes a text unfit to be kept and shown (decision 7). */
export type TextFault = 'CONTROL' | 'INVISIBLE' | 'UNICODE'

/** Line breaks too. */
const control = /[\p{Cc}\u2028\u2029]/u
/**
 * Characters that nobody sees, or that make the text after them run the other way. Joiners, marks of
 * direction and variants of a character stay: Persian, Arabic and emoji are written with them.
 */
const invisible = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff]/u
/** All that leaves no trace on the screen, with the blank letters of Hangul and Braille. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** A text without the blanks around it; empty when there is nothing to see in it. */
export function trimmedText(text: string): string {
  return unseen.test(text) ? '' : text.trim()
}

/** What a terminal obeys, or what hides or turns what stands beside it; line ends and tabs are ours. */
const unprintable = /[^\P{Cc}\n\t]|[\u2028\u2029\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** A text for a terminal: what it would obey stands there as `\u001b`, which JSON reads as the same character. */
export const terminalText = (text: string): string =>
  text.replace(unprintable, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What is wrong with a text, undefined when it is plain. */
export function textFault(text: string): TextFault | undefined {
  if (!text.isWellFormed()) return 'UNICODE'
  if (control.test(text)) return 'CONTROL'
  return invisible.test(text) ? 'INVISIBLE' : undefined
}
