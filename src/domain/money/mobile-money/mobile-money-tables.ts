import type { Generated } from 'kysely'
import type { Payer, PaymentRequestState, RefusalReason } from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    payment_requests: {
      shop_id: string
      id: string
      delivery_id: string
      number: number
      amount_fcfa: number
      payer: Generated<Payer>
      provider: string | null
      provider_ref: Generated<string | null>
      /** Who is asked, where that is not the number of the delivery. */
      payer_phone: Generated<string | null>
      /** The provider's page on which the customer pays, where it has one. */
      pay_link: Generated<string | null>
      fee_fcfa: Generated<number>
      state: Generated<PaymentRequestState>
      /** Why the provider refused it; null where it did not. */
      reason: Generated<RefusalReason | null>
      due_at: Date | null
      attempts: Generated<number>
      deadline_at: Date
      lease_owner: string | null
      created_at: WrittenOnce
      ended_at: Date | null
      /** Since when its money is to be given back, and when somebody did. */
      refund_due_at: Generated<Date | null>
      refunded_at: Generated<Date | null>
      refund_note: Generated<string | null>
      /** What was given back too much, and of that what a person has settled with the customer. */
      surplus_fcfa: Generated<number>
      surplus_settled_fcfa: Generated<number>
    }
    simulated_payments: {
      request_id: string
      answer: 'PENDING' | 'PAID' | 'REFUSED'
      reason: RefusalReason | null
      answers_at: Date
      phone_sha256: string | null
    }
    /** Read and written by SQL alone. */
    money_disagreements: {
      id: string
      subject: string
      settled_at: Date | null
    }
    /** Read and written by SQL alone. */
    provider_words: {
      disagreement_id: string
      number: number
    }
  }
}
