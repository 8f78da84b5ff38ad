import type { Generated, JSONColumnType } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    alerts: {
      id: string
      kind: string
      subject: string
      facts: JSONColumnType<Record<string, string | number>>
      opened_at: WrittenOnce
      seen_at: Date
      last_notified_at: Date | null
      closed_at: Date | null
    }
    alert_rounds: {
      is_current: Generated<boolean>
      next_at: Date
    }
    /** How far the clock of a running process is ahead of the database's; negative behind it. */
    process_clocks: {
      process_id: string
      host: string
      skew_ms: string
      compared_at: Date
    }
    alert_preferences: {
      account_id: string
      channel: AlertChannel
      kinds: string[] | null
      changed_at: Date
    }
  }
}

/** How somebody who runs the service is alerted. */
export type AlertChannel = 'EMAIL' | 'WHATSAPP' | 'NONE'
