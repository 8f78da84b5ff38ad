/** Why a text may not be stored and shown (decision 7). */
export type TextFault = 'CONTROL' | 'INVISIBLE' | 'UNICODE'

/** Line breaks too. */
const control = /[\p{Cc}\u2028\u2029]/u
/**
 * Invisible characters, and those that reverse the direction of the text after them. Joiners, direction marks
 * and variation selectors are allowed: Persian, Arabic and emoji are written with them.
 */
const invisible = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff]/u
/** Everything that shows nothing on the screen, including the blank letters of Hangul and Braille. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** A text without the blanks around it; empty when nothing in it is visible. */
export function trimmedText(text: string): string {
  return unseen.test(text) ? '' : text.trim()
}

/** Ends of lines as systems write them, and tabs. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]/

/** Lines as one line: a blank between what stands on each; empty lines are left out. */
export const joinedLines = (text: string): string =>
  text
    .split(lineEnds)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

const invisibleSigns = new RegExp(invisible, 'gu')
const controlSigns = new RegExp(control, 'gu')

/**
 * What somebody typed into a form as one line that may be stored and shown: where a program would be told
 * what is wrong with its text, a person cannot see it, so it is left out.
 */
export const cleanedLine = (text: string): string =>
  trimmedText(joinedLines(text.toWellFormed().replace(invisibleSigns, '')).replace(controlSigns, ' '))

/**
 * Control sequences of a terminal, and characters that hide or reverse the text beside them; not line ends
 * and tabs.
 */
const unprintable = /[^\P{Cc}\n\t]|[\u2028\u2029\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu

/**
 * A text for a terminal: control characters are escaped like `\u001b`, which JSON reads as the same
 * character.
 */
export const terminalText = (text: string): string =>
  text.replace(unprintable, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What is wrong with a text, undefined when it is plain. */
export function textFault(text: string): TextFault | undefined {
  if (!text.isWellFormed()) return 'UNICODE'
  if (control.test(text)) return 'CONTROL'
  return invisible.test(text) ? 'INVISIBLE' : undefined
}
