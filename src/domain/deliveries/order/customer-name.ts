import type { DeliveryRow } from '../delivery-row.ts'

/**
 * A customer as people read them. A part of the name that nobody gave is kept as a dash, and left out here.
 */
export const customerName = (row: Pick<DeliveryRow, 'customer_first_name' | 'customer_last_name'>): string =>
  [row.customer_first_name, row.customer_last_name].filter((part) => part !== '-').join(' ')
