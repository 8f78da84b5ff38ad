import type { Generated } from 'kysely'
import type { Language } from '../../base/kernel/language.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    accounts: {
      id: string
      name: string
      phone: string | null
      phone_verified: Generated<boolean>
      email: string | null
      email_verified: Generated<boolean>
      language: Generated<Language | null>
      created_at: WrittenOnce
      updated_at: Date
    }
    memberships: {
      shop_id: string
      account_id: string
      role: MemberRole
      created_at: WrittenOnce
    }
    first_steps_put_away: {
      account_id: string
      steps_of: string
      put_away_at: Date
    }
    operators: {
      account_id: string
      role: Generated<OperatorRole>
      created_at: WrittenOnce
    }
    /** An invitation to a shop's team, to a phone or to an e-mail address. */
    invitations: {
      shop_id: string
      id: string
      phone: string | null
      email: string | null
      role: MemberRole
      invited_by: string
      created_at: WrittenOnce
      expires_at: WrittenOnce
      accepted_at: Generated<Date | null>
      withdrawn_at: Generated<Date | null>
    }
    sessions: {
      id: string
      account_id: string
      token: string
      expires_at: Date
      ip_address: string | null
      user_agent: string | null
      created_at: WrittenOnce
      updated_at: Date
      /** When the second factor was shown in it; null of one that began without. */
      second_factor_at: Generated<Date | null>
      /** When a code or link was shown for it; null of one that began with a password. */
      proven_at: Generated<Date | null>
      last_seen_at: Generated<Date | null>
    }
    sign_in_codes: {
      id: string
      identifier: string
      value: string
      expires_at: Date
      created_at: WrittenOnce
      updated_at: Date
    }
    sign_in_links: {
      token_hmac: string
      email: string
      opening_id: string | null
      created_at: WrittenOnce
      expires_at: WrittenOnce
      used_at: Generated<Date | null>
    }
    account_passwords: {
      account_id: string
      hash: string
      changed_at: Date
    }
    second_factors: {
      account_id: string
      sealed_secret: string
      created_at: Date
      confirmed_at: Generated<Date | null>
      last_step: Generated<number | null>
    }
    backup_codes: {
      account_id: string
      code_hmac: string
      used_at: Generated<Date | null>
    }
    sign_in_code_requests: {
      phone_hmac: string
      began_at: Date
      requests: number
    }
  }
}

/** What an account may do for a shop. */
export type MemberRole = 'OWNER' | 'STAFF'

/** What somebody who runs the service may do. */
export type OperatorRole = 'OPERATOR' | 'DISPATCHER'
