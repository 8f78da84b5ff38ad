import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import french from '../../words/operations.fr.json' with { type: 'json' }

/** What the operator's pages say: English as it stands in the pages, French in the catalogue. */
export const { speak, speakEach } = translator({ fr: french })
/** A sentence of these pages that takes no values, as their tables name it. */
export type OperationsText = PlainMessage<keyof typeof french>
