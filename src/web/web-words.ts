import { type PlainMessage, translator } from '../base/kernel/translate.ts'
import french from '../words/web.fr.json' with { type: 'json' }

/**
 * What pages say that shops and operators share: English as it stands in the pages, French in the catalogue.
 */
export const { speak, speakEach } = translator({ fr: french })
/** A sentence of these pages that takes no values, as their tables name it. */
export type WebText = PlainMessage<keyof typeof french>
