import type { AuditValues } from '../audit/audited-act.ts'
import type { City } from './service-map.ts'

/** What the audit keeps of a city; its opening hours are changed by a verb of their own. */
export const cityValues = ({ id: _, center, opening: __, ...city }: City): AuditValues => ({
  ...city,
  ...center,
})
