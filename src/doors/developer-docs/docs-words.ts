import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import french from '../../words/developer-docs.fr.json' with { type: 'json' }

/** What the site for developers says: English as it stands in the pages, French in the catalogue. */
export const { speak, speakEach } = translator({ fr: french })
/** A sentence of these pages that takes no values, as their tables name it. */
export type DocsText = PlainMessage<keyof typeof french>
