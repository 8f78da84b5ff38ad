import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { PaymentAct } from './operated-delivery.ts'

/** An act as the last word of an address: `UNLOCK_CODE` is `unlock-code`. */
export const addressOfAct = (act: InterventionAct | PaymentAct): string =>
  act.toLowerCase().replaceAll('_', '-')

/** The name of a field of one act: a page has the forms of several, and every field a label of its own. */
export const fieldOfAct = (act: InterventionAct | PaymentAct, field: string): string =>
  `${field}-${addressOfAct(act)}`
