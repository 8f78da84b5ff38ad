/**
 * Keeps French punctuation with the word before it, and a size with its unit. Tags, code and what was typed
 * are left as they are.
 */
export function withFixedSpaces(fragment: string): string {
  let keptParts = 0
  return fragment
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (/^<(?:textarea|pre|code)\b/.test(part)) keptParts += 1
      if (/^<\/(?:textarea|pre|code)>/.test(part)) keptParts -= 1
      return keptParts > 0 || part.startsWith('<')
        ? part
        : part.replace(/ (?=[:;!?»])|(?<=«) |(?<=\d) (?=Mo\b)/g, '\u00a0')
    })
    .join('')
}
