import { translator } from '../base/kernel/translate.ts'
import french from '../words/pages.fr.json' with { type: 'json' }

/** What every page says around its own content: English as it stands in the code, French in the catalogue. */
export const { speak } = translator({ fr: french })
