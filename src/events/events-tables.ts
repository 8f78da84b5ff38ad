import type { Generated, GeneratedAlways } from 'kysely'

declare module '../base/database/tables.ts' {
  interface Tables {
    events: {
      shop_id: string
      id: string
      delivery_id: string | null
      type: string
      /** Empty once it can no longer be sent (`emptyOldBodies`). */
      body: string
      created_at: WrittenOnce
      subject_type: Generated<EventSubjectType>
      subject_id: string | null
      audience: Generated<EventAudience>
      actor: string | null
      /** The trace that its webhooks go on with, as `eventTraceText` writes it. */
      trace: string | null
    }
    unsequenced_events: {
      number: GeneratedAlways<string>
      event_id: string
      shop_id: string
      type: string
      audience: EventAudience
      created_at: WrittenOnce
    }
    event_positions: {
      /** Read as text by one driver and as a number by the other: stores cast it. */
      position: unknown
      shop_id: string
      event_id: string
      type: string
      audience: EventAudience
      created_at: WrittenOnce
    }
    event_log_head: {
      is_current: Generated<boolean>
      position: unknown
    }
    event_consumers: {
      name: string
      position: unknown
      batch_size: Generated<number>
      failures: Generated<number>
      retry_at: Date | null
    }
    parked_events: {
      consumer: string
      position: unknown
      shop_id: string
      event_id: string
      type: string
      failures: number
      error: string
      parked_at: Date
    }
    /** When a purge last had nothing left to delete. */
    purge_rounds: {
      name: string
      done_at: Date
    }
  }
}

/** The audience of an event: the shop's own systems, or this service alone. */
export type EventAudience = 'PARTNER' | 'INTERNAL'

/** What an event is about. */
export type EventSubjectType =
  | 'DELIVERY'
  | 'PAYMENT'
  | 'PAYOUT'
  | 'SHOP'
  | 'COURIER'
  | 'WEBHOOK_ENDPOINT'
  | 'SERVICE'
