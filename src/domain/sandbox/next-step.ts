import { ApiError } from '../../base/contract/errors.ts'
import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import { allows, type DeliveryTransition, deliveryTransitions } from '../deliveries/delivery-status.ts'

type Table = typeof deliveryTransitions
type ReachedAs<Kind> = {
  [T in DeliveryTransition]: Table[T]['sandbox'] extends Kind ? T : never
}[DeliveryTransition]

/** The transitions that the sandbox makes: the steps of spec section 3, and the outcomes that may be asked for. */
export type Step = ReachedAs<'STEP' | 'OUTCOME'>

/** Another ending that may be asked for: the status that a transition of the table leads to (decision 25). */
export type Outcome = Table[ReachedAs<'OUTCOME'>]['to']

const reachedAs = (kind: 'STEP' | 'OUTCOME'): readonly Step[] =>
  (Object.keys(deliveryTransitions) as Step[]).filter((name) => deliveryTransitions[name].sandbox === kind)

const stepsInOrder = reachedAs('STEP')
const outcomeSteps = reachedAs('OUTCOME')

export const outcomes = outcomeSteps.map((name) => deliveryTransitions[name].to) as readonly Outcome[]

/** The step that leads a delivery of this status on, or to `outcome`. Throws NO_NEXT_STEP. */
export function nextStep(status: DeliveryStatus, outcome?: Outcome): Step {
  const wished = outcome
    ? outcomeSteps.filter((step) => deliveryTransitions[step].to === outcome)
    : stepsInOrder
  const step = wished.find((transition) => allows(transition, status))
  if (!step) throw new ApiError('NO_NEXT_STEP', { status, outcome })
  return step
}
