import { type Language, languages, type Wording } from '../kernel/language.ts'
import { ApiError } from './errors.ts'
import type { Issue } from './partner-errors.ts'

/** One thing wrong with what was sent, worded in every language; `field` is a JSON pointer. */
export type Fault = { field: string; rule: string; wording: Wording }

/** The error that lists every fault at once (decision 6). */
export function validationFailed(faults: readonly Fault[]): ApiError<'VALIDATION_FAILED'> {
  const inEvery = languages.map((language) => [language, faults.map((fault) => issueOf(fault, language))])
  return new ApiError('VALIDATION_FAILED', {
    issues: Object.fromEntries(inEvery) as Record<Language, Issue[]>,
  })
}

const issueOf = ({ field, rule, wording }: Fault, language: Language): Issue => ({
  field,
  rule,
  message: wording[language],
})
