/** Keeps French punctuation with the word before it. Tags, code and what was typed are left as they are. */
export const withFixedSpaces = (fragment: string): string =>
  fragment.replace(/<(?:textarea|pre|code)\b[^<]*|<[^>]*>| (?=[:;!?»])|(?<=«) /g, (part) =>
    part === ' ' ? '\u00a0' : part,
  )
