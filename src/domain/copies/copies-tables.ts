import type { Generated } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    trial_copies: {
      is_current: Generated<boolean>
      copied_at: WrittenOnce
    }
  }
}
