import { ApiError } from '../../contract/errors.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import {
  allows,
  type DeliveryTransition,
  deliveryTransitions,
  isFinal,
} from '../deliveries/delivery-status.ts'

type Table = typeof deliveryTransitions
type ReachedAs<Kind> = {
  [T in DeliveryTransition]: Table[T]['sandbox'] extends Kind ? T : never
}[DeliveryTransition]

/**
 * The transitions that the sandbox makes: the steps of spec section 3, and the outcomes that may be asked
 * for.
 */
export type Step = ReachedAs<'STEP' | 'OUTCOME'>

/**
 * An ending that may be asked for: that of the steps, or the status that another transition of the table
 * leads to.
 */
export type Outcome = Table[ReachedAs<'OUTCOME'>]['to'] | Table['handOver']['to']

const reachedAs = (kind: 'STEP' | 'OUTCOME'): readonly Step[] =>
  (Object.keys(deliveryTransitions) as Step[]).filter((name) => deliveryTransitions[name].sandbox === kind)

const stepsInOrder = reachedAs('STEP')
const everyStep = [...stepsInOrder, ...reachedAs('OUTCOME')]

export const outcomes = everyStep
  .map((name) => deliveryTransitions[name])
  .filter(({ to, sandbox }) => sandbox === 'OUTCOME' || isFinal(to))
  .map(({ to }) => to) as readonly Outcome[]

/**
 * The step that leads a delivery of this status on, or by the shortest way towards `outcome`. Throws
 * NO_NEXT_STEP, which names the statuses from which there is one.
 */
export function nextStep(status: DeliveryStatus, outcome?: Outcome): Step {
  const stepFrom = (from: DeliveryStatus) =>
    outcome ? firstStepTo(outcome, from) : stepsInOrder.find((step) => allows(step, from))
  const step = stepFrom(status)
  if (step) return step
  const from = deliveryStatuses.filter((each) => stepFrom(each) !== undefined)
  throw new ApiError('NO_NEXT_STEP', { status, outcome, from })
}

/** Where the next step leads from a status, and which endings can be walked to; null and none at the end. */
export function waysFrom(status: DeliveryStatus): { next: DeliveryStatus | null; outcomes: Outcome[] } {
  const next = stepsInOrder.find((step) => allows(step, status))
  return {
    next: next ? deliveryTransitions[next].to : null,
    outcomes: outcomes.filter((outcome) => firstStepTo(outcome, status) !== undefined),
  }
}

/**
 * The first step of the shortest way between two statuses; undefined where there is no way, or none is
 * needed.
 */
function firstStepTo(outcome: Outcome, status: DeliveryStatus): Step | undefined {
  const stepsFrom = (from: DeliveryStatus) => everyStep.filter((step) => allows(step, from))
  const seen = new Set<DeliveryStatus>([status])
  let reached = stepsFrom(status).map((first) => ({
    first,
    at: deliveryTransitions[first].to as DeliveryStatus,
  }))
  while (reached.length > 0) {
    const found = reached.find(({ at }) => at === outcome)
    if (found) return found.first
    for (const { at } of reached) seen.add(at)
    reached = reached
      .flatMap(({ first, at }) => stepsFrom(at).map((step) => ({ first, at: deliveryTransitions[step].to })))
      .filter(({ at }) => !seen.has(at))
  }
  return undefined
}
