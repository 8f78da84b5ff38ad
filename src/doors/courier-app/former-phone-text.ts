import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { listText } from '../../base/kernel/list-text.ts'
import { formerPhoneIn, spacedPhone } from '../../base/kernel/phone-number.ts'
import { speak } from './courier-words.ts'

/** What is said of a number of before a change of its country's numbers; undefined for any other text. */
export function formerPhoneText(
  text: string,
  countries: readonly string[],
  language: SpokenLanguage,
): string | undefined {
  const former = formerPhoneIn(text, countries)
  const numbers = former && listText(former.today.map(spacedPhone), language, 'or')
  return (
    numbers && speak(language)('This is an old number. Today it would be {numbers}: check it.', { numbers })
  )
}
