import { translator } from '../../base/kernel/translate.ts'
import spanish from '../../words/customer-messages.es.json' with { type: 'json' }
import customersFrench from '../../words/customer-messages.fr.json' with { type: 'json' }
import portuguese from '../../words/customer-messages.pt.json' with { type: 'json' }
import french from '../../words/messages.fr.json' with { type: 'json' }

/** What customers are written: English as it stands in the code, the other languages in catalogues. */
export const toCustomers = translator({ fr: customersFrench, pt: portuguese, es: spanish })
export type CustomerMessageText = keyof typeof customersFrench

/** What everybody else is written. */
export const toOthers = translator({ fr: french })
export type MessageText = keyof typeof french
