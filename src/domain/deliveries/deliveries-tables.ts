import type { Generated, JSONColumnType } from 'kysely'
import type { SentFileType } from '../../base/kernel/private-file-type.ts'
import type {
  ChangeableField,
  Collection,
  Currency,
  DeliveryStatus,
  FailureCode,
  FeePayer,
  ParcelSize,
  PaymentMode,
  PaymentStatus,
  RecipientKind,
  VehicleType,
} from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    deliveries: {
      shop_id: string
      id: string
      version: Generated<number>
      reference: string
      external_ref: string | null
      idempotency_key: string
      body_sha256: string
      cancel_idempotency_key: string | null
      status: DeliveryStatus
      created_at: WrittenOnce
      due_at: Date | null
      /** When it last changed without an event for partners. */
      amended_at: Date | null
      city_id: string
      customer_last_name: string
      customer_first_name: string
      customer_phone: string
      pickup_label: string | null
      pickup_landmark: string | null
      pickup_lat: number
      pickup_lng: number
      dropoff_label: string | null
      dropoff_landmark: string | null
      dropoff_lat: number | null
      dropoff_lng: number | null
      dropoff_source: 'PHONE' | 'PIN' | 'ZONE' | 'TYPED' | 'SHOP' | null
      dropoff_accuracy_meters: number | null
      parcel_category: string
      parcel_size: ParcelSize
      parcel_fragile: boolean
      photo_key: string | null
      instructions: string | null
      payment_mode: PaymentMode
      goods_amount_fcfa: number
      fee_payer: FeePayer
      collection: Collection
      payment_status: PaymentStatus
      /** By when the shop must have paid the trip, where it pays it first and the price is final. */
      trip_due_at: Date | null
      paid_at: Date | null
      price_fcfa: number
      price_is_estimate: boolean
      price_working: JSONColumnType<object>
      cod_fee_fcfa: number
      promo_code_id: string | null
      cancellation_fee_fcfa: Generated<number>
      return_fee_fcfa: Generated<number>
      failure_code: FailureCode | null
      failure_note: string | null
      courier_id: string | null
      /** Which of the courier's slots the parcel is in, and the number on its bag. */
      courier_slot: Generated<number>
      courier_first_name: string | null
      courier_phone: string | null
      courier_vehicle_type: VehicleType | null
      courier_plate_number: string | null
      courier_pay_fcfa: number | null
      /** The part of the pay that is a bonus; null for a delivery assigned before there were any. */
      courier_bonus_fcfa: Generated<number | null>
      arrived_at_pickup_at: Date | null
      called_back_at: Date | null
      brought_back_at: Date | null
      pickup_code: string
      pickup_code_tries: Generated<number>
      pickup_code_locks: Generated<number>
      pickup_code_locked_until: Date | null
      confirmation_code: string
      confirmation_code_tries: Generated<number>
      confirmation_code_locks: Generated<number>
      confirmation_code_locked_until: Date | null
      return_code: string | null
      return_code_tries: Generated<number>
      return_code_locks: Generated<number>
      return_code_locked_until: Date | null
      currency: Generated<Currency>
      metadata: JSONColumnType<Record<string, string> | null>
      pickup_window_from: Date | null
      pickup_window_to: Date | null
      /** When the customer is to have it, and when it is fetched for that; null where nobody said when. */
      dropoff_window_from: Date | null
      dropoff_window_to: Date | null
      fetch_window_from: Date | null
      fetch_window_to: Date | null
      link_version: Generated<number>
      ended_at: Date | null
      trip_version: Generated<number>
      pickup_address_id: Generated<string | null>
      /**
       * Until when the courier waits at the shop for the parcel, and what that earns; null while they do not.
       */
      courier_waits_until: Date | null
      courier_wait_fee_fcfa: Generated<number>
      /** What the shop owes for waits of couriers that were earned. */
      waiting_fee_fcfa: Generated<number>
      times_freed: Generated<number>
      /** When the courier had come to the customer's place and called them, where they said so. */
      arrived_at_customer_at: Date | null
      customer_called_at: Date | null
      /** The failed delivery whose parcel this one brings once more, and the one that does that. */
      second_try_of: string | null
      second_try_id: string | null
      /** Who may take the parcel for the customer, as the customer named them, and how often they did. */
      recipient_name: string | null
      recipient_kind: RecipientKind | null
      times_recipient_named: Generated<number>
      /** Who took it; null where the customer did. */
      taken_by: string | null
    }
    delivery_history: {
      shop_id: string
      delivery_id: string
      version: number
      status: DeliveryStatus
      note: string | null
      failure_code: FailureCode | null
      changed_fields: Generated<ChangeableField[] | null>
      intervention: Generated<InterventionAct | null>
      occurred_at: WrittenOnce
    }
    /** What kept a courier from taking a parcel; `waits_until` is null where they freed it. */
    pickup_problems: {
      shop_id: string
      id: string
      delivery_id: string
      courier_id: string
      reason: 'SHOP_CLOSED' | 'PARCEL_NOT_READY' | 'BREAKDOWN' | 'PARCEL_TOO_LARGE'
      words: string | null
      reported_at: Date
      waits_until: Date | null
      wait_ended_at: Date | null
      earned_fcfa: Generated<number>
    }
    payment_history: {
      shop_id: string
      delivery_id: string
      version: number
      status: PaymentStatus
      occurred_at: WrittenOnce
      actor: string | null
      note: string | null
    }
    delivery_search_terms: {
      shop_id: string
      term: string
      delivery_id: string
    }
    delivery_search_backlog: {
      is_current: Generated<boolean>
      after_shop_id: string
      after_delivery_id: string
    }
    courier_pay_rules: {
      id: string
      /** Null for the rule of everybody who has none of their own. */
      courier_id: string | null
      percent: number | null
      minimum_fcfa: number
      bonuses: JSONColumnType<object[]>
      changed_at: Date
    }
    delivery_files: {
      shop_id: string
      delivery_id: string
      id: string
      kind: DeliveryFileKind
      /** Null once the file was removed from the storage. */
      file_key: string | null
      content_type: SentFileType
      size_bytes: number
      added_at: WrittenOnce
      /** Null until the storage has the file. */
      stored_at: Date | null
      /** When it was replaced, taken back or erased; null while it counts. */
      removed_at: Date | null
    }
    /** Where the courier's phone was as a parcel was handed over, or could not be. */
    handover_places: {
      shop_id: string
      delivery_id: string
      lat: number
      lng: number
      accuracy_meters: number | null
      taken_at: WrittenOnce
    }
    link_shares: {
      shop_id: string
      delivery_id: string
      number: number
      channel: ShareChannel
      shared_at: WrittenOnce
      actor: string
    }
    blocked_customers: {
      /** In international form. */
      phone: string
      reason: string
      /** As `actorText` writes an actor. */
      blocked_by: string
      blocked_at: Date
      /** Null: until somebody unblocks it. */
      until: Date | null
    }
  }
}

/** What those who run the service do to a delivery in place of its courier or its shop. */
export type InterventionAct =
  | 'ASSIGN'
  | 'REASSIGN'
  | 'CANCEL'
  | 'EXPIRE'
  | 'EXTEND'
  | 'FAIL'
  | 'UNLOCK_CODE'
  | 'ARRIVE'
  | 'PICK_UP'
  | 'HAND_OVER'
  | 'RETURN'
  | 'BRING_BACK'

/** What a file of a delivery shows. */
export type DeliveryFileKind = 'DOOR_PHOTO' | 'VOICE_NOTE' | 'HANDOVER_PHOTO'

/** How a customer's link was shared. */
export type ShareChannel = 'WHATSAPP' | 'SMS' | 'COPY'
