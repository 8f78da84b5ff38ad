import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import french from '../../words/customer-page.fr.json' with { type: 'json' }

/** What the customer's page says: English as it stands in the pages, the other languages in catalogues. */
export const { speak, speakEach } = translator({ fr: french })
/** A sentence of these pages that takes no values, as their tables name it. */
export type CustomerText = PlainMessage<keyof typeof french>
