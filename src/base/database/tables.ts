import type { ColumnType } from 'kysely'

/**
 * The columns of every table, as `migrations/` leaves them: here those of this floor, to which each room adds
 * its own in its `*-tables.ts`. Nothing decides there: constraints live in SQL, rules in the nouns.
 */
export interface Tables {
  write_tries: {
    tried_at: Date
  }
}

/** A time set once, when the row is written. */
export type WrittenOnce = ColumnType<Date, Date, never>
