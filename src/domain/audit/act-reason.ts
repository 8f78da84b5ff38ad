import { cleanedLine } from '../../base/kernel/plain-text.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'

/**
 * Why somebody who runs the service acts, as they typed it, in one line of 3 to 200 characters. Throws
 * REASON_REQUIRED.
 */
export function actReason(typed: string): string {
  const reason = cleanedLine(typed)
  const length = [...reason].length
  if (length < limits.actReason.min || length > limits.actReason.max) throw new ApiError('REASON_REQUIRED')
  return reason
}
