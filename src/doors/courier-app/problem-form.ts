import {
  maxProblemWords,
  mayWaitFor,
  type PickupCourse,
  type PickupReason,
  pickupReasons,
} from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import { plainWords } from './plain-words.ts'

/** What a courier may have left out or typed wrong about a parcel that they cannot take. */
const problemFaults = ['PROBLEM_MISSING', 'COURSE_MISSING', 'PROBLEM_TOO_LONG', 'NOT_WORTH_WAITING'] as const
export type ProblemFault = (typeof problemFaults)[number]

/** Whether a fault is one of this form. */
export const isProblemFault = (fault: string): fault is ProblemFault =>
  problemFaults.some((each) => each === fault)

/** What was typed, to be shown again. */
export type TypedProblem = { problem?: string; course?: string; words?: string }

/** Reads what a courier says of a parcel that they cannot take. */
export function readProblem(
  fields: Record<string, string>,
):
  | { reason: PickupReason; course: PickupCourse; words: string | null }
  | { fault: ProblemFault; typed: TypedProblem } {
  const { problem = '', course = '', words: written = '' } = fields
  const typed = {
    problem: problem.slice(0, 40),
    course: course.slice(0, 10),
    words: written.slice(0, 10 * maxProblemWords),
  }
  const reason = pickupReasons.find((each) => each === problem)
  const words = plainWords(typed.words)
  if (!reason) return { fault: 'PROBLEM_MISSING', typed }
  if (words.length > maxProblemWords) return { fault: 'PROBLEM_TOO_LONG', typed }
  if (course !== 'WAIT' && course !== 'FREE') return { fault: 'COURSE_MISSING', typed }
  if (course === 'WAIT' && !mayWaitFor(reason)) return { fault: 'NOT_WORTH_WAITING', typed }
  return { reason, course, words: words || null }
}
