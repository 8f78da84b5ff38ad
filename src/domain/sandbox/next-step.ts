import { ApiError } from '../../base/contract/errors.ts'
import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import { allows, type DeliveryTransition } from '../deliveries/delivery-status.ts'

/** The steps of the sandbox, in the order of spec section 3. */
const stepsInOrder = [
  'locate',
  'assign',
  'pickUp',
  'handOver',
] as const satisfies readonly DeliveryTransition[]

/** Other endings that may be asked for, and the transition that leads there (decision 25). */
export const outcomes = { FAILED: 'fail', RETURNED: 'return', EXPIRED: 'expire' } as const
export type Outcome = keyof typeof outcomes

export type Step = (typeof stepsInOrder)[number] | (typeof outcomes)[Outcome]

/** The step that leads a delivery of this status on, or to `outcome`. Throws NO_NEXT_STEP. */
export function nextStep(status: DeliveryStatus, outcome?: Outcome): Step {
  const wished: readonly Step[] = outcome ? [outcomes[outcome]] : stepsInOrder
  const step = wished.find((transition) => allows(transition, status))
  if (!step) throw new ApiError('NO_NEXT_STEP', { status, outcome })
  return step
}
