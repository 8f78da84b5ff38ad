import type { AuditValues } from '../audit/audited-act.ts'
import type { City } from './service-map.ts'

/** What the audit keeps of a city; its hours and tours are changed by verbs of their own. */
export const cityValues = ({ id: _, center, opening: __, tours: ___, ...city }: City): AuditValues => ({
  ...city,
  ...center,
})
