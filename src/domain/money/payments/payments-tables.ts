import type { Generated } from 'kysely'
import type { PromoBearer } from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    promo_codes: {
      id: string
      code: string
      percent: number | null
      amount_fcfa: number | null
      starts_at: Date | null
      ends_at: Date | null
      max_uses: number | null
      uses: Generated<number>
      city_id: string | null
      minimum_trip_fcfa: number | null
      max_uses_per_shop: number | null
      max_uses_per_customer: number | null
      /** The shops it is for; null for every shop. */
      shop_ids: string[] | null
      bearer: Generated<PromoBearer>
      created_at: WrittenOnce
    }
    promo_code_uses: {
      shop_id: string
      delivery_id: string
      promo_code_id: string
      customer_key: string | null
      used_at: Date
      released_at: Date | null
    }
  }
}
