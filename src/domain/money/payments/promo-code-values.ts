import type { AuditValues } from '../../audit/audited-act.ts'
import type { PromoCode } from './promo-code.ts'

/** What the audit keeps of a promo code: its terms, not how often it was used. */
export const promoCodeValues = ({ id: _, uses: __, ...terms }: PromoCode): AuditValues => terms
