/** Keeps French punctuation with the word before it. Tags and what was typed are left as they are. */
export const withFixedSpaces = (fragment: string): string =>
  fragment.replace(/<textarea[^<]*|<[^>]*>| (?=[:;!?»])|(?<=«) /g, (part) => (part === ' ' ? '\u00a0' : part))
