import type { Generated } from 'kysely'
import type { AttemptFailure, AttemptTrigger, EventType } from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    webhook_endpoints: {
      shop_id: string
      id: string
      url: string
      description: string | null
      event_types: EventType[] | null
      sealed_secret: string
      sealed_previous_secret: string | null
      previous_secret_until: Date | null
      failing_since: Date | null
      consecutive_failures: Generated<number>
      warned_at: Date | null
      disabled_at: Date | null
      paused_at: Date | null
      removed_at: Date | null
      created_at: WrittenOnce
    }
    webhook_dispatches: {
      shop_id: string
      endpoint_id: string
      event_id: string
      state: Generated<'PENDING' | 'DELIVERED' | 'EXHAUSTED'>
      attempts: Generated<number>
      trigger: Generated<'SCHEDULED' | 'RESEND'>
      due_at: Date
      lease_owner: string | null
      lease_until: Date | null
      created_at: WrittenOnce
    }
    webhook_attempts: {
      shop_id: string
      id: string
      endpoint_id: string
      event_id: string
      event_type: string
      attempt: number
      trigger: AttemptTrigger
      started_at: WrittenOnce
      duration_ms: number
      http_status: number | null
      failure: AttemptFailure | null
      response_excerpt: string | null
      next_attempt_at: Date | null
    }
    sealing_keys: {
      is_current: Generated<boolean>
      fingerprint: string
      noted_at: Date
    }
  }
}
