import type { JSONColumnType } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    audit_lines: {
      id: string
      occurred_at: WrittenOnce
      actor: string
      action: string
      subject_type: string
      subject_id: string
      shop_id: string | null
      before: JSONColumnType<Record<string, unknown>> | null
      after: JSONColumnType<Record<string, unknown>> | null
    }
  }
}
