import type { ColumnType, Generated } from 'kysely'
import type { Language } from '../../base/kernel/language.ts'
import type {
  Collection,
  FeeBearer,
  PayoutRhythm,
  PhotoContentType,
  Scope,
} from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    shops: {
      id: string
      name: string
      country: string
      default_collection: Collection
      payout_phone: string | null
      discount_percent: Generated<number>
      owner_email: Generated<string | null>
      created_at: WrittenOnce
      /** Null until the operator has approved the shop. */
      approved_at: Generated<Date | null>
      display_name: Generated<string | null>
      language: Generated<Language | null>
      logo_sha256: Generated<string | null>
      /** Set while the operator has suspended the shop, together with the reason, which its people read. */
      suspended_at: Generated<Date | null>
      suspension_reason: Generated<string | null>
      payout_rhythm: Generated<PayoutRhythm>
      payout_minimum_fcfa: Generated<number>
      payout_nets_fees: Generated<boolean>
      tax_id: Generated<string | null>
      /** What this shop may owe before it pays its trips first; null for what all may. */
      max_owed_fcfa: Generated<number | null>
    }
    shop_terms: {
      is_only: Generated<boolean>
      max_owed_fcfa: Generated<number | null>
      new_shop_trips: Generated<number>
      trip_minutes: Generated<number>
      least_payout_fcfa: Generated<number>
      payout_fees_by: Generated<FeeBearer>
    }
    api_keys: {
      shop_id: string
      id: string
      key_sha256: string
      scopes: Scope[]
      label: string | null
      created_at: WrittenOnce
      revoked_at: Date | null
    }
    pickup_addresses: {
      shop_id: string
      id: string
      label: string | null
      landmark: string | null
      formatted: string | null
      is_default: boolean
      lat: number
      lng: number
      created_at: WrittenOnce
      opening_hours: ColumnType<object | null, string | null | undefined, string | null>
    }
    shop_openings: {
      id: string
      shop_name: string
      country: string
      owner_name: string
      phone: string | null
      email: string | null
      created_at: WrittenOnce
      expires_at: WrittenOnce
      opened_at: Generated<Date | null>
    }
    order_file_columns: {
      shop_id: string
      headings_sha256: string
      choices: ColumnType<object, string, string>
      chosen_at: Date
    }
    shop_logos: {
      shop_id: string
      sha256: string
      content_type: PhotoContentType
      bytes: Uint8Array
      set_at: Date
    }
    payout_phone_changes: {
      shop_id: string
      id: string
      old_phone: string | null
      new_phone: string
      requested_by: string
      requested_at: WrittenOnce
      sealed_code: string
      code_expires_at: Date
      code_tries: Generated<number>
      confirmed_by: Generated<string | null>
      confirmed_at: Generated<Date | null>
      takes_effect_at: Generated<Date | null>
      applied_at: Generated<Date | null>
      cancelled_at: Generated<Date | null>
    }
  }
}
