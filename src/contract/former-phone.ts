import type { Language } from '../base/kernel/language.ts'
import { listText } from '../base/kernel/list-text.ts'
import { formerPhoneIn, spacedPhone } from '../base/kernel/phone-number.ts'
import { speak } from './error-words.ts'

/** What a number of before a change of its country's numbers may be today, and the day of the change. */
export type FormerPhone = { since: string; today: readonly string[] }

/** A text that is no phone in a country, or a former one that may be several today. */
export type RefusedPhone = { country: string; former?: FormerPhone | undefined }

/** What is said of such a number, wherever it was written: how it is written today. */
export const formerPhoneSays = ({ since, today }: FormerPhone, language: Language): string =>
  speak(language)(
    'This number is from before {year}. Today it would be {numbers}: check it, and write it like that.',
    { year: since.slice(0, 4), numbers: listText(today.map(spacedPhone), language, 'or') },
  )

/** What is said of a text that is no phone in these countries: `otherwise`, except of a former number. */
export function wrongPhone(
  text: string,
  { countries, language }: { countries: Iterable<string>; language: Language },
  otherwise: string,
): string {
  const former = formerPhoneIn(text, countries)
  return former ? formerPhoneSays(former, language) : otherwise
}
