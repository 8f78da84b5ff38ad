import { limits } from '../../base/contract/limits.ts'
import type { Stars } from '../../domain/feedback/rate-delivery.ts'

/** What the forms for problems and stars send, as it was typed. */
type FeedbackForm =
  | { step: 'rate'; stars: Stars | undefined }
  | { step: 'problem'; reason: string; words: string; timesReported: number }

/** A form for problems or stars from a body that may be anything; undefined for every other form. */
export function feedbackForm(body: unknown): FeedbackForm | undefined {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (fields.step === 'rate')
    return { step: 'rate', stars: ([1, 2, 3, 4, 5] as const).find((count) => `${count}` === fields.stars) }
  if (fields.step !== 'problem') return undefined
  return {
    step: 'problem',
    reason: textOf(fields.reason),
    words: textOf(fields.words),
    timesReported: /^\d$/.test(textOf(fields.reported)) ? Number(fields.reported) : limits.problemReports,
  }
}

/** A field sent twice is a list, and is ignored. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')
