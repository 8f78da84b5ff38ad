import type { Generated } from 'kysely'
import type { Language, SpokenLanguage } from '../../base/kernel/language.ts'
import type { PrivateFileType } from '../../base/kernel/private-file-type.ts'
import type { PhotoContentType, VehicleType } from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    couriers: {
      id: string
      first_name: string
      last_name: string
      phone: string
      vehicle_type: VehicleType
      plate_number: string | null
      on_duty_since: Date | null
      retired_at: Date | null
      suspended_at: Generated<Date | null>
      suspension_reason: Generated<string | null>
      /** Deliveries called off up to then were put away by the courier. */
      called_off_seen_at: Generated<Date | null>
      created_at: WrittenOnce
    }
    courier_cities: {
      city_id: string
      courier_id: string
    }
    courier_positions: {
      courier_id: string
      cell: number
      lat: number
      lng: number
      accuracy_meters: number | null
      reported_at: Date
    }
    courier_duty_periods: {
      courier_id: string
      began_at: WrittenOnce
      ended_at: Date | null
    }
    courier_applications: {
      id: string
      first_name: string
      last_name: string
      phone: string
      vehicle_type: VehicleType
      plate_number: string | null
      city_id: string
      language: Language
      status: ApplicationStatus
      created_at: WrittenOnce
      decided_at: Date | null
      decided_by: string | null
      reason: string | null
      courier_id: string | null
    }
    courier_documents: {
      id: string
      application_id: string | null
      courier_id: string | null
      kind: DocumentKind
      file_key: string | null
      content_type: PrivateFileType | null
      size_bytes: number | null
      /** A date, which one driver reads as text and the other as a time: stores cast it. */
      expires_on: unknown
      added_at: WrittenOnce
      /** How many days before its end its courier was told of it last; null before. */
      told_days_left: Generated<PaperNotice | null>
    }
    courier_accounts: {
      courier_id: string
      account_id: string
      created_at: WrittenOnce
    }
    courier_actions: {
      courier_id: string
      token: string
      action: string
      outcome: string | null
      started_at: Date
    }
    courier_portraits: {
      courier_id: string
      sha256: string
      content_type: PhotoContentType
      bytes: Uint8Array
      set_at: Date
    }
    courier_announcements: {
      id: string
      city_id: string
      text: string
      created_at: WrittenOnce
      after_courier_id: string | null
      sent_at: Date | null
    }
    courier_announcement_readers: {
      courier_id: string
      announcement_id: string
      seen_at: Date | null
    }
    courier_goals: {
      courier_id: string
      period: GoalPeriod
      amount_fcfa: number
      set_at: Date
    }
    courier_shifts: {
      id: string
      city_id: string
      zone_ids: string[]
      begins_at: Date
      ends_at: Date
      wanted: number
      created_at: WrittenOnce
      removed_at: Date | null
    }
    courier_shift_takers: {
      shift_id: string
      courier_id: string
      taken_at: Date
      left_at: Date | null
      due_notice: ShiftNotice | null
      reminded_at: Date | null
    }
    push_subscriptions: {
      id: string
      courier_id: string
      session_id: string
      endpoint: string
      p256dh: string
      auth: string
      language: SpokenLanguage
      created_at: Date
      last_used_at: Date | null
      failed_at: Date | null
    }
    notice_pushes: {
      subscription_id: string
      kind: 'SHIFT_SOON' | 'ANNOUNCEMENT'
      about_id: string
      expires_at: Date
      due_at: Date
      attempts: Generated<number>
      lease_owner: Generated<string | null>
    }
  }
}

/** In what time a courier wants to earn something. */
export type GoalPeriod = 'DAY' | 'WEEK'

/** What a courier is told that the operator did about their shifts. */
export type ShiftNotice = 'GIVEN' | 'TAKEN' | 'CHANGED'

/** How many days before the end of a paper its courier is told. */
export type PaperNotice = 14 | 3 | 0

export type ApplicationStatus = 'WAITING' | 'APPROVED' | 'REFUSED'

/** What a courier shows of themselves and of their vehicle. */
export type DocumentKind = 'PHOTO' | 'IDENTITY' | 'LICENCE' | 'INSURANCE' | 'REGISTRATION' | 'OTHER'
