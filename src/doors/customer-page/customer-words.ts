import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import spanish from '../../words/customer-page.es.json' with { type: 'json' }
import french from '../../words/customer-page.fr.json' with { type: 'json' }
import portuguese from '../../words/customer-page.pt.json' with { type: 'json' }

/** What the customer's page says: English as it stands in the pages, the other languages in catalogues. */
export const { speak } = translator({ fr: french, pt: portuguese, es: spanish })
/** A sentence of these pages that takes no values, as their tables name it. */
export type CustomerText = PlainMessage<keyof typeof french>
