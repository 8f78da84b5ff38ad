import { ApiError } from '../contract/errors.ts'

/** The fields of a form that were sent once: a field sent twice was not typed by a person. */
export function fieldsOf(body: unknown): Record<string, string> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * What was chosen of the choices that a form or an address has; undefined where nothing was sent. Throws
 * CHOICE_UNKNOWN for anything else, which nobody chose: it is never taken as another one.
 */
export function chosenOf<Choice extends string>(
  field: string,
  sent: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  if (sent === undefined || sent === '') return undefined
  const chosen = choices.find((each) => each === sent)
  if (chosen === undefined) throw new ApiError('CHOICE_UNKNOWN', { field, choices })
  return chosen
}
