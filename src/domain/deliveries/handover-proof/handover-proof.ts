import type { FailureCode } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'

/**
 * What a courier must have done before they say that a parcel cannot be handed over, as the operator sets it
 * (decision 231): called the customer, waited at their place, taken a photo of it.
 */
export const proofParts = ['CALL', 'WAIT', 'PHOTO'] as const
export type ProofPart = (typeof proofParts)[number]

/** When a courier who came to the customer's place then has waited long enough. */
export const waitedAt = (arrivedAt: Date): Date => new Date(arrivedAt.getTime() + 5 * 60_000)

/** Reasons that need the customer to be away: one who stands there need not be called or waited for. */
const awayCodes: readonly FailureCode[] = [
  'CUSTOMER_ABSENT',
  'CUSTOMER_UNREACHABLE',
  'ADDRESS_NOT_FOUND',
  'OTHER',
]

/** Which parts a failure of this kind needs, of those that the operator asks for. */
export const neededParts = (asked: readonly ProofPart[], code: FailureCode): ProofPart[] =>
  proofParts.filter((part) => asked.includes(part) && (part === 'PHOTO' || awayCodes.includes(code)))

type ProofFacts = Pick<DeliveryRow, 'arrived_at_customer_at' | 'customer_called_at'> & { hasPhoto: boolean }

/** What is still missing at `now`. */
export function missingParts(
  needed: readonly ProofPart[],
  { arrived_at_customer_at: arrivedAt, customer_called_at: calledAt, hasPhoto }: ProofFacts,
  now: Date,
): ProofPart[] {
  const isThere: Record<ProofPart, boolean> = {
    CALL: calledAt !== null,
    WAIT: arrivedAt !== null && waitedAt(arrivedAt) <= now,
    PHOTO: hasPhoto,
  }
  return needed.filter((part) => !isThere[part])
}
