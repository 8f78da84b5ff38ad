import type { Generated, JSONColumnType } from 'kysely'
import type { Language } from '../../base/kernel/language.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    messages: {
      id: string
      shop_id: string | null
      kind: MessageKind
      recipient: string | null
      content: JSONColumnType<object> | null
      created_at: WrittenOnce
      delivery_id: Generated<string | null>
      delivery_version: Generated<number>
      courier_id: Generated<string | null>
      language: Generated<Language | null>
      state: Generated<'PENDING' | 'SENT' | 'FAILED' | 'SKIPPED'>
      attempts: Generated<number>
      due_at: Generated<Date>
      lease_owner: Generated<string | null>
      expires_at: Generated<Date | null>
      channel: Generated<'WHATSAPP' | 'SMS' | 'EMAIL' | 'OUTBOX' | null>
      passed_to: Generated<'SMS' | null>
      passed_for: Generated<string | null>
      failed_message_id: Generated<string | null>
      provider_message_id: Generated<string | null>
      provider_status: Generated<'sent' | 'failed' | 'delivered' | 'read' | null>
      wa_id: Generated<string | null>
      last_failure: Generated<string | null>
      sent_at: Generated<Date | null>
    }
    /** What strangers caused to be sent on a day. */
    stranger_messages: {
      day: string
      scope: string
      sent: number
    }
  }
}

/** What people are notified of. */
export type MessageKind =
  | 'POSITION_LINK'
  | 'COURIER_WAITS_OWNER'
  | 'COURIER_WAITS_OWNER_PHONE'
  | 'COURIER_ON_THE_WAY'
  | 'COURIER_NEARBY'
  | 'DELIVERED'
  | 'DELIVERY_FAILED'
  | 'DELIVERY_FAILED_OWNER'
  | 'DELIVERY_FAILED_OWNER_PHONE'
  | 'DELIVERY_LATE_OWNER'
  | 'DELIVERY_LATE_OWNER_PHONE'
  | 'DELIVERY_CANCELLED'
  | 'DELIVERY_EXPIRED'
  | 'PAYMENT_DUE'
  | 'PAYMENT_DECLARED'
  | 'PAYMENT_DECLARED_PHONE'
  | 'PAYMENT_DECLARED_AGAIN'
  | 'PAYMENT_DECLARED_AGAIN_PHONE'
  | 'PAYMENT_REMINDER'
  | 'PAYMENT_REMINDER_PHONE'
  | 'PAYMENT_LAST_REMINDER'
  | 'PAYMENT_LAST_REMINDER_PHONE'
  | 'PAYMENT_CONFIRMED_OWNER'
  | 'PAYMENT_CONFIRMED_OWNER_PHONE'
  | 'PAYMENT_DENIED_OWNER'
  | 'PAYMENT_DENIED_OWNER_PHONE'
  | 'PAYMENT_DENIED'
  | 'PAYMENT_DENIED_COURIER'
  | 'COURIER_ASSIGNED'
  | 'COURIER_REPLACED'
  | 'COURIER_OFFER'
  | 'SIGN_IN_CODE'
  | 'ENDPOINT_FAILING'
  | 'ENDPOINT_DISABLED'
  | 'SIGN_IN_LINK'
  | 'SIGN_IN_CHANGED'
  | 'SIGN_IN_CHANGED_MAIL'
  | 'TEAM_INVITATION'
  | 'TEAM_INVITATION_MAIL'
  | 'PAYOUT_CODE'
  | 'PAYOUT_CHANGE_REQUESTED'
  | 'PAYOUT_CHANGED'
  | 'PAYOUT_HELD'
  | 'PAYOUT_HELD_PHONE'
  | 'COURIER_PAYOUT_HELD'
  | 'SHOP_APPROVED'
  | 'SHOP_APPROVED_PHONE'
  | 'COURIER_APPROVED'
  | 'COURIER_REFUSED'
  | 'COURIER_PAPER_ENDS'
  | 'COURIER_ANNOUNCEMENT'
  | 'COURIER_SHIFT_SOON'
  | 'COURIER_SHIFT_GIVEN'
  | 'COURIER_SHIFT_TAKEN'
  | 'COURIER_SHIFT_CHANGED'
  | 'OPERATOR_ALERT'
  | 'OPERATOR_ALERT_MAIL'
  | 'OPERATOR_ALERT_OVER'
  | 'OPERATOR_ALERT_OVER_MAIL'
