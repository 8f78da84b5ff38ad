import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import spanish from '../../words/courier-app.es.json' with { type: 'json' }
import french from '../../words/courier-app.fr.json' with { type: 'json' }
import portuguese from '../../words/courier-app.pt.json' with { type: 'json' }

/** What the courier’s pages say: English as it stands in the pages, the other languages in the catalogues. */
export const { speak, speakEach } = translator({ fr: french, pt: portuguese, es: spanish })
/** A sentence of these pages that takes no values, as their tables name it. */
export type CourierText = PlainMessage<keyof typeof french>
