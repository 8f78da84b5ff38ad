import { paymentTransitions } from '../../money/payments/payment-status.ts'
import type { StoryLine } from './delivery-story.ts'

/** How what a customer declared to have paid the shop stands, as the story of the delivery tells it. */
export type DeclaredPayment = {
  /**
   * DECLARED: nobody has said yet whether it arrived. DENIED: it has not, and the customer has said nothing
   * since.
   */
  standing: 'DECLARED' | 'DENIED'
  since: Date
  /** How often it was denied. */
  timesDenied: number
}

/** Null where the customer has declared nothing, or what they declared is settled. */
export function declaredPayment(story: readonly StoryLine[]): DeclaredPayment | null {
  const lines = story.flatMap((line) => (line.kind === 'PAYMENT' ? [line] : []))
  const last = lines.at(-1)
  const timesDenied = lines.filter(({ isDenial }) => isDenial).length
  if (last?.status === paymentTransitions.declarePaid.to)
    return { standing: 'DECLARED', since: last.at, timesDenied }
  return last?.isDenial ? { standing: 'DENIED', since: last.at, timesDenied } : null
}
