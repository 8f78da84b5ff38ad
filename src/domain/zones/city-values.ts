import type { AuditValues } from '../audit/audited-act.ts'
import type { City } from './service-map.ts'

/** What the audit keeps of a city. */
export const cityValues = ({ id: _, center, ...city }: City): AuditValues => ({ ...city, ...center })
