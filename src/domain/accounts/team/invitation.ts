import { type AuditValues, maskedPhone } from '../../audit/audited-act.ts'
import type { InvitationRow } from './invitation-store.ts'

/**
 * How long an invitation can be accepted, how many may be open for one shop, and how many it may make in a
 * day: few while nobody has looked at it, since its name goes to strangers.
 */
export const invitationRules = { lifeDays: 7, maxOpen: 20, maxPerDay: 40, maxPerDayUnapproved: 3 } as const

/** Until when an invitation made at `now` can be accepted. */
export const invitationEnd = (now: Date): Date =>
  new Date(now.getTime() + invitationRules.lifeDays * 24 * 60 * 60_000)

/** What the audit keeps of an invitation. */
export const invitationValues = ({
  phone,
  email,
  role,
  accepted_at,
  withdrawn_at,
}: InvitationRow): AuditValues => ({
  to: phone === null ? maskedEmail(email ?? '') : maskedPhone(phone),
  role,
  acceptedAt: accepted_at,
  withdrawnAt: withdrawn_at,
})

/** An address by which its owner is recognised: its first sign and its domain. */
const maskedEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}…@${domain}`
}
