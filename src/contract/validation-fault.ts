import { type Language, languages, type Wording } from '../base/kernel/language.ts'
import { ApiError } from './errors.ts'
import { limits } from './limits.ts'
import type { Issue } from './partner-errors.ts'

/** One thing wrong with what was sent, worded in every language; `field` is a JSON pointer. */
export type Fault = { field: string; rule: string; wording: Wording }

/**
 * The error that lists the faults at once, the first hundred of them (decision 6). `issueCount` says how many
 * there are where `faults` leaves some out.
 */
export function validationFailed(
  faults: readonly Fault[],
  issueCount = faults.length,
): ApiError<'VALIDATION_FAILED'> {
  const listed = faults.slice(0, limits.listedIssues)
  const inEvery = languages.map((language) => [language, listed.map((fault) => issueOf(fault, language))])
  return new ApiError('VALIDATION_FAILED', {
    issues: Object.fromEntries(inEvery) as Record<Language, Issue[]>,
    issueCount,
  })
}

const issueOf = ({ field, rule, wording }: Fault, language: Language): Issue => ({
  field: field.length > limits.issueField ? `${field.slice(0, limits.issueField)}…` : field,
  rule,
  message: wording[language],
})
