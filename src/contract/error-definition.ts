import type { Language } from '../base/kernel/language.ts'
import type { MessageFor, Speak } from '../base/kernel/translate.ts'
import { type ErrorText, speak } from './error-words.ts'

/** One error: its HTTP status, its message in each language, and its details. */
export type ErrorDefinition<Params> = {
  status: number
  /** Parameters as they may be, for the reference. */
  example?: Params
  message: (params: Params, language: Language) => string
  /** Which parameters the caller sees in `details`; none when absent. */
  details?: (params: Params) => Record<string, unknown> | undefined
}

/** An error as its catalogue states it: a message filled with its parameters, or the choice of one. */
type StatedError<Params> = Omit<ErrorDefinition<Params>, 'message'> & {
  says: MessageFor<Params, ErrorText> | ((params: Params, t: Speak<ErrorText>, language: Language) => string)
}

const speakers = { fr: speak('fr'), en: speak('en') }

/**
 * An entry of a catalogue of errors, with the types of its parameters: English stands in the entry, its
 * French in `src/words/errors.fr.json`.
 */
export const define = <Params = Record<never, never>>({
  says,
  ...rest
}: StatedError<Params>): ErrorDefinition<Params> => {
  if (typeof says === 'function')
    return { ...rest, message: (params, language) => says(params, speakers[language], language) }
  const fill = (params: Params, language: Language) => speakers[language](says as ErrorText, params as never)
  return { ...rest, message: fill }
}
