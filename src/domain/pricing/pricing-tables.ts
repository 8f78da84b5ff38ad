import type { JSONColumnType } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    tariffs: {
      city_id: string
      version: number
      base_fcfa: number
      included_km: number
      per_km_fcfa: number
      step_fcfa: number
      surcharges: JSONColumnType<Record<string, { flatFcfa: number; perKmFcfa: number }>>
      night_from: string | null
      night_to: string | null
      cod_fee_percent: number
      cod_fee_minimum_fcfa: number
      cancellation_fee_fcfa: number
      return_fee_fcfa: number
      created_at: WrittenOnce
      scheduled_for: Date | null
      withdrawn_at: Date | null
      created_by: string | null
      withdrawn_by: string | null
      restores_version: number | null
    }
    tariff_drafts: {
      city_id: string
      revision: string
      terms: JSONColumnType<object>
      saved_at: Date
      saved_by: string
    }
    zone_pair_prices: {
      from_zone_id: string
      to_zone_id: string
      base_fcfa: number
    }
  }
}
