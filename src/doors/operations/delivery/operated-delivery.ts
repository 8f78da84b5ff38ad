import type { CancellationQuote } from '../../../domain/deliveries/cancelling/quote-cancellation.ts'
import type { CodeStanding } from '../../../domain/deliveries/codes/delivery-code.ts'
import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { QuotedSlot } from '../../../domain/deliveries/second-try/quote-second-try.ts'
import type { ProblemReportRow } from '../../../domain/feedback/problem-report-store.ts'
import type { SearchStory } from '../../../domain/matching/overseeing/search-story.ts'
import type { PaymentRequestRow } from '../../../domain/money/mobile-money/payment-request-store.ts'
import type { DeliveryFacts } from '../../../web/delivery/delivery-facts.ts'

/** What is said of the payment straight to a shop, or asked of a customer, in place of the shop. */
export type PaymentAct = 'confirm-payment' | 'deny-payment' | 'request-payment'

/** Somebody to telephone; `phone` in international form. */
export type Callable = { name: string; phone: string }

/** What was typed into the form of an act that was refused, and what is wrong with its reason. */
export type RefusedAct = { act: string; typed: Record<string, string>; error: string | undefined }

/** Everything that the page of one delivery shows to those who run the service. */
export type OperatedDelivery = DeliveryFacts & {
  /** The address of this page. */
  href: string
  shop: { id: string; name: string; href: string | null; people: Callable[]; isSuspended: boolean }
  search: SearchStory
  requests: PaymentRequestRow[]
  codes: CodeStanding[]
  /** What can be done now. */
  acts: InterventionAct[]
  paymentActs: PaymentAct[]
  cancellation: CancellationQuote
  returnFeeFcfa: number
  /** The spans in which a failed parcel can be brought once more, at the shop's expense. */
  secondTrySlots: QuotedSlot[]
  refused: RefusedAct | undefined
  /** What the customer said of it. */
  said: { problems: ProblemReportRow[]; stars: number | null }
}
