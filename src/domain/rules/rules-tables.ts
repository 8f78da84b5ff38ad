import type { GeneratedAlways } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    rule_changes: {
      id: GeneratedAlways<string>
      rule: string
      value: string
      changed_at: WrittenOnce
      changed_by: string
    }
  }
}
