import { calledName, fullName } from '../../../base/kernel/full-name.ts'
import type { DeliveryRow } from '../delivery-row.ts'

type Named = Pick<DeliveryRow, 'customer_first_name' | 'customer_last_name'>

/** A customer as people read them. A part of the name that nobody gave is left out. */
export const customerName = (row: Named): string => fullName(row.customer_first_name, row.customer_last_name)

/** A customer as they are greeted: by their first name, or the only one that is known. */
export const customerCalled = (row: Named): string =>
  calledName(row.customer_first_name, row.customer_last_name)
