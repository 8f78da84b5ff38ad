import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import french from '../../words/front-page.fr.json' with { type: 'json' }

/** What the first page and the page of the service's state say. */
export const { speak } = translator({ fr: french })
/** A sentence of these pages that takes no values, as their tables name it. */
export type FrontText = PlainMessage<keyof typeof french>
